// What clang's host code calls, and launches: registrations of kernels and variables, <<<>>>.
#include "runtime/base/host_abi.hpp"
#include "runtime/stub/connection.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace warpschool::sim::runtime::stub {
namespace {

using wire::Special;

constexpr const char* kMark = "// warpschool-ptx ";

thread_local PendingLaunches t_pending;
thread_local const void* t_launch_site = nullptr;
thread_local Origin t_origin;

std::uint64_t number(const void* pointer) {
  return reinterpret_cast<std::uint64_t>(pointer);
}

void** register_file(const void* wrapper, const void* linked_into) {
  FatBinaryWrapper record;
  std::memcpy(&record, wrapper, sizeof record);
  const bool known = record.magic == kWrapperMagic && record.image != nullptr &&
                     std::strncmp(record.image, kMark, std::strlen(kMark)) == 0;
  Outgoing call(Special::kRegisterFile, __builtin_return_address(0));
  call.arguments().put(number(known ? record.image : nullptr));
  call.arguments().put(std::uint64_t{known ? std::strlen(record.image) : 0});
  call.arguments().put(number(linked_into));
  return call.send() == cudaSuccess ? static_cast<void**>(call.results().pointer()) : nullptr;
}

void send_handle(Special what, void** handle) {
  if (handle != nullptr) {
    Outgoing call(what);
    call.arguments().put(number(handle));
    call.send();
  }
}

void send_name(Special what, void** handle, const void* host, std::uint64_t bytes,
               const char* name) {
  if (handle == nullptr) {
    return;
  }
  Outgoing call(what);
  call.arguments().put(number(handle));
  call.arguments().put(number(host));
  if (what == Special::kRegisterVariable) {
    call.arguments().put(bytes);
  }
  call.arguments().text(name);
  call.send();
}

/// How large each argument of a kernel is, as the device has told.
class Layouts {
 public:
  bool find(const void* function, std::vector<std::uint32_t>& sizes) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = sizes_.find(function);
    if (found == sizes_.end()) {
      return false;
    }
    sizes = found->second;
    return true;
  }
  void keep(const void* function, std::vector<std::uint32_t> sizes) {
    const std::lock_guard<std::mutex> lock(mutex_);
    sizes_[function] = std::move(sizes);
  }
  void forget() {
    const std::lock_guard<std::mutex> lock(mutex_);
    sizes_.clear();
  }

 private:
  std::mutex mutex_;
  std::unordered_map<const void*, std::vector<std::uint32_t>> sizes_;
};

Layouts& layouts() {
  static Layouts& all = *new Layouts;
  return all;
}

/// Sends the arguments along where their sizes are known; else the device asks for them.
bool prefetch_arguments(Outgoing& call, const void* function, void** arguments) {
  constexpr std::size_t kMostBytes = 8u << 10;
  std::vector<std::uint32_t> sizes;
  if (!layouts().find(function, sizes)) {
    return false;
  }
  std::vector<void*> entries(sizes.size());
  if (arguments == nullptr ||
      !copy_guarded(entries.data(), arguments, entries.size() * sizeof(void*))) {
    return true;
  }
  call.prefetch(arguments, entries.size() * sizeof(void*));
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (entries[i] != nullptr && sizes[i] <= kMostBytes) {
      call.prefetch(entries[i], sizes[i]);
    }
  }
  return true;
}

cudaError_t finish_launch(Outgoing& call, const void* function) {
  if (const cudaError_t error = call.send(); error != cudaSuccess) {
    return error;
  }
  const auto status = call.results().get<cudaError_t>();
  if (const auto count = call.results().get<std::uint32_t>(); count != 0) {
    std::vector<std::uint32_t> sizes(count - 1);
    for (std::uint32_t& size : sizes) {
      size = call.results().get<std::uint32_t>();
    }
    layouts().keep(function, std::move(sizes));
  }
  return status;
}

void begin_launch(Outgoing& call, std::uint32_t variant, const void* function, void** arguments) {
  call.head().launch_address = number(take_launch_site());
  const bool known = prefetch_arguments(call, function, arguments);
  call.arguments().put(variant);
  call.arguments().put(static_cast<std::uint8_t>(known ? 0 : 1));
  call.arguments().put(number(function));
  call.arguments().put(number(arguments));
}

