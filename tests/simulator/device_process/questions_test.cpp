// What a judge gets of a device that is another process: marks, reports, sealed values.
#include "started_device.hpp"
#include "warpschool/harness/catch.hpp"
#include "warpschool/sim/device_process.h"
#include "warpschool/sim/extension.h"

#include <cstdint>
#include <numeric>
#include <string>
#include <unistd.h>
#include <vector>

using namespace warpschool::tests;

TEST_CASE("the judge gets the report; the program can neither set options nor take it") {
  const int control = device().control;
  CHECK(warpschool_sim_set_option("races", 0) == -1);
  CHECK(std::string(warpschool_sim_take_report()).empty());
  REQUIRE(warpschool_device_question(control, 1, -1, 0, kPatienceMs) == 0);
  int* numbers = nullptr;
  REQUIRE(cudaMalloc(reinterpret_cast<void**>(&numbers), 128) == cudaSuccess);
  REQUIRE(cudaMemset(numbers, 0, 128) == cudaSuccess);
  REQUIRE(warpschool_device_mark(0) == 0);
  REQUIRE(launch_add(numbers, 1, 32) == cudaSuccess);
  REQUIRE(warpschool_device_mark(2) == 0);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  REQUIRE(warpschool_device_mark(3) == 0);
  std::string report = warpschool_device_report(control, kPatienceMs);
  CHECK(report.find("\"marks\":\"Tes\"") != std::string::npos);
  CHECK(report.find("\"launches_outside\":0") != std::string::npos);
  CHECK(report.find("\"timed_us\":0,") == std::string::npos);
  REQUIRE(launch_add(numbers, 1, 32) == cudaSuccess);
  REQUIRE(launch_add(numbers, 1, 32) == cudaSuccess);
  report = warpschool_device_report(control, kPatienceMs);
  CHECK(report.find("\"launches_outside\":2") != std::string::npos);
  CHECK(cudaFree(numbers) == cudaSuccess);
}

TEST_CASE("a timed call begins with a cold L2, an untimed one with what was left there") {
  const int control = device().control;
  REQUIRE(warpschool_device_question(control, 1, -1, 0, kPatienceMs) == 0);
  int* numbers = nullptr;
  REQUIRE(cudaMalloc(reinterpret_cast<void**>(&numbers), 128) == cudaSuccess);
  REQUIRE(cudaMemset(numbers, 0, 128) == cudaSuccess);
  for (const int begin : {0, 0, 1}) {
    REQUIRE(warpschool_device_mark(begin) == 0);
    REQUIRE(launch_add(numbers, 1, 32) == cudaSuccess);
    REQUIRE(warpschool_device_mark(2) == 0);
    REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
    REQUIRE(warpschool_device_mark(3) == 0);
  }
  const std::string report = warpschool_device_report(control, kPatienceMs);
  const std::string name = "\"dram_bytes\":";
  std::vector<int> bytes;
  for (std::size_t at = report.find(name); at != std::string::npos;
       at = report.find(name, at + 1)) {
    bytes.push_back(std::atoi(report.c_str() + at + name.size()));
  }
  CHECK(bytes == std::vector<int>{256, 256, 0});  // read and written back
  CHECK(cudaFree(numbers) == cudaSuccess);
}

namespace {

/// Memory for 32 numbers, set: what a question begins with.
int* begin_question() {
  REQUIRE(warpschool_device_question(device().control, 0, -1, 0, kPatienceMs) == 0);
  int* numbers = nullptr;
  REQUIRE(cudaMalloc(reinterpret_cast<void**>(&numbers), 128) == cudaSuccess);
  REQUIRE(cudaMemset(numbers, 0, 128) == cudaSuccess);
  return numbers;
}

std::string end_question(int* numbers) {
  const std::string report = warpschool_device_report(device().control, kPatienceMs);
  CHECK(cudaFree(numbers) == cudaSuccess);
  return report.substr(report.rfind("\"calls\""));
}

constexpr int kBegin = 0, kBeginUntimed = 1, kEnd = 2, kSettled = 3;

}  // namespace

TEST_CASE("kernels count wherever they run") {
  int* const numbers = begin_question();
  SECTION("in an untimed call") {
    REQUIRE(warpschool_device_mark(kBeginUntimed) == 0);
    REQUIRE(launch_add(numbers, 1, 32) == cudaSuccess);
    REQUIRE(warpschool_device_mark(kEnd) == 0);
    REQUIRE(warpschool_device_mark(kSettled) == 0);
  }
  SECTION("in a call that nobody has ended") {
    REQUIRE(warpschool_device_mark(kBegin) == 0);
    REQUIRE(launch_add(numbers, 1, 32) == cudaSuccess);
  }
  const std::string calls = end_question(numbers);
  CHECK(calls.find("\"timed_us\":0,") == std::string::npos);
  CHECK(calls.find("\"irregular\":\"\"") != std::string::npos);
}

