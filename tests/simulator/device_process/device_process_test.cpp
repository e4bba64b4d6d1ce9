// A program whose device is another process: calls, shared memory, what the judge gets, and
// messages that no program sends.
#include "warpschool/sim/device_process.h"

#include "warpschool/harness/catch.hpp"
#include "warpschool/sim/extension.h"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <memory>
#include <numeric>
#include <string>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

extern "C" {
void** __cudaRegisterFatBinary(const void* wrapper);
int __cudaRegisterFunction(void** handle, const char* host_function, char*, const char* device_name,
                           int, uint3*, uint3*, dim3*, dim3*, int*);
}

namespace {

constexpr std::size_t kSharedBytes = std::size_t{256} << 20;
constexpr int kPatienceMs = 5'000;

/// p[i] += by, for one block.
constexpr const char* kPtx = R"(// warpschool-ptx 1 add.cu
.version 6.0
.target sm_70
.address_size 64
.visible .entry add(.param .u64 p, .param .u32 by)
{
  .reg .b32 %r<4>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [p];
  ld.param.u32 %r1, [by];
  mov.u32 %r2, %tid.x;
  mul.wide.u32 %rd2, %r2, 4;
  add.s64 %rd3, %rd1, %rd2;
  ld.global.u32 %r3, [%rd3];
  add.s32 %r3, %r3, %r1;
  st.global.u32 [%rd3], %r3;
  ret;
}
)";

struct Wrapper {
  int magic = 0x466243b1, version = 1;
  const char* image = kPtx;
  const void* unused = nullptr;
};

char kernel_of_host = 0;  ///< its address is what the program knows the kernel by

/// A device and the judge's end of it.
struct Started {
  int control = -1;
  pid_t pid = 0;
  void* lanes = nullptr;  ///< a second mapping, as an enemy may have one
};

int memory_file(std::size_t bytes) {
  const int file = ::memfd_create("test", MFD_CLOEXEC);
  REQUIRE(file >= 0);
  REQUIRE(::ftruncate(file, static_cast<off_t>(bytes)) == 0);
  return file;
}

Started start_device(bool connect) {
  std::array<int, 2> ends{};
  REQUIRE(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) == 0);
  const std::size_t lane_bytes = warpschool_device_lane_bytes();
  const int lanes = memory_file(lane_bytes), shared = memory_file(kSharedBytes);
  Started started;
  started.control = ends[0];
  started.lanes = ::mmap(nullptr, lane_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, lanes, 0);
  started.pid = ::fork();
  if (started.pid == 0) {
    warpschool_device_exec(ends[1], lanes, shared, STDERR_FILENO);
  }
  ::close(ends[1]);
  if (connect) {
    REQUIRE(warpschool_device_connect(lanes, shared) == 0);
    static const Wrapper wrapper;
    void** const file = __cudaRegisterFatBinary(&wrapper);
    __cudaRegisterFunction(file, &kernel_of_host, nullptr, "add", 0, nullptr, nullptr, nullptr,
                           nullptr, nullptr);
  }
  ::close(lanes);
  ::close(shared);
  return started;
}

/// The one that this program's calls go to.
Started& device() {
  static Started started = start_device(true);
  return started;
}

cudaError_t launch_add(int* numbers, int by, unsigned threads) {
  void* arguments[] = {&numbers, &by};
  return cudaLaunchKernel(&kernel_of_host, dim3{1, 1, 1}, dim3{threads, 1, 1}, arguments, 0,
                          nullptr);
}

std::string names_in(const char* library) {
  std::string command = WARPSCHOOL_TEST_NM " -D --defined-only ";
  command += library;
  command += " | awk '$3 ~ /^(cuda|__cuda)/ {print $3}' | sort";
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(::popen(command.c_str(), "r"),
                                                             ::pclose);
  REQUIRE(pipe != nullptr);
  std::string text;
  std::array<char, 4096> buffer{};
  for (std::size_t got = 1; got > 0;) {
    got = std::fread(buffer.data(), 1, buffer.size(), pipe.get());
    text.append(buffer.data(), got);
  }
  return text;
}

