// Finds the stack frames of functions that have not returned.
#include "runtime/host_memory/stack_frames.hpp"

#include "runtime/base/remote_host.hpp"

#include <cstdint>
#include <unwind.h>

namespace warpschool::sim::runtime {
namespace {

/// Above a function's variables lies, on x86-64, the address it returns to: "System V Application
/// Binary Interface, AMD64", 3.2.2. The canonical frame address is the place behind that.
#if defined(__x86_64__)
constexpr std::uintptr_t kReturnAddressBytes = sizeof(void*);
#else
constexpr std::uintptr_t kReturnAddressBytes = 0;
#endif

struct Search {
  std::uintptr_t address = 0;
  std::uintptr_t lowest = 0;  ///< of the frames, whose addresses grow towards main()
  std::uintptr_t end = 0;
};

_Unwind_Reason_Code look_at_frame(_Unwind_Context* context, void* data) {
  Search& search = *static_cast<Search*>(data);
  const std::uintptr_t frame = _Unwind_GetCFA(context);
  if (search.lowest == 0) {
    search.lowest = frame;
  }
  if (search.address < search.lowest) {
    return _URC_END_OF_STACK;  // on no stack, or on that of another thread
  }
  if (frame <= search.address) {
    return _URC_NO_REASON;
  }
  search.end = frame - kReturnAddressBytes;
  return _URC_END_OF_STACK;
}

}  // namespace

std::optional<std::size_t> rest_of_frame(const void* address) {
  if (RemoteHost* remote = remote_host(); remote != nullptr) {
    return remote->rest_of_frame(address);
  }
  Search search{reinterpret_cast<std::uintptr_t>(address)};
  if (search.address < reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0))) {
    return std::nullopt;  // most often the heap: not worth a look at tables
  }
  _Unwind_Backtrace(&look_at_frame, &search);
  return search.end <= search.address ? std::nullopt
                                      : std::optional<std::size_t>(search.end - search.address);
}

}  // namespace warpschool::sim::runtime