TEST_CASE("work of a stream for which the default stream does not wait counts to its end") {
  int* const numbers = begin_question();
  cudaStream_t stream = nullptr;
  REQUIRE(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess);
  REQUIRE(warpschool_device_mark(kBegin) == 0);
  REQUIRE(launch_add(numbers, 1, 32, stream) == cudaSuccess);
  REQUIRE(warpschool_device_mark(kEnd) == 0);
  SECTION("where the program waits for the device") {
    REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  }
  SECTION("where it does not") {}
  REQUIRE(warpschool_device_mark(kSettled) == 0);
  CHECK(cudaStreamDestroy(stream) == cudaSuccess);
  CHECK(end_question(numbers).find("\"timed_us\":0,") == std::string::npos);
}

TEST_CASE("a call does not begin before the device is at rest") {
  int* const numbers = begin_question();
  cudaStream_t stream = nullptr;
  REQUIRE(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess);
  REQUIRE(warpschool_device_mark(kBeginUntimed) == 0);
  REQUIRE(cudaMemsetAsync(numbers, 0, 128, stream) == cudaSuccess);
  REQUIRE(warpschool_device_mark(kEnd) == 0);
  REQUIRE(warpschool_device_mark(kSettled) == 0);
  REQUIRE(cudaMemsetAsync(numbers, 0, 128, stream) == cudaSuccess);
  REQUIRE(warpschool_device_mark(kBegin) == 0);
  CHECK(cudaStreamQuery(stream) == cudaSuccess);
  REQUIRE(warpschool_device_mark(kEnd) == 0);
  REQUIRE(warpschool_device_mark(kSettled) == 0);
  CHECK(cudaStreamDestroy(stream) == cudaSuccess);
  CHECK(end_question(numbers).find("\"irregular\":\"\"") != std::string::npos);
}

TEST_CASE("an untimed call without kernels takes no time that counts") {
  int* const numbers = begin_question();
  REQUIRE(warpschool_device_mark(kBeginUntimed) == 0);
  REQUIRE(cudaMemcpy(numbers, &numbers, sizeof numbers, cudaMemcpyHostToDevice) == cudaSuccess);
  REQUIRE(warpschool_device_mark(kEnd) == 0);
  REQUIRE(warpschool_device_mark(kSettled) == 0);
  const std::string calls = end_question(numbers);
  CHECK(calls.find("\"timed_us\":0,") != std::string::npos);
  CHECK(calls.find("\"untimed_us\":0,") == std::string::npos);
  CHECK(calls.find("\"untimed\":{\"host_to_device\":1,") != std::string::npos);
}

TEST_CASE("the host's waits are counted in timed calls alone, the harness's never") {
  int* const numbers = begin_question();
  for (const int begin : {kBegin, kBeginUntimed, kBegin}) {
    REQUIRE(launch_add(numbers, 1, 32) == cudaSuccess);
    REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
    REQUIRE(warpschool_device_mark(begin) == 0);
    REQUIRE(launch_add(numbers, 1, 32) == cudaSuccess);
    REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
    REQUIRE(cudaDeviceSynchronize() == cudaSuccess);  // there is nothing left to wait for
    REQUIRE(launch_add(numbers, 1, 32) == cudaSuccess);
    REQUIRE(warpschool_device_mark(kEnd) == 0);
    REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
    REQUIRE(warpschool_device_mark(kSettled) == 0);
  }
  CHECK(end_question(numbers).find("\"waits\":2,") != std::string::npos);
}

TEST_CASE("marks that no harness sets are told") {
  int* const numbers = begin_question();
  SECTION("a call begins twice") {
    REQUIRE(warpschool_device_mark(kBegin) == 0);
    REQUIRE(warpschool_device_mark(kBegin) == 0);
  }
  SECTION("a call ends that has not begun") {
    REQUIRE(warpschool_device_mark(kEnd) == 0);
  }
  SECTION("a call settles that has not ended") {
    REQUIRE(warpschool_device_mark(kBegin) == 0);
    REQUIRE(warpschool_device_mark(kSettled) == 0);
  }
  CHECK(end_question(numbers).find("in another order") != std::string::npos);
}

TEST_CASE("work before the first call is outside of calls") {
  int* const numbers = begin_question();
  REQUIRE(launch_add(numbers, 1, 32) == cudaSuccess);
  REQUIRE(warpschool_device_mark(kBegin) == 0);
  REQUIRE(warpschool_device_mark(kEnd) == 0);
  REQUIRE(warpschool_device_mark(kSettled) == 0);
  CHECK(end_question(numbers).find("\"launches_outside\":1") != std::string::npos);
}

