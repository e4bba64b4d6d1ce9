// Copies between the judge's values and device memory, with the calls that a program would make.
#include "runtime/service/sealed_values.hpp"

#include "runtime/base/addresses.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/service/call_marks.hpp"
#include "runtime/service/remote_program.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <mutex>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace warpschool::sim::runtime::service {
namespace {

/// A harness gives a few arrays a question.
constexpr std::size_t kMostOutputs = 1024;
constexpr std::uint64_t kMostOutputBytes = std::uint64_t{4} << 30;

struct Sealed {
  std::mutex mutex;
  std::byte* inputs = nullptr;
  std::uint64_t input_bytes = 0;
  std::vector<std::vector<std::byte>> outputs;
  std::uint64_t output_bytes = 0;
};

Sealed& sealed() {
  static Sealed all;
  return all;
}

/// A part of device memory, and one of the inputs, that the program names.
struct Part {
  void* device = nullptr;
  std::uint64_t offset = 0, bytes = 0;
};

/// False: there is no such memory, and a copy will say why. An input in memory that the program
/// sees would be the program's.
bool is_device_memory(const void* device, std::uint64_t bytes) {
  Runtime& runtime = Runtime::instance();
  const std::unique_lock<std::mutex> lock = runtime.lock();
  const Allocation* const held = runtime.memory().find(address_of(device));
  const bool is_seen = held != nullptr && (held->kind == AllocationKind::kManaged ||
                                           held->kind == AllocationKind::kPinnedHost);
  if (is_seen) {
    throw wire::Malformed("what the judge gives or gets is not in device memory");
  }
  return held != nullptr && held->contains(address_of(device), bytes);
}

/// With the lock of sealed().
Part input_part(wire::Reader& in) {
  Part part;
  part.device = pointer_to(in.get<std::uint64_t>());
  part.offset = in.get<std::uint64_t>();
  part.bytes = in.get<std::uint64_t>();
  if (part.offset > sealed().input_bytes || part.bytes > sealed().input_bytes - part.offset) {
    throw wire::Malformed("the judge has given no such input");
  }
  return part;
}

/// Bytes of device memory in a buffer of this process.
cudaError_t fetch(const void* device, std::uint64_t bytes, std::vector<std::byte>& values) {
  values.resize(bytes == 0 || is_device_memory(device, bytes) ? bytes : 1);
  if (bytes == 0) {
    return cudaSuccess;
  }
  const OwnMemory own(values.data(), values.size());
  const cudaError_t error = cudaMemcpy(values.data(), device, bytes, cudaMemcpyDeviceToHost);
  if (error == cudaSuccess) {
    note_sealed_copy(false, bytes);
  }
  return error;
}

}  // namespace

bool begin_sealed_values(int file, std::uint64_t bytes) {
  Sealed& all = sealed();
  const std::lock_guard<std::mutex> lock(all.mutex);
  if (all.inputs != nullptr) {
    ::munmap(std::exchange(all.inputs, nullptr), std::exchange(all.input_bytes, 0));
  }
  all.outputs.clear();
  all.output_bytes = 0;
  if (file < 0) {
    return true;
  }
  void* const mapped =
      bytes == 0 ? MAP_FAILED : ::mmap(nullptr, bytes, PROT_READ, MAP_SHARED, file, 0);
  ::close(file);
  if (mapped == MAP_FAILED) {
    return bytes == 0;
  }
  all.inputs = static_cast<std::byte*>(mapped);
  all.input_bytes = bytes;
  return true;
}

void take_input(wire::Reader& in, wire::Writer& out) {
  Sealed& all = sealed();
  const std::lock_guard<std::mutex> lock(all.mutex);
  const Part part = input_part(in);
  cudaError_t error = cudaSuccess;
  if (part.bytes > 0) {
    is_device_memory(part.device, part.bytes);
    std::byte* const from = all.inputs + part.offset;
    const OwnMemory own(from, part.bytes);
    error = cudaMemcpy(part.device, from, part.bytes, cudaMemcpyHostToDevice);
    if (error == cudaSuccess) {
      note_sealed_copy(true, part.bytes);
    }
  }
  out.put(error);
}

void is_input(wire::Reader& in, wire::Writer& out) {
  Sealed& all = sealed();
  const std::lock_guard<std::mutex> lock(all.mutex);
  const Part part = input_part(in);
  std::vector<std::byte> now;
  const cudaError_t error = fetch(part.device, part.bytes, now);
  const bool is_same =
      error != cudaSuccess || std::equal(now.begin(), now.end(), all.inputs + part.offset);
  out.put(error);
  out.put(static_cast<std::uint8_t>(is_same ? 1 : 0));
}

void give_output(wire::Reader& in, wire::Writer& out) {
  Sealed& all = sealed();
  const std::lock_guard<std::mutex> lock(all.mutex);
  const void* const device = pointer_to(in.get<std::uint64_t>());
  const auto bytes = in.get<std::uint64_t>();
  if (all.outputs.size() >= kMostOutputs || bytes > kMostOutputBytes - all.output_bytes) {
    throw wire::Malformed("more is given to the judge than any harness gives");
  }
  std::vector<std::byte> values;
  const cudaError_t error = fetch(device, bytes, values);
  out.put(error);
  out.put(static_cast<std::uint32_t>(all.outputs.size()));
  if (error == cudaSuccess) {
    all.output_bytes += bytes;
    all.outputs.push_back(std::move(values));
  }
}

std::vector<std::vector<std::byte>> take_outputs() {
  Sealed& all = sealed();
  const std::lock_guard<std::mutex> lock(all.mutex);
  return std::exchange(all.outputs, {});
}

}  // namespace warpschool::sim::runtime::service
