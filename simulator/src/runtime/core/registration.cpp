// What clang's host code calls: static constructors that register kernels and variables, and the
// <<<>>> of a launch.
#include "runtime/base/call_site.hpp"
#include "runtime/base/host_abi.hpp"
#include "runtime/base/symbol_names.hpp"
#include "runtime/base/variable_declarations.hpp"
#include "runtime/core/runtime.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <dlfcn.h>
#include <fmt/format.h>
#include <string>

namespace warpschool::sim::runtime {
namespace {

thread_local PendingLaunches t_pending;

PtxFile* file_of(void** handle) {
  return reinterpret_cast<PtxFile*>(handle);
}

/// nvcc warns of "limit = 5;" in host code for "__device__ int limit;". Here it is told when the
/// program ends, as clang lets it pass.
void tell_host_writes(Runtime& runtime, const PtxFile* file) {
  for (const SymbolEntry* entry : runtime.modules().written_by_host(file)) {
    const std::string name = readable_variable(entry->name);
    const std::string place = place_of_variable(name, {file->source_name, 0, 0});
    runtime.recorder().note(fmt::format(
        "host code wrote to the device variable '{}'{}: it has a host variable of that name, and "
        "kernels do not see it. Use cudaMemcpyToSymbol; cudaMalloc sets a pointer of the host "
        "first, which cudaMemcpyToSymbol copies then",
        name,
        place.empty() ? "" : " (declared at " + place.substr(place.find_last_of('/') + 1) + ")"));
  }
}

void unload(Runtime& runtime, PtxFile* file) {
  tell_host_writes(runtime, file);
  runtime.unload(file);
}

}  // namespace

// NOLINTBEGIN(readability-function-size,bugprone-reserved-identifier): names and parameters are
// those that clang's host code calls
extern "C" {

void** __cudaRegisterFatBinary(const void* wrapper) {
  FatBinaryWrapper record;
  std::memcpy(&record, wrapper, sizeof(record));
  void** handle = nullptr;
  call(
      [&](Runtime& runtime) {
        const bool known = record.magic == kWrapperMagic;
        handle =
            reinterpret_cast<void**>(runtime.modules().add_file(known ? record.image : nullptr));
        return cudaSuccess;
      },
      Sticky::kIgnored, Callers::kAll);
  return handle;
}

/// Managed variables have their initial values when main begins, so their file is loaded at once.
void __cudaRegisterFatBinaryEnd(void** handle) {
  PtxFile* file = file_of(handle);
  if (file == nullptr || file->managed.empty()) {
    return;
  }
  call(
      [&](Runtime& runtime) {
        std::string complaint;
        if (!runtime.modules().load(*file, runtime.device(), complaint)) {
          runtime.recorder().note(complaint);
        }
        return cudaSuccess;
      },
      Sticky::kIgnored, Callers::kAll);
}

/// What clang calls for relocatable device code under a name that differs from file to file; simcc
/// renames it in each object. All files of one program or shared library are linked.
void warpschool_sim_register_linked(void (*register_globals)(void**), const void* wrapper,
                                    const void*, void (*)(void*)) {
  void** handle = __cudaRegisterFatBinary(wrapper);
  Dl_info object;
  if (handle != nullptr) {
    file_of(handle)->linked_into = ::dladdr(wrapper, &object) != 0 ? object.dli_fbase : wrapper;
  }
  if (register_globals != nullptr) {
    register_globals(handle);
  }
  if (handle != nullptr) {
    call(
        [&](Runtime& runtime) {
          runtime.modules().link_managed(*file_of(handle), runtime.device());
          return cudaSuccess;
        },
        Sticky::kIgnored, Callers::kAll);
  }
}

void warpschool_sim_managed_section(const void* begin, const void* end) {
  call(
      [&](Runtime& runtime) {
        runtime.modules().add_managed_section(begin, end);
        return cudaSuccess;
      },
      Sticky::kIgnored, Callers::kAll);
}

void __cudaUnregisterFatBinary(void** handle) {
  if (is_forked() || is_inside()) {
    return;  // the process ends, and the runtime is in no state to be asked
  }
  if (is_exiting()) {
    Runtime& runtime = Runtime::instance();
    const std::unique_lock<std::mutex> lock(runtime.mutex(), std::try_to_lock);
    if (lock.owns_lock()) {  // else a kernel of another thread runs, for which nobody waits
      unload(runtime, file_of(handle));
    }
    return;
  }
  call(
      [&](Runtime& runtime) {
        unload(runtime, file_of(handle));
        return cudaSuccess;
      },
      Sticky::kIgnored, Callers::kAll);
}

int __cudaRegisterFunction(void** handle, const char* host_function, char*, const char* device_name,
                           int, uint3*, uint3*, dim3*, dim3*, int*) {
  return call(
      [&](Runtime& runtime) {
        runtime.modules().add_kernel(file_of(handle), host_function, device_name);
        return cudaSuccess;
      },
      Sticky::kIgnored, Callers::kAll);
}

void __cudaRegisterVar(void** handle, char* host_variable, char*, const char* device_name, int,
                       std::size_t bytes, int, int) {
  call(
      [&](Runtime& runtime) {
        runtime.modules().add_symbol(file_of(handle), host_variable, device_name, bytes);
        return cudaSuccess;
      },
      Sticky::kIgnored, Callers::kAll);
}

void __cudaRegisterTexture(void** handle, const void* host_variable, const void**,
                           const char* device_name, int, int, int) {
  call(
      [&](Runtime& runtime) {
        runtime.modules().add_texture_reference(file_of(handle), host_variable, device_name);
        return cudaSuccess;
      },
      Sticky::kIgnored, Callers::kAll);
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
  set_launch_site(return_address);
  return cudaSuccess;
}

}  // extern "C"
// NOLINTEND(readability-function-size,bugprone-reserved-identifier)

}  // namespace warpschool::sim::runtime
