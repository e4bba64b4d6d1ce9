// Times what a program asks of its simulated device: calls, launches, copies and the start. Linked
// with the runtime whose device is another process; with LD_LIBRARY_PATH at the one that has its
// device within it measures that, which is the baseline (run.sh).
#include "warpschool/sim/device_process.h"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

// NOLINTBEGIN(bugprone-reserved-identifier): CUDA's names
extern "C" {
void** __cudaRegisterFatBinary(const void* wrapper);
int __cudaRegisterFunction(void** handle, const char* host_function, char*, const char* device_name,
                           int, uint3*, uint3*, dim3*, dim3*, int*);
}
// NOLINTEND(bugprone-reserved-identifier)

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kSharedBytes = std::size_t{1} << 30;
constexpr const char* kPtx = R"(// warpschool-ptx 1 nothing.cu
.version 6.0
.target sm_70
.address_size 64
.visible .entry nothing(.param .u64 p)
{
  ret;
}
)";

struct Wrapper {
  int magic = 0x466243b1, version = 1;
  const char* image = kPtx;
  const void* unused = nullptr;
};
char kernel = 0;  ///< by its address the program knows the kernel

template <class F>
F found(const char* name) {
  return reinterpret_cast<F>(::dlsym(RTLD_DEFAULT, name));
}

double us_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
}

void must(bool holds, const char* what) {
  if (!holds) {
    std::fprintf(stderr, "device_bench: %s failed\n", what);
    std::exit(1);
  }
}

int memory_file(std::size_t bytes) {
  const int file = ::memfd_create("bench", MFD_CLOEXEC);
  must(file >= 0 && ::ftruncate(file, static_cast<off_t>(bytes)) == 0, "shared memory");
  return file;
}

/// Where the runtime has one: a device of its own for this program.
void start_device() {
  const auto become = found<decltype(&warpschool_device_exec)>("warpschool_device_exec");
  if (become == nullptr) {
    return;
  }
  std::array<int, 2> ends{};
  must(::socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends.data()) == 0, "a socket");
  const int lanes =
      memory_file(found<decltype(&warpschool_device_lane_bytes)>("warpschool_device_lane_bytes")());
  const int shared = memory_file(kSharedBytes);
  if (::fork() == 0) {
    become(ends[1], lanes, shared, STDERR_FILENO);
  }
  must(found<decltype(&warpschool_device_connect)>("warpschool_device_connect")(lanes, shared) == 0,
       "connecting");
}

/// Microseconds of one call: the median of a hundred times as many.
template <class Call>
double time_of(int times, Call&& call) {
  std::vector<double> all;
  for (int round = 0; round < 101; ++round) {
    const auto begin = Clock::now();
    for (int i = 0; i < times; ++i) {
      must(call() == cudaSuccess, "a call");
    }
    all.push_back(us_since(begin) / times);
  }
  std::nth_element(all.begin(), all.begin() + 50, all.end());
  return all[50];
}

/// Microseconds from nothing to the first answer, in a process of its own.
double time_of_start() {
  const auto begin = Clock::now();
  const pid_t pid = ::fork();
  if (pid == 0) {
    start_device();
    void* memory = nullptr;
    ::_exit(cudaMalloc(&memory, 4096) == cudaSuccess ? 0 : 1);
  }
  int status = 0;
  must(::waitpid(pid, &status, 0) == pid && status == 0, "a start");
  return us_since(begin);
}

double median_start() {
  std::array<double, 21> all{};
  std::generate(all.begin(), all.end(), time_of_start);
  std::nth_element(all.begin(), all.begin() + 10, all.end());
  return all[10];
}

}  // namespace

int main() {
  const double start = median_start();
  start_device();
  static const Wrapper wrapper;
  void** const file = __cudaRegisterFatBinary(&wrapper);
  __cudaRegisterFunction(file, &kernel, nullptr, "nothing", 0, nullptr, nullptr, nullptr, nullptr,
                         nullptr);
  void* memory = nullptr;
  constexpr std::size_t kLarge = std::size_t{16} << 20;
  must(cudaMalloc(&memory, kLarge) == cudaSuccess, "memory");
  std::vector<char> host(kLarge, 1);
  void* arguments[] = {&memory};
  int device = 0;
  std::printf("start us             %9.1f\n", start);
  std::printf("round trip us        %9.2f\n", time_of(100, [&] { return cudaGetDevice(&device); }));
  std::printf(
      "launch us            %9.2f\n", time_of(50, [&] {
        return cudaLaunchKernel(&kernel, dim3{1, 1, 1}, dim3{32, 1, 1}, arguments, 0, nullptr);
      }));
  std::printf("copy of 4 bytes us   %9.2f\n", time_of(50, [&] {
                return cudaMemcpy(memory, host.data(), 4, cudaMemcpyHostToDevice);
              }));
  std::printf("copy of 16 MiB us    %9.1f\n", time_of(1, [&] {
                return cudaMemcpy(memory, host.data(), kLarge, cudaMemcpyHostToDevice);
              }));
  std::fflush(stdout);
  ::_exit(0);
}
