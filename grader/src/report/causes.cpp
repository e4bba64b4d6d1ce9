// Words the causes of the simulator's faults.
#include "report/causes.hpp"

#include "support/lines.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

namespace warpschool::grader::report {
namespace {

using nlohmann::json;
using std::string_view;

struct Phrase {
  string_view kind;
  string_view cause;  ///< empty: any other
  string_view words;
};

/// Kinds and causes as simulator/include/warpschool/sim/fault.hpp names them; the first match
/// counts.
constexpr std::array kPhrases{
    Phrase{"out_of_bounds", "size_in_elements", "allocate n bytes where n elements are meant"},
    Phrase{"out_of_bounds", "matrix_not_shared", "give ldmatrix memory that is not shared"},
    Phrase{"misaligned", "", "access an address that is no multiple of the element's size"},
    Phrase{"use_after_free", "", "use memory that was freed before"},
    Phrase{"host_pointer", "device_variable",
           "use a device variable's name where its address is meant"},
    Phrase{"host_pointer", "", "hand a kernel a pointer to the host's memory"},
    Phrase{"uninitialised_read", "", "read what nobody has written"},
    Phrase{"race", "read_and_written_back", "change a shared value without an atomic"},
    Phrase{"race", "lost_update", "change a shared value without an atomic"},
    Phrase{"race", "stale_texel", "fetch through a texture what the same launch wrote"},
    Phrase{"race", "stale_read_only", "read as read-only data what the same launch wrote"},
    Phrase{"race", "copy_in_flight", "do not wait for an asynchronous copy"},
    Phrase{"race", "block_scope", "use atomics of a block's scope between blocks"},
    Phrase{"race", "flag_was_set", "do not clear a flag before the launch"},
    Phrase{"divergent_barrier", "", "have a barrier that not every thread reaches"},
    Phrase{"invalid_lane_mask", "missing_lane", "use the value of a lane that does not take part"},
    Phrase{"invalid_lane_mask", "no_such_lane", "ask for the value of a lane that does not exist"},
    Phrase{"invalid_lane_mask", "", "name a mask that is not that of the lanes which come"},
    Phrase{"deadlock", "endless_loop", "have a loop that does not end"},
    Phrase{"deadlock", "lock_is_kept", "do not give a lock back"},
    Phrase{"deadlock", "blocks_not_resident", "wait for blocks that have no place yet"},
    Phrase{"deadlock", "", "let threads wait for each other for ever"},
    Phrase{"work_limit", "", "have a loop that does not end"},
    Phrase{"division_by_zero", "", "divide by zero"},
    Phrase{"assert", "", "break an assertion"},
    Phrase{"stack_overflow", "", "overflow a thread's stack"},
    Phrase{"invalid_launch", "", "launch with a configuration that no device takes"},
    Phrase{"host_crash", "", "crash in host code"},
    Phrase{"host_exit", "", "end the whole program instead of returning"},
    Phrase{"endless_host_loop", "", "have a loop in host code that does not end"},
    Phrase{"endless_calls", "", "call CUDA in a loop that does not end"},
    Phrase{"host_access", "", "follow a device pointer in host code"},
    Phrase{"invalid_copy", "", "copy in the wrong direction, or too much"},
    Phrase{"invalid_free", "", "free what is no allocation, or no longer one"},
    Phrase{"unsynchronised_access", "", "use managed memory that a kernel may still be using"},
    Phrase{"leak", "", "do not free what they allocate"},
};

/// The name at `key` of an object in the fault, or nothing.
std::string name_in(const json& fault, const char* object, const char* key) {
  const auto found = fault.find(object);
  if (found == fault.end() || !found->is_object() || !found->contains(key) ||
      !(*found)[key].is_string()) {
    return {};
  }
  return (*found)[key].get<std::string>();
}

bool flag(const json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_boolean() && found->get<bool>();
}

int line_of(const json& party) {
  const auto where = party.find("where");
  if (where == party.end() || !where->is_object() || !where->contains("line") ||
      !(*where)["line"].is_number_integer()) {
    return 0;
  }
  return (*where)["line"].get<int>();
}

std::string out_of_bounds(const json& fault) {
  const char* const verb = flag(fault, "is_write") ? "write" : "read";
  const auto allocation = fault.find("allocation");
  if (allocation == fault.end() || !allocation->is_object()) {
    const bool null = fault.value("address", json()) == json("0x0");
    return null ? "follow a null pointer"
                : fmt::format("{} at an address that belongs to no allocation", verb);
  }
  const json distance = allocation->value("distance", json(1));
  const std::string name = name_in(fault, "allocation", "name");
  const bool before = distance.is_number_integer() && distance.get<long long>() < 0;
  return fmt::format("{} {} of {}", verb, before ? "before the beginning" : "past the end",
                     name.empty() ? "an array" : name);
}

bool holds(string_view text, string_view part) {
  return text.find(part) != string_view::npos;
}

/// Whether the line calls a barrier, and not in a comment that takes all of it.
bool is_barrier(string_view line) {
  const std::size_t comment = std::min(line.find("//"), line.size());
  return holds(line.substr(0, comment), "__syncthreads");
}

/// "the second barrier" of the function around two racing lines, counted by reading down to where
/// it is missing: between the two, or behind them where the next turn of a loop comes too early.
std::string missing_barrier(string_view source, int one, int other) {
  static constexpr std::array kOrdinals{"first", "second", "third", "fourth", "fifth"};
  const std::vector<string_view> lines = lines_in(source);
  const auto low = static_cast<std::size_t>(std::max(0, std::min(one, other) - 1));
  const auto high = static_cast<std::size_t>(std::max(0, std::max(one, other) - 1));
  if (low >= high || high >= lines.size()) {
    return "a barrier";
  }
  std::size_t begin = low;
  while (begin > 0 && !holds(lines[begin], "__global__") && !holds(lines[begin], "__device__")) {
    --begin;
  }
  const auto barriers = [&](std::size_t from, std::size_t to) {
    return static_cast<std::size_t>(std::count_if(lines.begin() + static_cast<std::ptrdiff_t>(from),
                                                  lines.begin() + static_cast<std::ptrdiff_t>(to),
                                                  is_barrier));
  };
  const bool in_next_turn = barriers(low, high) > 0;
  const std::size_t before = barriers(begin, in_next_turn ? high : low);
  return before < kOrdinals.size() ? fmt::format("the {} barrier", kOrdinals.at(before))
                                   : "a barrier";
}

bool same_block(const json& fault, const json& other) {
  return fault.value("block", json()) == other.value("block", json());
}

std::string race(const json& fault, const std::string& source) {
  const auto other = fault.find("other");
  if (other == fault.end() || !other->is_object()) {
    return "use one value from several threads without an order";
  }
  if (other->contains("work") && !(*other)["work"].is_null()) {
    return "do not order two launches or copies that use the same memory";
  }
  if (flag(fault, "is_atomic") != flag(*other, "is_atomic")) {
    return "mix atomics with plain accesses of one value";
  }
  const bool both_write = flag(fault, "is_write") && flag(*other, "is_write");
  const int own_line = line_of(fault);
  const int other_line = line_of(*other);
  if (both_write && own_line == other_line) {
    return "let several threads write one element";
  }
  if (!same_block(fault, *other)) {
    return "use in one block what another block writes in the same launch";
  }
  return own_line == other_line ? "read and write the same elements in one step"
                                : "lack " + missing_barrier(source, own_line, other_line);
}

}  // namespace

std::string cause_of(const FaultNote& fault, const std::string& source) {
  const json parsed = json::parse(fault.json, nullptr, false);
  const json object = parsed.is_object() ? parsed : json::object();
  const std::string cause = name_in(object, "cause", "name");
  for (const Phrase& phrase : kPhrases) {
    if (phrase.kind == fault.kind && (phrase.cause.empty() || phrase.cause == cause)) {
      return std::string(phrase.words);
    }
  }
  if (fault.kind == "race") {
    return race(object, source);
  }
  return fault.kind == "out_of_bounds" ? out_of_bounds(object) : "";
}

std::string singular(const std::string& phrase) {
  const std::size_t end = std::min(phrase.find(' '), phrase.size());
  const std::string verb = phrase.substr(0, end);
  const std::string rest = phrase.substr(end);
  if (verb == "have" || verb == "are") {
    return (verb == "have" ? "has" : "is") + rest;
  }
  if (verb == "copy") {
    return "copies" + rest;
  }
  const bool hisses = verb == "do" || (!verb.empty() && verb.back() == 's');
  return verb + (hisses ? "es" : "s") + rest;
}

}  // namespace warpschool::grader::report