/// @param where on the device, and where in the program
cudaError_t launch(std::uint32_t variant, const void* function, void** arguments,
                   const PendingLaunch& where) {
  Outgoing call(Special::kLaunch, where.return_address);
  begin_launch(call, variant, function, arguments);
  call.arguments().put(where.grid);
  call.arguments().put(where.block);
  call.arguments().put(std::uint64_t{where.shared_bytes});
  call.arguments().put(where.stream);
  return finish_launch(call, function);
}

}  // namespace

Origin take_origin() {
  return std::exchange(t_origin, {});
}

const void* take_launch_site() {
  return std::exchange(t_launch_site, nullptr);
}

// NOLINTBEGIN(readability-function-size,bugprone-reserved-identifier): names and parameters are
// those that clang's host code calls
extern "C" {

void warpschool_sim_next_origin(const char* file, int line, size_t element_bytes) {
  t_origin = {file, line, element_bytes};
}

void** __cudaRegisterFatBinary(const void* wrapper) {
  return register_file(wrapper, nullptr);
}

void __cudaRegisterFatBinaryEnd(void** handle) {
  send_handle(Special::kRegisterFileEnd, handle);
}

void __cudaUnregisterFatBinary(void** handle) {
  send_handle(Special::kUnregisterFile, handle);
  layouts().forget();
}

void warpschool_sim_register_linked(void (*register_globals)(void**), const void* wrapper,
                                    const void*, void (*)(void*)) {
  Dl_info object;
  void** handle =
      register_file(wrapper, ::dladdr(wrapper, &object) != 0 ? object.dli_fbase : wrapper);
  if (register_globals != nullptr) {
    register_globals(handle);
  }
  send_handle(Special::kLinkManaged, handle);
}

void warpschool_sim_managed_section(const void* begin, const void* end) {
  const auto bytes =
      static_cast<std::size_t>(static_cast<const char*>(end) - static_cast<const char*>(begin));
  if (!share_with_device(begin, bytes)) {
    std::fputs("warpschool: the device has no room for the __managed__ variables\n", stderr);
    std::abort();  // kernels would use others
  }
  Outgoing call(Special::kManagedSection);
  call.arguments().put(number(begin));
  call.arguments().put(number(end));
  call.send();
}

int __cudaRegisterFunction(void** handle, const char* host_function, char*, const char* device_name,
                           int, uint3*, uint3*, dim3*, dim3*, int*) {
  send_name(Special::kRegisterKernel, handle, host_function, 0, device_name);
  return cudaSuccess;
}

void __cudaRegisterVar(void** handle, char* host_variable, char*, const char* device_name, int,
                       std::size_t bytes, int, int) {
  send_name(Special::kRegisterVariable, handle, host_variable, bytes, device_name);
}

void __cudaRegisterTexture(void** handle, const void* host_variable, const void**,
                           const char* device_name, int, int, int) {
  send_name(Special::kRegisterTexture, handle, host_variable, 0, device_name);
}

unsigned int __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes,
                                         struct CUstream_st* stream) {
  t_pending.push({grid, block, shared_bytes, stream, __builtin_return_address(0)});
  return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared_bytes,
                                       void* stream) {
  const void* return_address = nullptr;
  if (!t_pending.pop(grid, block, shared_bytes, stream, return_address)) {
    return cudaErrorMissingConfiguration;
  }
  t_launch_site = return_address;
  return cudaSuccess;
}

cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                             size_t shared_bytes, cudaStream_t stream) {
  return launch(0, function, arguments,
                {grid, block, shared_bytes, stream, __builtin_return_address(0)});
}

cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block,
                                        void** arguments, size_t shared_bytes,
                                        cudaStream_t stream) {
  return launch(1, function, arguments,
                {grid, block, shared_bytes, stream, __builtin_return_address(0)});
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* function,
                                void** arguments) {
  Outgoing call(Special::kLaunch, __builtin_return_address(0));
  begin_launch(call, 2, function, arguments);
  call.arguments().put(static_cast<std::uint8_t>(config != nullptr ? 1 : 0));
  if (config != nullptr) {
    call.arguments().put(*config);
  }
  return finish_launch(call, function);
}

}  // extern "C"
// NOLINTEND(readability-function-size,bugprone-reserved-identifier)

}  // namespace warpschool::sim::runtime::stub