int exit_status(pid_t pid) {
  int status = 0;
  for (int tries = 0; tries < 500; ++tries) {
    if (::waitpid(pid, &status, WNOHANG) == pid) {
      return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  ::kill(pid, SIGKILL);
  ::waitpid(pid, &status, 0);
  return -2;
}

}  // namespace

TEST_CASE("both runtimes export the same functions") {
  const std::string whole = names_in(WARPSCHOOL_TEST_CUDART);
  CHECK(whole.size() > 1000);
  CHECK(names_in(WARPSCHOOL_TEST_GRADED) == whole);
}

TEST_CASE("copies of any size come through, and kernels run") {
  device();
  for (const std::size_t count : {std::size_t{1}, std::size_t{777}, std::size_t{1} << 20}) {
    std::vector<int> there(count), back(count);
    std::iota(there.begin(), there.end(), 5);
    int* numbers = nullptr;
    REQUIRE(cudaMalloc(reinterpret_cast<void**>(&numbers), count * sizeof(int)) == cudaSuccess);
    REQUIRE(cudaMemcpy(numbers, there.data(), count * sizeof(int), cudaMemcpyHostToDevice) ==
            cudaSuccess);
    const unsigned threads = count < 256 ? 1 : 256;
    REQUIRE(launch_add(numbers, 3, threads) == cudaSuccess);
    REQUIRE(launch_add(numbers, 4, threads) == cudaSuccess);  // its arguments come with the call
    REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
    REQUIRE(cudaMemcpy(back.data(), numbers, count * sizeof(int), cudaMemcpyDeviceToHost) ==
            cudaSuccess);
    for (unsigned i = 0; i < threads; ++i) {
      there[i] += 7;
    }
    CHECK(back == there);
    CHECK(cudaFree(numbers) == cudaSuccess);
  }
}

TEST_CASE("rows come through, whatever lies between them on either side") {
  device();
  constexpr std::size_t kGap = 5;  // ints behind each row of the program's, where it has gaps
  // Many rows cross together where the program has no gaps: fewer than that, more, one too long.
  for (const auto& [rows, width] :
       {std::pair<std::size_t, std::size_t>{1, 3}, {5, 1}, {70'001, 1}, {700, 333}, {3, 40'000}}) {
    const std::size_t bytes = width * sizeof(int);
    std::vector<int> there(rows * width);
    std::iota(there.begin(), there.end(), 1);
    int* device_rows = nullptr;
    std::size_t pitch = 0;
    REQUIRE(cudaMallocPitch(reinterpret_cast<void**>(&device_rows), &pitch, bytes, rows) ==
            cudaSuccess);
    REQUIRE(cudaMemcpy2D(device_rows, pitch, there.data(), bytes, bytes, rows,
                         cudaMemcpyHostToDevice) == cudaSuccess);
    std::vector<int> close(rows * width), apart(rows * (width + kGap), -1);
    CHECK(cudaMemcpy2D(close.data(), bytes, device_rows, pitch, bytes, rows,
                       cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(close == there);
    CHECK(cudaMemcpy2D(apart.data(), bytes + kGap * sizeof(int), device_rows, pitch, bytes, rows,
                       cudaMemcpyDeviceToHost) == cudaSuccess);
    bool is_right = true;
    for (std::size_t i = 0; i < apart.size(); ++i) {
      const std::size_t row = i / (width + kGap), col = i % (width + kGap);
      is_right = is_right && apart[i] == (col < width ? there[row * width + col] : -1);
    }
    CHECK(is_right);
    CHECK(cudaFree(device_rows) == cudaSuccess);
  }
}

TEST_CASE("managed memory is at one address in both processes") {
  device();
  int* numbers = nullptr;
  REQUIRE(cudaMallocManaged(reinterpret_cast<void**>(&numbers), 32 * sizeof(int),
                            cudaMemAttachGlobal) == cudaSuccess);
  for (int i = 0; i < 32; ++i) {
    numbers[i] = i;
  }
  REQUIRE(launch_add(numbers, 100, 32) == cudaSuccess);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(numbers[0] == 100);
  CHECK(numbers[31] == 131);
  CHECK(cudaFree(numbers) == cudaSuccess);
}

// The address sanitizer gives the device's heap addresses of its own choice, and moves the
// program's.
#ifndef __SANITIZE_ADDRESS__
TEST_CASE("nothing of the device lies where a program has its libraries and memory") {
  std::ifstream maps("/proc/" + std::to_string(device().pid) + "/maps");
  std::string line;
  int seen = 0;
  while (std::getline(maps, line)) {  // nobody but root sees any
    ++seen;
    const std::uint64_t begin = std::stoull(line, nullptr, 16);
    const bool is_the_systems =
        line.find("[") != std::string::npos && line.find("[heap]") == std::string::npos;
    CHECK((is_the_systems || begin < 0x5000'0000'0000));
  }
  if (seen == 0) {
    WARN("skipped: this user may not see the device's addresses");
  }
}

TEST_CASE("memory of the program can be registered, but not its stack") {
  device();
  std::vector<int> numbers(4096, 1);
  REQUIRE(cudaHostRegister(numbers.data(), numbers.size() * sizeof(int), cudaHostRegisterMapped) ==
          cudaSuccess);
  int* mapped = nullptr;
  REQUIRE(cudaHostGetDevicePointer(reinterpret_cast<void**>(&mapped), numbers.data(), 0) ==
          cudaSuccess);
  REQUIRE(launch_add(mapped, 41, 64) == cudaSuccess);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(numbers[63] == 42);
  CHECK(numbers[64] == 1);
  CHECK(cudaHostUnregister(numbers.data()) == cudaSuccess);
  int on_stack = 0;
  CHECK(cudaHostRegister(&on_stack, sizeof on_stack, 0) == cudaErrorNotSupported);
  CHECK(cudaGetLastError() == cudaErrorNotSupported);
}

TEST_CASE("memory is registered again where other pages were before") {
  device();
  std::vector<int> numbers(16'384, 7);
  const auto use = [&](std::size_t from, std::size_t count) {
    REQUIRE(cudaHostRegister(&numbers[from], count * sizeof(int), cudaHostRegisterMapped) ==
            cudaSuccess);
    REQUIRE(launch_add(&numbers[from], 1, 64) == cudaSuccess);
    REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
    REQUIRE(cudaHostUnregister(&numbers[from]) == cudaSuccess);
  };
  use(0, 4096);
  use(2048, 4096);  // behind it, and a part of it
  use(1024, 8192);  // all of that, and more
  use(3000, 100);   // within
  CHECK(numbers[0] == 8);
  CHECK(numbers[1024] == 8);
  CHECK(numbers[2048] == 8);
  CHECK(numbers[3000] == 8);
  CHECK(numbers[3064] == 7);
  CHECK(numbers[16'383] == 7);
}

#endif

TEST_CASE("each thread has a last error of its own") {
  device();
  CHECK(cudaFree(&kernel_of_host) == cudaErrorInvalidValue);
  cudaError_t other = cudaErrorUnknown;
  std::thread([&] { other = cudaPeekAtLastError(); }).join();
  CHECK(other == cudaSuccess);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  CHECK(cudaGetLastError() == cudaSuccess);
}

TEST_CASE("functions that a stream calls run in the program, and may ask for the last error") {
  device();
  static cudaError_t seen = cudaErrorUnknown;
  static cudaError_t refused = cudaSuccess;
  const cudaHostFn_t function = [](void* data) {
    *static_cast<int*>(data) += 1;
    seen = cudaPeekAtLastError();
    refused = cudaDeviceSynchronize();
  };
  int calls = 0;
  REQUIRE(cudaLaunchHostFunc(nullptr, function, &calls) == cudaSuccess);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(calls == 1);
  CHECK(seen == cudaSuccess);
  CHECK(refused == cudaErrorNotPermitted);
}

TEST_CASE("memory that cannot be read is refused, and nobody is harmed") {
  device();
  void* memory = nullptr;
  REQUIRE(cudaMalloc(&memory, 64) == cudaSuccess);
  auto* const nowhere = reinterpret_cast<void*>(std::uintptr_t{64});
  CHECK(cudaMemcpy(memory, nowhere, 64, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(nowhere, memory, 64, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  CHECK(cudaFree(memory) == cudaSuccess);
}

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
  int by = 1;
  int* given = numbers;
  void* arguments[] = {&given, &by};
  REQUIRE(cudaLaunchKernel(&kernel_of_host, dim3{1, 1, 1}, dim3{32, 1, 1}, arguments, 0, stream) ==
          cudaSuccess);
  REQUIRE(warpschool_device_mark(kEnd) == 0);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  REQUIRE(warpschool_device_mark(kSettled) == 0);
  CHECK(cudaStreamDestroy(stream) == cudaSuccess);
  CHECK(end_question(numbers).find("\"timed_us\":0,") == std::string::npos);
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
  std::vector<int> found(bytes / sizeof(int));
  std::memcpy(found.data(), values, bytes);
  return found;
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

TEST_CASE("handles are looked up, and graphs are no nodes") {
  device();
  cudaGraph_t graph = nullptr;
  REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
  CHECK(cudaGraphDestroyNode(reinterpret_cast<cudaGraphNode_t>(graph)) == cudaErrorInvalidValue);
  CHECK(cudaGraphDestroy(graph) == cudaSuccess);
  CHECK(cudaGraphDestroy(graph) == cudaErrorInvalidValue);
  void* const wild = reinterpret_cast<void*>(std::uintptr_t{0x1234560});
  CHECK(cudaEventRecord(static_cast<cudaEvent_t>(wild), nullptr) != cudaSuccess);
  CHECK(cudaStreamDestroy(static_cast<cudaStream_t>(wild)) != cudaSuccess);
  CHECK(cudaFreeArray(static_cast<cudaArray_t>(wild)) != cudaSuccess);
  CHECK(cudaMemPoolDestroy(static_cast<cudaMemPool_t>(wild)) != cudaSuccess);
  CHECK(cudaGraphLaunch(static_cast<cudaGraphExec_t>(wild), nullptr) != cudaSuccess);
  cudaGetLastError();
}

namespace {

/// The end of a share that never began (wire/messages.hpp): a call, its head, place, size, offset.
std::string end_of_no_share() {
  const std::array<std::uint32_t, 2> kind{1, 10'009};
  const std::array<std::uint64_t, 7> rest{0, 0, 0, 0, 0x7000'0000'0000, 4096, 0};
  std::string message(sizeof kind + sizeof rest, '\0');
  std::memcpy(message.data(), kind.data(), sizeof kind);
  std::memcpy(message.data() + sizeof kind, rest.data(), sizeof rest);
  return message;
}

}  // namespace

TEST_CASE("what no program sends ends the device, and that one alone") {
  // turn, sleepers, length and message each lie on a line of 64 bytes of the first lane's page
  constexpr std::size_t kFirstLane = 4096, kLength = 128, kMessage = 192;
  const std::vector<std::string> messages{std::string(), std::string("short"),
                                          std::string(500, '\xff'), std::string(500, '\0'),
                                          end_of_no_share()};
  for (const std::string& message : messages) {
    const Started other = start_device(false);
    auto* const lane = static_cast<char*>(other.lanes) + kFirstLane;
    const auto length = static_cast<std::uint32_t>(message.size());
    std::memcpy(lane + kMessage, message.data(), message.size());
    std::memcpy(lane + kLength, &length, sizeof length);
    std::memset(lane, 0, 4);
    lane[0] = 1;  // the device's turn
    CHECK(exit_status(other.pid) == 70);
    ::close(other.control);
  }
  CHECK(device().pid > 0);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
}

TEST_CASE("the program is told of the call after so many others") {
  device();
  static int reached = 0;
  warpschool_sim_limit_calls(3, [] { ++reached; });
  for (int i = 0; i < 3; ++i) {
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
  }
  CHECK(reached == 0);
  CHECK(cudaGetLastError() == cudaSuccess);  // it goes on if that is what `reached` wants
  CHECK(reached == 1);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(reached == 1);
}
