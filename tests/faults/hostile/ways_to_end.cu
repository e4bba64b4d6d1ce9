//! Each row is a process of its own, forked before CUDA is used, that ends in some unusual way while there is something
//! to report. The parent holds its exit status, what it said and its report file against the table.
//! flags: -O1
//! prints: all as expected
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>

__global__ void set(int* p, int value) { *p = value; }
__global__ void out_of_range(int* p) { p[100] = 1; }
__global__ void work(int* p, int turns) {
  int sum = 0;
  for (int i = 0; i < turns; i++) sum += i * i ^ sum;
  p[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
__global__ void hello() { printf("hello\n"); }

static int* memory() {
  int* p = nullptr;
  cudaMalloc(&p, 16);
  return p;
}
static void fault() {
  out_of_range<<<1, 1>>>(memory());
  cudaDeviceSynchronize();
}
/// A call that fails, and of which the program knows.
static bool too_much() {
  void* p;
  return cudaMalloc(&p, size_t{1} << 45) == cudaSuccess;
}

// A signal every millisecond until a handler has interrupted a launch.
static void tick(void (*handler)(int)) {
  signal(SIGALRM, handler);
  itimerval every{{0, 1000}, {0, 1000}};
  setitimer(ITIMER_REAL, &every, nullptr);
}
static std::atomic<int> launched{0};
static void work_for_ever() {
  int* p;
  cudaMalloc(&p, 4 << 16);
  for (;;) {
    work<<<256, 256>>>(p, 200);
    cudaDeviceSynchronize();
    launched++;
  }
}
static void begin_to_launch_for_ever() {
  std::thread(work_for_ever).detach();
  while (launched == 0) usleep(1000);
}
static sigjmp_buf before;
static volatile sig_atomic_t seen;

struct Row {
  const char* name;
  int (*body)();
  int status;          // as a shell tells it
  const char* says;    // on standard error; null: nothing
  const char* report;  // in the report file; null: there is none
};

static const Row rows[] = {
    {"abort", [] { fault(); abort(); return 0; }, 128 + SIGABRT, "out_of_bounds", "out_of_bounds"},
    {"assert", [] { assert(too_much()); return 0; }, 128 + SIGABRT, "no room for 35184372088832 bytes", "no room for"},
    {"exception out of main",
     []() -> int { if (!too_much()) throw std::runtime_error("no memory"); return 0; }, 128 + SIGABRT,
     "no room for 35184372088832 bytes", "no room for"},
    {"exception in a host function",
     [] {
       try {
         cudaLaunchHostFunc(0, [](void*) { throw 5; }, nullptr);
       } catch (int) {
         fault();
       }
       return 0;
     }, 86, "out_of_bounds", "out_of_bounds"},
    {"exit in a host function", [] { fault(); cudaDeviceReset(); cudaLaunchHostFunc(0, [](void*) { exit(0); }, nullptr); return 1; },
     86, "out_of_bounds", "out_of_bounds"},
    {"_exit", [] { fault(); _exit(3); return 0; }, 3, "out_of_bounds", "out_of_bounds"},
    {"quick_exit", [] { fault(); quick_exit(4); return 0; }, 4, "out_of_bounds", "out_of_bounds"},
    {"SIGKILL", [] { fault(); raise(SIGKILL); return 0; }, 128 + SIGKILL, "out_of_bounds", "out_of_bounds"},
    {"null on the host", [] { too_much(); *(volatile int*)nullptr = 1; return 0; }, 128 + SIGSEGV, "no room for", "no room for"},
    {"division by zero", [] { too_much(); volatile int zero = 0; return 1000 / zero; }, 128 + SIGFPE, "no room for", "no room for"},
    {"freed twice by free", [] { too_much(); void* volatile p = malloc(5000); free(p); free(p); return 0; }, 128 + SIGABRT,
     "no room for", "no room for"},
    {"device pointer on the host", [] { return *(volatile int*)memory(); }, 128 + SIGSEGV, "host_access", "host_access"},
    {"device pointer on the host, small signal stack",
     [] {
       static char room[8192];
       stack_t stack{};
       stack.ss_sp = room;
       stack.ss_size = sizeof room;
       sigaltstack(&stack, nullptr);
       struct sigaction own {};
       own.sa_handler = [](int) { _exit(9); };
       own.sa_flags = SA_ONSTACK;
       sigaction(SIGSEGV, &own, nullptr);
       return *(volatile int*)memory();
     }, 9, nullptr, nullptr},
    {"own handler of memory faults, installed later",
     [] {
       int* p;
       cudaMallocManaged(&p, 4);
       signal(SIGSEGV, [](int) { _exit(9); });
       set<<<1, 1>>>(p, 7);  // the simulator's own accesses do not reach the handler
       cudaDeviceSynchronize();
       if (*p != 7) return 1;
       cudaFree(p);
       *(volatile int*)nullptr = 1;
       return 0;
     }, 9, nullptr, "faults\":[]"},
    {"signals blocked",
     [] {
       sigset_t all;
       sigfillset(&all);
       pthread_sigmask(SIG_SETMASK, &all, nullptr);
       int* p;
       cudaMallocManaged(&p, 4 << 16);
       work<<<256, 256>>>(p, 2);
       cudaDeviceSynchronize();
       return cudaFree(p) == cudaSuccess ? 5 : 6;
     }, 5, nullptr, "faults\":[]"},
    {"jump out of an own handler of memory faults",
     [] {
       int* p = memory();
       signal(SIGSEGV, [](int) { siglongjmp(before, 1); });
       if (sigsetjmp(before, 1) == 0) *(volatile int*)p = 3;
       set<<<1, 1>>>(p, 5);
       int v = 0;
       cudaMemcpy(&v, p, 4, cudaMemcpyDefault);
       cudaFree(p);
       return v;
     }, 5, nullptr, "faults\":[]"},
    {"exit in a signal handler", [] { fault(); cudaDeviceReset(); tick([](int) { exit(0); }); work_for_ever(); return 1; }, 86,
     "out_of_bounds", "out_of_bounds"},
    {"CUDA in a signal handler",
     [] {
       tick([](int) { if (cudaDeviceSynchronize() == cudaErrorNotPermitted) _exit(7); });
       work_for_ever();
       return 1;
     }, 7, "a signal handler called CUDA", nullptr},
    {"jump out of a launch",
     [] {
       signal(SIGALRM, SIG_IGN);
       if (sigsetjmp(before, 1) == 0) {
         tick([](int) { if (++seen > 20) siglongjmp(before, 1); });
         work_for_ever();
       }
       signal(SIGALRM, SIG_IGN);
       const cudaError_t error = cudaDeviceSynchronize();  // may have been between two launches
       return error == cudaErrorNotPermitted || error == cudaSuccess ? 5 : 6;
     }, 5, "", "faults\":[]"},
    {"a thread that launches for ever", [] { begin_to_launch_for_ever(); return 0; }, 0, "", "faults\":[]"},
    {"a thread that launches for ever, and CUDA at exit",
     [] { begin_to_launch_for_ever(); static struct Last { ~Last() { cudaDeviceSynchronize(); } } last; return 0; },
     0, "", "faults\":[]"},
    {"a fault in a static object's destructor", [] { memory(); static struct Last { ~Last() { fault(); } } last; return 0; }, 86, "out_of_bounds",
     "out_of_bounds"},
    {"a fault at exit", [] { memory(); atexit(fault); return 0; }, 86, "out_of_bounds", "out_of_bounds"},
    {"closed streams", [] { fclose(stdout); close(1); hello<<<1, 1>>>(); cudaDeviceSynchronize(); fault(); return 0; }, 86, "", "out_of_bounds"},
    {"another folder, which is gone",
     [] {
       char folder[] = "/tmp/ways-to-end-XXXXXX";
       if (mkdtemp(folder) == nullptr || chdir(folder) != 0 || rmdir(folder) != 0) return 1;
       fault();
       return 0;
     }, 86, "out_of_bounds", "out_of_bounds"},
    {"a child after CUDA was used",
     [] {
       fault();
       cudaDeviceReset();
       const pid_t child = fork();
       if (child == 0) {
         int* p;
         exit(cudaMalloc(&p, 4) == cudaErrorInitializationError && cudaGetLastError() == cudaErrorInitializationError ? 0 : 1);
       }
       int status = 0;
       waitpid(child, &status, 0);
       return status == 0 ? 0 : 1;  // the child has not told the parent's fault again
     }, 86, "forked after CUDA had been used", "out_of_bounds"},
    {"a child that only runs something else", [] { memory(); return system("true") == 0 ? 5 : 6; }, 5, "", "faults\":[]"},
};

static std::string read_all(const std::string& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

static int shell_status(int status) { return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status); }

int main() {
  const std::string report = getenv("WARPSCHOOL_REPORT_FILE") == nullptr ? "" : getenv("WARPSCHOOL_REPORT_FILE");
  int wrong = 0;
  for (const Row& row : rows) {
    const std::string errors = report + ".errors";
    fflush(nullptr);
    const pid_t child = fork();
    if (child == 0) {
      if (freopen(errors.c_str(), "w", stderr) == nullptr) _exit(99);
      exit(row.body());
    }
    int status = 0;
    for (int i = 0; i < 3000 && waitpid(child, &status, WNOHANG) == 0; i++) {
      usleep(10000);
      if (i == 2999) kill(child, SIGKILL);
    }
    const std::string said = read_all(errors), file = report + "." + std::to_string(child), told = read_all(file);
    unlink(file.c_str());
    const bool right = shell_status(status) == row.status && (row.says == nullptr || said.find(row.says) != std::string::npos) &&
                       (row.report == nullptr || told.find(row.report) != std::string::npos);
    if (!right) {
      printf("%s: status %d\n%s\n%s\n", row.name, shell_status(status), said.c_str(), told.c_str());
      wrong++;
    }
  }
  if (wrong == 0) printf("all as expected\n");
  return wrong;
}
