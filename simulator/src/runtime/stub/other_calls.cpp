// Functions whose arguments need more than calls.def says, and those that the device is not asked.
#include "runtime/base/error_names.hpp"
#include "runtime/stub/connection.hpp"

#include <cuda_runtime_api.h>

#include <cstdio>
#include <cstring>
#include <sys/mman.h>

namespace warpschool::sim::runtime::stub {
namespace {

using wire::Special;

constexpr std::uintptr_t kPageBytes = 4096;

/// The program has looked at what an error means.
void note_seen(cudaError_t error) {
  if (is_connected() && !is_inside()) {
    Outgoing call(Special::kErrorSeen);
    call.arguments().put(error);
    call.send();
  }
}

/// Its pages are being used this very moment.
bool is_on_this_stack(std::uintptr_t begin, std::uintptr_t end) {
  constexpr std::uintptr_t kReach = std::uintptr_t{64} << 10;
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  return begin < here + kReach && here < end + kReach;
}

/// Never silently: who meets this learns the name of what is missing.
cudaError_t refuse(const char* name) {
  std::fprintf(stderr,
               "warpschool: %s is not available where the device is a process of its own "
               "(cudaErrorNotSupported); graded programs do without it.\n",
               name);
  return cudaErrorNotSupported;
}

}  // namespace

bool share_with_device(const void* begin, std::size_t bytes) {
  const auto address = reinterpret_cast<std::uintptr_t>(begin);
  const std::uintptr_t first = address / kPageBytes * kPageBytes;
  const std::uintptr_t end = (address + bytes + kPageBytes - 1) / kPageBytes * kPageBytes;
  if (bytes == 0 || end <= first || is_on_this_stack(first, end)) {
    return false;
  }
  Outgoing room(Special::kShareBegin);
  room.arguments().put(std::uint64_t{first});
  room.arguments().put(std::uint64_t{end - first});
  if (room.send() != cudaSuccess || room.results().get<std::uint64_t>() == 0) {
    return false;
  }
  const auto offset = room.results().get<std::uint64_t>();
  void* const place = wire::as_pointer(first);
  if (!copy_guarded(shared_base() + offset, place, end - first) ||
      ::mremap(shared_base() + offset, 0, end - first, MREMAP_MAYMOVE | MREMAP_FIXED, place) !=
          place) {
    return false;
  }
  Outgoing shared(Special::kShareEnd);
  shared.arguments().put(std::uint64_t{first});
  shared.arguments().put(std::uint64_t{end - first});
  shared.arguments().put(offset);
  return shared.send() == cudaSuccess && shared.results().get<std::uint8_t>() != 0;
}

// NOLINTBEGIN(readability-function-size): the parameters are CUDA's
extern "C" {

const char* cudaGetErrorName(cudaError_t error) {
  note_seen(error);
  return error_name(error);
}

const char* cudaGetErrorString(cudaError_t error) {
  note_seen(error);
  return error_text(error);
}

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                            cudaChannelFormatKind kind) {
  return {x, y, z, w, kind};
}

cudaError_t cudaHostRegister(void* host, size_t bytes, unsigned int flags) {
  share_with_device(host, bytes);  // else the device says why not
  Outgoing call(Special::kRegisterMemory, __builtin_return_address(0));
  call.arguments().put(reinterpret_cast<std::uint64_t>(host));
  call.arguments().put(std::uint64_t{bytes});
  call.arguments().put(flags);
  const cudaError_t error = call.send();
  return error == cudaSuccess ? call.results().get<cudaError_t>() : error;
}

#define WARPSCHOOL_REFUSED(name, ...) \
  cudaError_t name(__VA_ARGS__) {     \
    return refuse(#name);             \
  }
#include "runtime/stub/refused_calls.def"
#undef WARPSCHOOL_REFUSED

}  // extern "C"
// NOLINTEND(readability-function-size)

}  // namespace warpschool::sim::runtime::stub
