// One fake submission for every fate: it does what its own file name says.
#include "doubling.hpp"

#include <cuda_runtime_api.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <signal.h>
#include <stdexcept>
#include <string>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

using Fate = void (*)(const float*, std::size_t, float*);

void double_all(const float* in, std::size_t n, float* out) {
  for (std::size_t i = 0; i < n; ++i) {
    out[i] = 2 * in[i];
  }
}

void right(const float* in, std::size_t n, float* out) {
  double_all(in, n, out);
  fake_cuda_work(100);
}

const std::string& name() {
  static const std::string own = [] {
    Dl_info info{};
    ::dladdr(reinterpret_cast<void*>(&right), &info);
    std::error_code is_no_link;  // a worker loads what the judge opened: /proc/self/fd/N
    const std::filesystem::path target = std::filesystem::read_symlink(info.dli_fname, is_no_link);
    return (is_no_link ? std::filesystem::path(info.dli_fname) : target).stem().string();
  }();
  return own;
}

int deep(int n) {
  volatile char frame[4096];
  frame[0] = static_cast<char>(n);
  return deep(n + 1) + frame[0];
}

/// What a process can learn about its ancestors: prints a line for each secret found.
void spy() {
  const auto read = [](const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  int ancestor = ::getpid();
  for (int generation = 0; generation < 3; ++generation) {
    const std::string proc = "/proc/" + std::to_string(ancestor);
    if (read(proc + "/cmdline").find("424242") != std::string::npos) {
      std::printf("secret: seed on the command line of generation %d\n", generation);
    }
    if (generation > 0 && ::open((proc + "/mem").c_str(), O_RDWR) >= 0) {
      std::printf("secret: memory of generation %d\n", generation);
    }
    if (generation > 0 && ::ptrace(PTRACE_ATTACH, ancestor, nullptr, nullptr) == 0) {
      std::printf("secret: traced generation %d\n", generation);
    }
    if (generation > 0 && ::open((proc + "/fd/1").c_str(), O_WRONLY) >= 0) {
      std::printf("secret: files of generation %d\n", generation);
    }
    const std::string stat = read(proc + "/stat");
    const std::size_t close = stat.rfind(')');
    char state = 0;
    if (close == std::string::npos ||
        std::sscanf(stat.c_str() + close + 1, " %c %d", &state, &ancestor) != 2 || ancestor <= 1) {
      break;
    }
  }
  std::printf("spied\n");
}

/// A test that waits for this call to be under way sees it by the file.
void leave_mark(int number) {
  if (const char* mark = std::getenv("FAKE_MARK"); mark != nullptr) {
    std::ofstream(mark) << number;
  }
}

void mark_each_call() {
  if (const char* mark = std::getenv("FAKE_MARK"); mark != nullptr) {
    std::ofstream(mark, std::ios::app) << 'x';
  }
}

void leave_child_behind() {
  const int child = ::fork();
  if (child > 0) {
    leave_mark(child);
  }
  if (child == 0) {
    ::setsid();
    std::this_thread::sleep_for(std::chrono::seconds(300));
    ::_exit(0);
  }
}

void free_an_array(const float* in, std::size_t n, float* out) {
  right(in, n, out);
  cudaFree(out);
}

void reset_the_device(const float* in, std::size_t n, float* out) {
  right(in, n, out);
  cudaDeviceReset();
}

void see_what_kernels_see(const float* in, std::size_t n, float* out) {
  right(in, n, out);
  fake_cuda_report(
      R"({"launches": [], "host_memory": {"bytes": 4096, "largest": "doubled.cu:7"}})");
}

struct NamedFate {
  const char* name;
  Fate fate;
};

constexpr NamedFate kFates[] = {
    {"right", right},
    {"fast",
     [](const float* in, std::size_t n, float* out) {
       double_all(in, n, out);
       fake_cuda_work(50);
     }},
    {"slow",
     [](const float* in, std::size_t n, float* out) {
       right(in, n, out);
       fake_cuda_work(300);
     }},
    {"wrong",
     [](const float* in, std::size_t n, float* out) {
       right(in, n, out);
       for (std::size_t i = 0; i < n; ++i) {
         out[i] += 1;
       }
     }},
    {"drops_tail",
     [](const float* in, std::size_t n, float* out) { right(in, n / 256 * 256, out); }},
    {"untouched", [](const float*, std::size_t, float*) {}},
    {"segv", [](const float*, std::size_t, float*) { *reinterpret_cast<volatile int*>(8) = 1; }},
    {"aborts", [](const float*, std::size_t, float*) { std::abort(); }},
    {"divides_by_zero", [](const float*, std::size_t, float*) { ::raise(SIGFPE); }},
    {"heap_overflow",
     [](const float*, std::size_t n, float*) {
       auto* block = static_cast<char*>(std::malloc(24));
       std::memset(block, 0x5A, 400 + n % 7);
       std::free(block);
       std::free(std::malloc(4096));
       std::abort();
     }},
    {"stack_overflow", [](const float*, std::size_t, float*) { std::printf("%d", deep(0)); }},
    {"endless",
     [](const float*, std::size_t, float*) {
       leave_mark(::getpid());
       for (volatile bool on = true; on;) {
       }
     }},
    {"exits", [](const float*, std::size_t, float*) { std::exit(0); }},
    {"exits_at_once", [](const float*, std::size_t, float*) { ::_exit(0); }},
    {"exits_unconfined", [](const float*, std::size_t, float*) { ::_exit(95); }},
    {"exits_in_constructor", right},
    {"closes_files", [](const float*, std::size_t, float*) { ::close_range(0, ~0U, 0); }},
    {"throws", [](const float*, std::size_t, float*) { throw std::runtime_error("I give up"); }},
    {"throws_int", [](const float*, std::size_t, float*) { throw 42; }},
    {"floods",
     [](const float* in, std::size_t n, float* out) {
       right(in, n, out);
       const std::string line(1000, 'x');
       for (int i = 0; i < 100'000; ++i) {
         std::puts(line.c_str());
       }
     }},
    {"stops_itself", [](const float*, std::size_t, float*) { ::raise(SIGSTOP); }},
    {"leaves_child",
     [](const float* in, std::size_t n, float* out) {
       leave_child_behind();
       right(in, n, out);
       ::raise(SIGSEGV);
     }},
    {"eats_memory",
     [](const float*, std::size_t, float*) {
       for (;;) {
         auto* block = static_cast<char*>(std::malloc(16 << 20));
         std::memset(block, 1, 16 << 20);
       }
     }},
    {"writes_past_end",
     [](const float* in, std::size_t n, float* out) {
       right(in, n, out);
       out[n] = 1;
     }},
    {"writes_before_begin",
     [](const float* in, std::size_t n, float* out) {
       right(in, n, out);
       out[-1] = 1;
     }},
    {"changes_input",
     [](const float* in, std::size_t n, float* out) {
       right(in, n, out);
       const_cast<float*>(in)[n / 2] += 1;
     }},
    {"frees_an_array", free_an_array},
    {"resets_the_device", reset_the_device},
    {"sees_what_kernels_see", see_what_kernels_see},
    {"illegal_address",
     [](const float*, std::size_t, float*) { fake_cuda_fail(cudaErrorIllegalAddress); }},
    {"bad_launch",
     [](const float*, std::size_t, float*) { fake_cuda_fail(cudaErrorInvalidConfiguration); }},
    {"bad_launch_but_right",
     [](const float* in, std::size_t n, float* out) {
       right(in, n, out);
       fake_cuda_fail(cudaErrorInvalidConfiguration);
     }},
    {"bad_call_but_right",
     [](const float* in, std::size_t n, float* out) {
       right(in, n, out);
       fake_cuda_fail(cudaErrorInvalidValue);
     }},
    {"bad_call_and_wrong",
     [](const float*, std::size_t, float*) { fake_cuda_fail(cudaErrorInvalidValue); }},
    {"races",
     [](const float* in, std::size_t n, float* out) {
       right(in, n, out);
       fake_cuda_report(
           R"({"launches": [], "faults": [{"kind": "race", "text": "Two threads write doubled.cu:7."}]})");
     }},
    {"deadlocks",
     [](const float*, std::size_t, float*) {
       fake_cuda_report(R"({"faults": [{"kind": "deadlock", "text": "No thread can go on."}]})");
       fake_cuda_fail(cudaErrorIllegalAddress);
     }},
    {"counts_well",
     [](const float* in, std::size_t n, float* out) {
       right(in, n, out);
       fake_cuda_report(
           R"({"launches": [{"counters": {"launches": 1, "global_load_requests": 10, "global_load_sectors": 40}}], "faults": []})");
     }},
    {"counts_badly_and_marks",
     [](const float* in, std::size_t n, float* out) {
       mark_each_call();
       right(in, n, out);
       fake_cuda_report(
           R"({"launches": [{"counters": {"launches": 1, "global_load_requests": 10, "global_load_sectors": 320}}], "faults": []})");
     }},
    {"wrong_and_marks",
     [](const float* in, std::size_t n, float* out) {
       mark_each_call();
       right(in, n, out);
       out[0] += 1;
     }},
    {"counts_well_the_first_time",
     [](const float* in, std::size_t n, float* out) {
       static unsigned calls = 0;
       right(in, n, out);
       fake_cuda_report(
           ++calls == 1
               ? R"({"launches": [{"counters": {"launches": 1, "global_load_requests": 10, "global_load_sectors": 40}}], "faults": []})"
               : R"({"launches": [{"counters": {"launches": 1, "global_load_requests": 10, "global_load_sectors": 320}}], "faults": []})");
     }},
    {"counts_badly",
     [](const float* in, std::size_t n, float* out) {
       right(in, n, out);
       fake_cuda_report(
           R"({"launches": [{"counters": {"launches": 1, "global_load_requests": 10, "global_load_sectors": 320}}], "faults": []})");
     }},
    {"idles_beside",  // a second kernel that loads perfectly and for nothing
     [](const float* in, std::size_t n, float* out) {
       right(in, n, out);
       fake_cuda_report(
           R"({"launches": [{"counters": {"global_load_requests": 10, "global_load_sectors": 320}},
                            {"counters": {"global_load_requests": 900, "global_load_sectors": 900}}], "faults": []})");
     }},
    {"launches_nothing",
     [](const float* in, std::size_t n, float* out) {
       right(in, n, out);
       fake_cuda_report(R"({"launches": [], "faults": []})");
     }},
    {"works_on_the_host",
     [](const float* in, std::size_t n, float* out) {
       right(in, n, out);
       fake_cuda_report(
           R"({"launches": [], "faults": [], "copies": {"host_to_device": 1, "device_to_host": 9,
               "bytes": 900000, "device_to_host_bytes": 800000}})");
     }},
    {"prints",
     [](const float* in, std::size_t n, float* out) {
       std::printf("n is %zu", n);
       right(in, n, out);
       out[0] = 7;
     }},
    {"spies",
     [](const float* in, std::size_t n, float* out) {
       spy();
       right(in, n, out);
       out[0] = 7;
     }},
    {"writes_descriptors",
     [](const float* in, std::size_t n, float* out) {
       right(in, n, out);
       for (int fd = 4; fd < 100; ++fd) {
         if (::write(fd, "forged", 6) > 0) {
           out[0] = 7;
         }
       }
     }},
    {"forges_answer",
     [](const float*, std::size_t, float*) {
       const unsigned long long done[2] = {~0ULL, 8};
       if (::write(3, done, sizeof done) < 0) {
         std::puts("refused");
       }
       std::this_thread::sleep_for(std::chrono::seconds(1));
     }},
    {"too_fast", double_all},
};

Fate fate_of(const std::string& wanted) {
  for (const NamedFate& known : kFates) {
    if (known.name == wanted) {
      return known.fate;
    }
  }
  throw std::out_of_range("no fate of the name " + wanted);
}

struct AtLoad {
  AtLoad() {
    if (name() == "exits_in_constructor") {
      std::exit(0);
    }
  }
} at_load;

}  // namespace

extern "C" {
void doubled(const float* in, std::size_t n, float* out) {
  fate_of(name())(in, n, out);
}
int fails(int code) {
  fake_cuda_fail(static_cast<cudaError_t>(code));
  if (code >= cudaErrorIllegalAddress) {
    fake_cuda_report(R"({"faults": [{"kind": "out_of_bounds", "text": "A fault, as wanted."}]})");
  }
  return code;
}
void counts_down(int n) {
  while (n-- > 0) {
    std::printf("%d\n", n);
  }
}
void tripled(const float* in, std::size_t n, float* out) {
  for (std::size_t i = 0; i < n; ++i) {
    out[i] = 3 * in[i];
  }
}
}