TEST_CASE("copies on the device outside of calls are told") {
  int* const numbers = begin_question();
  REQUIRE(cudaMemcpy(numbers, numbers + 16, 64, cudaMemcpyDeviceToDevice) == cudaSuccess);
  REQUIRE(warpschool_device_mark(kBegin) == 0);
  REQUIRE(cudaMemcpy(numbers, numbers + 16, 64, cudaMemcpyDeviceToDevice) == cudaSuccess);
  REQUIRE(warpschool_device_mark(kEnd) == 0);
  REQUIRE(warpschool_device_mark(kSettled) == 0);
  CHECK(end_question(numbers).find("\"moved_outside_bytes\":64,") != std::string::npos);
}

TEST_CASE("what the device writes into shared memory is counted, each time it changes") {
  device();
  int* shared = nullptr;
  REQUIRE(cudaMallocHost(reinterpret_cast<void**>(&shared), 128) == cudaSuccess);
  int* const numbers = begin_question();
  std::fill_n(shared, 32, 1);  // by the host: nothing is told so
  REQUIRE(launch_add(numbers, 1, 32) == cudaSuccess);
  CHECK(warpschool_device_mark(kBegin) == 0);
  REQUIRE(launch_add(shared, 1, 32) == cudaSuccess);
  REQUIRE(launch_add(shared, 1, 16) == cudaSuccess);
  CHECK(end_question(numbers).find("\"written_bytes\":48,") != std::string::npos);
  CHECK(cudaFreeHost(shared) == cudaSuccess);
}

namespace {

/// A question whose inputs are these numbers, which only the device gets.
void begin_sealed_question(const std::vector<int>& numbers) {
  const std::size_t bytes = numbers.size() * sizeof(int);
  const int file = memory_file(bytes);
  REQUIRE(::pwrite(file, numbers.data(), bytes, 0) == static_cast<ssize_t>(bytes));
  REQUIRE(warpschool_device_question(device().control, 0, file, bytes, kPatienceMs) == 0);
  ::close(file);
}

std::vector<int> output(unsigned number) {
  std::uint64_t bytes = 0;
  const void* const values = warpschool_device_output(number, &bytes);
  REQUIRE(values != nullptr);
  const auto* const first = static_cast<const int*>(values);
  return std::vector<int>(first, first + bytes / sizeof(int));
}

}  // namespace

TEST_CASE("values pass between judge and device memory") {
  device();
  int* numbers = nullptr;
  REQUIRE(cudaMalloc(reinterpret_cast<void**>(&numbers), 128) == cudaSuccess);
  std::vector<int> given(5000);
  std::iota(given.begin(), given.end(), 7);
  begin_sealed_question(given);
  CHECK(warpschool_device_take_input(numbers, 400, 128) == cudaSuccess);
  int same = 0;
  CHECK(warpschool_device_is_input(numbers, 400, 128, &same) == cudaSuccess);
  CHECK(same == 1);
  unsigned first = 9, none = 9, second = 9;
  CHECK(warpschool_device_give_output(numbers, 128, &first) == cudaSuccess);
  CHECK(warpschool_device_give_output(numbers, 0, &none) == cudaSuccess);
  REQUIRE(launch_add(numbers, 1, 32) == cudaSuccess);
  CHECK(warpschool_device_give_output(numbers + 16, 64, &second) == cudaSuccess);
  CHECK(warpschool_device_is_input(numbers, 400, 128, &same) == cudaSuccess);
  CHECK(same == 0);
  const std::string report = warpschool_device_report(device().control, kPatienceMs);
  CHECK(report.find("\"input_changed\":true") != std::string::npos);
  CHECK(report.find("\"irregular\":\"\"") != std::string::npos);
  CHECK(report.find("\"outside\":{\"host_to_device\":0,\"device_to_host\":0,") !=
        std::string::npos);
  CHECK(output(first) == std::vector<int>(given.begin() + 100, given.begin() + 132));
  CHECK(output(none).empty());
  CHECK(output(second).front() == given[116] + 1);
  std::uint64_t bytes = 0;
  CHECK(warpschool_device_output(second + 1, &bytes) == nullptr);
  CHECK(cudaFree(numbers) == cudaSuccess);
}

TEST_CASE("values are given and taken between calls, and where they are") {
  device();
  int* numbers = nullptr;
  REQUIRE(cudaMalloc(reinterpret_cast<void**>(&numbers), 128) == cudaSuccess);
  begin_sealed_question(std::vector<int>(32));
  unsigned number = 0;
  CHECK(warpschool_device_give_output(numbers, 129, &number) != cudaSuccess);
  CHECK(warpschool_device_give_output(&number, 4, &number) != cudaSuccess);
  CHECK(warpschool_device_take_input(&number, 0, 4) != cudaSuccess);
  cudaGetLastError();
  REQUIRE(warpschool_device_mark(kBegin) == 0);
  CHECK(warpschool_device_give_output(numbers, 128, &number) == cudaSuccess);
  CHECK(end_question(numbers).find("within a call") != std::string::npos);
}
