// All that the harness asks of a CUDA runtime. Implemented in device_runtime.cpp, which is compiled
// once per backend against that backend's cuda_runtime_api.h; called in workers only, so CUDA is
// never initialised before a fork.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace warpschool::harness::device {

/// A cudaError_t with its words. code 0 is success.
struct Status {
  int code = 0;
  std::string name;
  std::string text;
  explicit operator bool() const { return code == 0; }
};

/// The error for which the runtime has just these words; success if there is none.
Status error_in_words(const std::string& text);

/// These throw StudentError(kApiError) with what was attempted.
void* allocate(std::size_t bytes);
void release(void* pointer) noexcept;
void copy_to_device(void* device, const void* host, std::size_t bytes);
void copy_to_host(void* host, const void* device, std::size_t bytes);
/// On the device: `count` times `bytes`, as far apart as the steps say.
void copy_steps(void* to, std::size_t to_step, const void* from, std::size_t from_step,
                std::size_t bytes, std::size_t count);
void fill(void* device, int byte, std::size_t bytes);

/// Of a device that is a process of its own (warpschool_device_take_input and so on): the worker
/// does not see these values.
void take_input(void* device, std::uint64_t offset, std::size_t bytes);
bool is_input(const void* device, std::uint64_t offset, std::size_t bytes);
std::uint32_t give_output(const void* device, std::size_t bytes);

/// Of a pointer that is not null: "device memory" and so on, as in harness/device_memory.hpp.
const char* memory_kind(const void* pointer);

/// cudaGetLastError and cudaDeviceSynchronize.
Status take_last_error();
Status synchronise();

/// Evicts what earlier work left in the L2 cache, persisting lines included.
void flush_l2();

/// Keeps the device busy for some milliseconds and looks when it stood still: the longest pause
/// between neighbouring pieces of that work beyond the usual, in microseconds. A device that other
/// processes use, too, gives them slices of a millisecond or more (time slicing, CUDA C++
/// Programming Guide, "Multi-Process Service"); one that is ours alone makes pauses of a few
/// microseconds. On a real GPU only.
double longest_pause_us();

/// The device was reset since this was asked first: the harness's events are gone. Asked while work
/// goes on it leaves an error behind.
bool was_reset();

/// Event stamps on the default stream.
enum class Stamp { kBegin, kEnd, kSettled };
void stamp(Stamp which);
/// warpschool_device_mark, with its answer.
Status mark(int which);
/// Microseconds between two stamps that the device has passed.
double between_us(Stamp begin, Stamp end);

struct Info {
  std::string name;
  double peak_bytes_per_us = 0;
};
const Info& info();

}  // namespace warpschool::harness::device
