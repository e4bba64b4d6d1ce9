// Answers the program's calls with the runtime of this process.
#include "runtime/service/dispatch.hpp"

#include "runtime/base/call_site.hpp"
#include "runtime/service/remote_program.hpp"
#include "runtime/wire/marshal.hpp"

#include <cuda_runtime_api.h>

#include <array>
#include <iterator>
#include <mutex>
#include <set>
#include <string>

namespace warpschool::sim::runtime::service {
namespace {

using wire::Reader;
using wire::Writer;

using Handler = void (*)(Reader&, Writer&);

#define WARPSCHOOL_CALL(count, name) [](Reader& in, Writer& out) { wire::serve(&(name), in, out); },
#define WARPSCHOOL_OVERLOADED(count, name, ...)                                \
  [](Reader& in, Writer& out) {                                                \
    wire::serve(static_cast<std::add_pointer_t<__VA_ARGS__>>(&name), in, out); \
  },
constexpr Handler kHandlers[] = {
#include "runtime/wire/calls.def"
};
#undef WARPSCHOOL_CALL
#undef WARPSCHOOL_OVERLOADED

/// The runtime keeps the address of a file's name.
const char* kept(std::string text) {
  constexpr std::size_t kMostNames = 4096, kLongest = 4096;
  static std::mutex mutex;
  static std::set<std::string> names;
  const std::lock_guard<std::mutex> lock(mutex);
  const auto known = names.find(text);
  if (known != names.end()) {
    return known->c_str();
  }
  return text.size() > kLongest || names.size() >= kMostNames
             ? ""
             : names.insert(std::move(text)).first->c_str();
}

/// Where in the program the call comes from.
class FromThere {
 public:
  explicit FromThere(const wire::Head& head) : outer_(remote_caller()) {
    set_remote_caller(wire::as_pointer(head.return_address));
    if (head.launch_address != 0) {
      set_launch_site(wire::as_pointer(head.launch_address));
    }
  }
  ~FromThere() { set_remote_caller(outer_); }
  FromThere(const FromThere&) = delete;
  FromThere& operator=(const FromThere&) = delete;

 private:
  const void* outer_;
};

void answer(const wire::Head& head, Reader& in, Writer& out) {
  if (head.what < std::size(kHandlers)) {
    kHandlers[head.what](in, out);
  } else {
    answer_special(static_cast<wire::Special>(head.what), in, out);
  }
}

}  // namespace

void answer_call(wire::Lane& lane, const std::vector<std::byte>& message) {
  try {
    Reader in(message.data(), message.size());
    const auto head = in.get<wire::Head>();
    if (head.kind != wire::Kind::kCall) {
      refuse_program("a call was expected");
    }
    if (head.origin_line != 0) {
      set_next_origin(kept(in.text()), static_cast<int>(head.origin_line),
                      head.origin_element_bytes);
    }
    const std::byte* ahead = in.bytes(head.prefetched_bytes);
    const OnLane on_lane(lane, Reader(ahead, head.prefetched_bytes));
    const FromThere from_there(head);
    Writer results;
    {
      const RemoteProgram::AtWork at_work(program());
      answer(head, in, results);
    }
    Writer out;
    wire::Head reply;
    reply.kind = wire::Kind::kReply;
    reply.what = head.what;
    out.put(reply);
    program().put_changes(out);
    out.bytes(results.data(), results.size());
    if (!wire::send(lane, out, wire::Side::kProgram)) {
      refuse_program("a reply is too long");
    }
  } catch (const wire::Malformed& error) {
    refuse_program(error.what());
  }
}

}  // namespace warpschool::sim::runtime::service
