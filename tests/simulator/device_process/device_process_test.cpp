// A program whose device is another process: calls, shared memory, and messages that no program
// sends.
#include "warpschool/sim/device_process.h"

#include "started_device.hpp"
#include "warpschool/harness/catch.hpp"
#include "warpschool/sim/extension.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <memory>
#include <numeric>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

using namespace warpschool::tests;

namespace {

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
        line.find('[') != std::string::npos && line.find("[heap]") == std::string::npos;
    CHECK((is_the_systems || begin < 0x5000'0000'0000));
  }
  if (seen == 0) {
    WARPSCHOOL_SKIP("this user may not see the device's addresses");
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
  static char own_variable = 0;
  CHECK(cudaFree(&own_variable) == cudaErrorInvalidValue);
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
  // NOLINTNEXTLINE(performance-no-int-to-ptr): an address where no program has anything
  auto* const nowhere = reinterpret_cast<void*>(std::uintptr_t{64});
  CHECK(cudaMemcpy(memory, nowhere, 64, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(nowhere, memory, 64, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  CHECK(cudaFree(memory) == cudaSuccess);
}

TEST_CASE("handles are looked up, and graphs are no nodes") {
  device();
  cudaGraph_t graph = nullptr;
  REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
  CHECK(cudaGraphDestroyNode(reinterpret_cast<cudaGraphNode_t>(graph)) == cudaErrorInvalidValue);
  CHECK(cudaGraphDestroy(graph) == cudaSuccess);
  CHECK(cudaGraphDestroy(graph) == cudaErrorInvalidValue);
  // NOLINTNEXTLINE(performance-no-int-to-ptr): an address that stands for nothing
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
    std::copy(message.begin(), message.end(), lane + kMessage);
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
  warpschool_sim_limit_calls(3, [](const void*) { ++reached; });
  for (int i = 0; i < 3; ++i) {
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
  }
  CHECK(reached == 0);
  CHECK(cudaGetLastError() == cudaSuccess);  // it goes on if that is what `reached` wants
  CHECK(reached == 1);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(reached == 1);
}
