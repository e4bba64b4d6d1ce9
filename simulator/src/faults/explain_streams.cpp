// Launches, copies and fills that nothing orders.
#include "faults/explanations.hpp"
#include "faults/fault_sentences.hpp"

#include <fmt/core.h>
#include <string_view>

namespace warpschool::sim::explanations {
namespace {

using namespace sentences;

bool is_of_graph(const WorkName& work) {
  return work.kernel.empty() && work.api == "cudaGraphLaunch";
}

/// "the kernel 'scale'", "cudaMemcpyAsync"
std::string what(const WorkName& work) {
  if (is_of_graph(work)) {
    return "a copy or fill of a graph";
  }
  return work.kernel.empty() ? work.api : fmt::format("the kernel '{}'", work.kernel);
}

/// "wrote", of memory that a stream makes or gives back "allocated" or "freed"
const char* did_what(const WorkName& work, bool is_write, bool is_atomic) {
  const bool changes_owner = work.kernel.empty() && work.api.find("Async") != std::string::npos;
  if (changes_owner && work.api.find("lloc") != std::string::npos) {
    return "allocated";
  }
  return changes_owner && work.api.find("Free") != std::string::npos ? "freed"
                                                                     : verb(is_write, is_atomic);
}

/// ", launched at line 40,", or nothing
std::string launched(const WorkName& work) {
  return work.kernel.empty() || work.called_at.line == 0
             ? ""
             : fmt::format(", launched at line {},", work.called_at.line);
}

std::string stream_name(StreamNumber stream) {
  if (stream == kThreadStreamNumber) {
    return "the default stream of the thread";
  }
  return stream == kDefaultStreamNumber ? "the default stream" : fmt::format("stream {}", stream);
}

/// "Thread 3 of block 0 wrote element 5 of ... at line 12 of x.cu", "cudaMemcpyAsync at line 31 of
/// x.cu wrote the 400-byte allocation ..."
std::string own_part(const Fault& fault) {
  const WorkName& own = fault.other->work->own;
  const char* const did = did_what(own, fault.is_write, fault.is_atomic);
  if (!own.kernel.empty()) {
    const std::string line = at_line(fault.where);
    return fmt::format("{} {} {}{}", who(fault), did, place(fault), line.empty() ? "" : "," + line);
  }
  const std::string text =
      fmt::format("{}{} {} {}", what(own), at_line(fault.where), did,
                  fault.allocation ? the_allocation(fault) : memory_name(fault.space));
  return is_of_graph(own) ? "A" + text.substr(1) : text;
}

std::string advice(const UnorderedPair& pair) {
  const StreamNumber one = pair.own.stream, two = pair.other.stream;
  if (one == two) {
    return "They are branches of a graph: only what an edge orders runs in order. Add one between "
           "the two nodes, or let the one stream wait for an event of the other while both are "
           "captured.";
  }
  std::string text;
  if (one == kDefaultStreamNumber || two == kDefaultStreamNumber) {
    text =
        "The default stream and a stream made with cudaStreamNonBlocking do not wait for each "
        "other. ";
  }
  return text +
         "Use one stream for both, or record an event behind the first (cudaEventRecord) and let "
         "the other's stream wait for it (cudaStreamWaitEvent), or synchronise in between. "
         "(Streams are numbered as they were created.)";
}

std::string in_streams(const UnorderedPair& pair) {
  return pair.own.stream == pair.other.stream
             ? "both in " + stream_name(pair.own.stream)
             : fmt::format("the one in {}, the other in {}", stream_name(pair.own.stream),
                           stream_name(pair.other.stream));
}

}  // namespace

std::string race_of_work(const Fault& fault) {
  const RaceParty& other = *fault.other;
  return fmt::format(
      "{}, and {}{} {} it{}: {}, and nothing says which comes first. A GPU may run them in either "
      "order, or at the same time. {}",
      own_part(fault), what(other.work->other), launched(other.work->other),
      did_what(other.work->other, other.is_write, other.is_atomic), at_line(other.where),
      in_streams(*other.work), advice(*other.work));
}

std::string same_value_of_work(const Fault& fault) {
  return fmt::format(
      "{} to a place that {}{} used, too: {}, and nothing says which comes first. It was the value "
      "that was there already, so the result is right; with another value it would depend on "
      "chance.",
      did(fault), what(fault.other->work->other) + launched(fault.other->work->other),
      at_line(fault.other->where), in_streams(*fault.other->work));
}

}  // namespace warpschool::sim::explanations
