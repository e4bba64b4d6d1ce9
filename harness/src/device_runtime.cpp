// Compiled once per backend, as plain C++, against that backend's cuda_runtime_api.h.
#include "device_runtime.hpp"

#include "device_process.hpp"
#include "warpschool/harness/student.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <array>
#include <vector>

namespace warpschool::harness::device {
namespace {

Status status_of(cudaError_t error) {
  if (error == cudaSuccess) {
    return {};
  }
  return {static_cast<int>(error), cudaGetErrorName(error), cudaGetErrorString(error)};
}

void check(cudaError_t error, const char* what) {
  if (error != cudaSuccess) {
    const Status status = status_of(error);
    throw StudentError(Trouble::kApiError,
                       std::string(what) + " failed: " + status.text + " (" + status.name + ")",
                       status.code);
  }
}

cudaEvent_t event(Stamp which) {
  static std::array<cudaEvent_t, 3> events = [] {
    std::array<cudaEvent_t, 3> made{};
    for (cudaEvent_t& one : made) {
      check(cudaEventCreate(&one), "creating an event");
    }
    return made;
  }();
  return events[static_cast<std::size_t>(which)];
}

int attribute(cudaDeviceAttr which) {
  int value = 0;
  return cudaDeviceGetAttribute(&value, which, 0) == cudaSuccess ? value : 0;
}

/// Scratch memory of twice the L2 cache, kept for the life of the worker.
struct Scratch {
  void* memory = nullptr;
  std::size_t bytes = 0;
  int generation = 0;
  Scratch() : bytes(2 * static_cast<std::size_t>(attribute(cudaDevAttrL2CacheSize))) {
    if (bytes > 0 && cudaMalloc(&memory, bytes) != cudaSuccess) {
      cudaGetLastError();
      bytes = 0;
    }
  }
  void overwrite() {
    if (bytes > 0) {
      check(cudaMemset(memory, ++generation & 0xFF, bytes), "emptying the cache");
    }
  }
};

Scratch& scratch() {
  static Scratch made;
  return made;
}

}  // namespace

void* allocate(std::size_t bytes) {
  void* pointer = nullptr;
  check(cudaMalloc(&pointer, bytes), "allocating device memory for the test's arrays");
  return pointer;
}

void release(void* pointer) noexcept {
  cudaFree(pointer);
}

void copy_to_device(void* device, const void* host, std::size_t bytes) {
  check(cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice),
        "copying the inputs to the device");
}

void copy_to_host(void* host, const void* device, std::size_t bytes) {
  check(cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost), "copying the results to the host");
}

void copy_steps(void* to, std::size_t to_step, const void* from, std::size_t from_step,
                std::size_t bytes, std::size_t count) {
  check(cudaMemcpy2D(to, to_step, from, from_step, bytes, count, cudaMemcpyDeviceToDevice),
        "putting the test's values into place");
}

void fill(void* device, int byte, std::size_t bytes) {
  check(cudaMemset(device, byte, bytes), "preparing the test's arrays");
}

const char* memory_kind(const void* pointer) {
  cudaPointerAttributes attributes{};
  if (cudaPointerGetAttributes(&attributes, pointer) != cudaSuccess) {
    cudaGetLastError();
    return "no memory";
  }
  switch (attributes.type) {
    case cudaMemoryTypeDevice:
      return "device memory";
    case cudaMemoryTypeManaged:
      return "managed memory";
    case cudaMemoryTypeHost:
      return "pinned host memory";
    default:
      return "pageable host memory";
  }
}

Status take_last_error() {
  return status_of(cudaGetLastError());
}

Status error_in_words(const std::string& text) {
  constexpr int kMost = 1'000;
  const std::string unknown = cudaGetErrorString(static_cast<cudaError_t>(kMost));
  for (int code = 1; code < kMost && text != unknown; ++code) {
    if (const auto error = static_cast<cudaError_t>(code); text == cudaGetErrorString(error)) {
      return status_of(error);
    }
  }
  return {};
}

Status synchronise() {
  return status_of(cudaDeviceSynchronize());
}

void flush_l2() {
  scratch().overwrite();
}

double longest_pause_us() {
  constexpr std::size_t kPieces = 200;  // of 30 to 50 us on the GPUs that were tried
  constexpr int kAhead = 20;            // queued first: the host must never be what is waited for
  static std::vector<cudaEvent_t> events = [] {
    std::vector<cudaEvent_t> made(kPieces + 1);
    for (cudaEvent_t& one : made) {
      check(cudaEventCreate(&one), "creating an event");
    }
    return made;
  }();
  for (int i = 0; i < kAhead; ++i) {
    scratch().overwrite();
  }
  check(cudaEventRecord(events[0], nullptr), "recording an event");
  for (std::size_t i = 1; i <= kPieces; ++i) {
    scratch().overwrite();
    check(cudaEventRecord(events[i], nullptr), "recording an event");
  }
  check(cudaEventSynchronize(events[kPieces]), "waiting for an event");
  std::vector<float> pieces(kPieces);
  for (std::size_t i = 0; i < kPieces; ++i) {
    check(cudaEventElapsedTime(&pieces[i], events[i], events[i + 1]),
          "reading the time between events");
  }
  std::sort(pieces.begin(), pieces.end());
  return static_cast<double>(pieces.back() - pieces[kPieces / 2]) * 1e3;
}

bool was_reset() {
  const cudaError_t error = cudaEventQuery(event(Stamp::kBegin));
  if (error == cudaSuccess || error == cudaErrorNotReady) {
    return false;
  }
  cudaGetLastError();
  return error == cudaErrorInvalidResourceHandle || error == cudaErrorContextIsDestroyed;
}

void stamp(Stamp which) {
  check(cudaEventRecord(event(which), nullptr), "recording an event");
}

Status mark(int which) {
  return status_of(static_cast<cudaError_t>(device_process().mark(which)));
}

void take_input(void* device, std::uint64_t offset, std::size_t bytes) {
  check(static_cast<cudaError_t>(device_process().take_input(device, offset, bytes)),
        "copying the inputs to the device");
}

bool is_input(const void* device, std::uint64_t offset, std::size_t bytes) {
  int same = 0;
  check(static_cast<cudaError_t>(device_process().is_input(device, offset, bytes, &same)),
        "looking at the inputs on the device");
  return same != 0;
}

std::uint32_t give_output(const void* device, std::size_t bytes) {
  unsigned number = 0;
  check(static_cast<cudaError_t>(device_process().give_output(device, bytes, &number)),
        "copying the results from the device");
  return number;
}

double between_us(Stamp begin, Stamp end) {
  float milliseconds = 0;
  check(cudaEventSynchronize(event(end)), "waiting for an event");
  check(cudaEventElapsedTime(&milliseconds, event(begin), event(end)),
        "reading the time between events");
  return static_cast<double>(milliseconds) * 1e3;
}

const Info& info() {
  static const Info known = [] {
    Info found;
    cudaDeviceProp properties{};
    if (cudaGetDeviceProperties(&properties, 0) == cudaSuccess) {
      found.name = properties.name;
    }
    // Kilohertz times bits, two transfers a clock; 0 where a driver no longer tells.
    const double clock = attribute(cudaDevAttrMemoryClockRate);
    const double bits = attribute(cudaDevAttrGlobalMemoryBusWidth);
    found.peak_bytes_per_us = 2.0 * clock * 1e3 * bits / 8.0 / 1e6;
    cudaGetLastError();
    return found;
  }();
  return known;
}

}  // namespace warpschool::harness::device
