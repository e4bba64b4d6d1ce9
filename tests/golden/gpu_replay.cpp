// The golden programs on a real GPU, through the driver API: the same PTX text, the same inputs,
// bit for bit what the simulator gives (approximate functions within their bounds).
//
//   golden_on_gpu FOLDER [PROCESSES]
//
// One line for each lane that differs: program, lane, the simulator's value, the GPU's value. One
// for each program that the driver refuses or that dies. Then a count. Exit status: 0 all agree, 1
// some do not, 77 there is no GPU.
//
// A fault on a GPU ends the context and, with some drivers, the process. So programs run in forked
// children that start CUDA themselves; after a failure a new child goes on with the next program.
#include "golden_program.hpp"

#include <cuda.h>

#include <cstdio>
#include <memory>
#include <set>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

constexpr int kSkipped = 77;

void require(CUresult result, const char* call) {
  if (result != CUDA_SUCCESS) {
    const char* text = "unknown error";
    cuGetErrorString(result, &text);
    throw std::runtime_error(std::string(call) + ": " + text);
  }
}

/// Starts CUDA in this process.
void start() {
  CUdevice device = 0;
  CUcontext context = nullptr;
  require(cuInit(0), "cuInit");
  require(cuDeviceGet(&device, 0), "cuDeviceGet");
  require(cuDevicePrimaryCtxRetain(&context, device), "cuDevicePrimaryCtxRetain");
  require(cuCtxSetCurrent(context), "cuCtxSetCurrent");
}

class Module {
 public:
  explicit Module(const std::string& ptx) {
    char log[4096] = {};
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    // The driver takes a size in place of a pointer. NOLINTNEXTLINE(performance-no-int-to-ptr)
    void* values[] = {log, reinterpret_cast<void*>(std::uintptr_t{sizeof log})};
    const CUresult result = cuModuleLoadDataEx(&module_, ptx.c_str(), 2, options, values);
    if (result != CUDA_SUCCESS) {
      std::string text = log;
      std::replace(text.begin(), text.end(), '\n', ' ');
      throw std::runtime_error("the driver refuses the program: " + text);
    }
  }
  ~Module() { cuModuleUnload(module_); }
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;

  CUfunction function(const char* name) const {
    CUfunction found = nullptr;
    require(cuModuleGetFunction(&found, module_, name), "cuModuleGetFunction");
    return found;
  }

 private:
  CUmodule module_ = nullptr;
};

class Buffer {
 public:
  explicit Buffer(const std::vector<std::uint8_t>& bytes) {
    require(cuMemAlloc(&address_, std::max<std::size_t>(bytes.size(), 1)), "cuMemAlloc");
    if (!bytes.empty()) {
      require(cuMemcpyHtoD(address_, bytes.data(), bytes.size()), "cuMemcpyHtoD");
    }
  }
  ~Buffer() { cuMemFree(address_); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  CUdeviceptr address() const { return address_; }

 private:
  CUdeviceptr address_ = 0;
};

/// The lanes whose results differ, a line each.
std::vector<std::string> lanes_that_differ(const golden::Program& program,
                                           const std::vector<std::uint8_t>& result) {
  const unsigned bytes = golden::bytes_of(program.output.type);
  std::vector<std::string> lines;
  for (std::size_t lane = 0; lane < program.output.words.size(); ++lane) {
    std::uint64_t got = 0;
    std::memcpy(&got, result.data() + lane * bytes, bytes);
    const std::uint64_t expected =
        golden::parse_word(program.output.words[lane], program.output.type);
    if (!golden::agrees(program, got, expected)) {
      char line[160];
      std::snprintf(line, sizeof line, "lane %zu simulator 0x%0*llx GPU 0x%0*llx", lane,
                    static_cast<int>(2 * bytes), static_cast<unsigned long long>(expected),
                    static_cast<int>(2 * bytes), static_cast<unsigned long long>(got));
      lines.emplace_back(line);
    }
  }
  return lines;
}

/// What differs, a line each; empty: nothing.
std::vector<std::string> differences(const golden::Program& program) {
  const Module module(program.ptx);
  const unsigned bytes = golden::bytes_of(program.output.type);
  std::vector<std::uint8_t> result(std::size_t{program.threads} * bytes, 0);
  std::vector<std::unique_ptr<Buffer>> buffers;
  buffers.push_back(std::make_unique<Buffer>(result));
  buffers.reserve(program.inputs.size());
  for (const golden::Values& input : program.inputs) {
    buffers.push_back(std::make_unique<Buffer>(golden::pack(input)));
  }
  std::vector<CUdeviceptr> addresses;
  addresses.reserve(buffers.size());
  for (const auto& buffer : buffers) {
    addresses.push_back(buffer->address());
  }
  std::vector<void*> arguments;
  arguments.reserve(addresses.size());
  for (CUdeviceptr& address : addresses) {
    arguments.push_back(&address);
  }
  require(cuLaunchKernel(module.function("test"), 1, 1, 1, program.threads, 1, 1, 0, nullptr,
                         arguments.data(), nullptr),
          "cuLaunchKernel");
  const CUresult outcome = cuCtxSynchronize();
  if (!program.fault.empty()) {
    return outcome != CUDA_SUCCESS
               ? std::vector<std::string>{}
               : std::vector<std::string>{"the simulator faults (" + program.fault +
                                          "), the GPU does not"};
  }
  require(outcome, "cuCtxSynchronize");
  require(cuMemcpyDtoH(result.data(), addresses[0], result.size()), "cuMemcpyDtoH");
  return lanes_that_differ(program, result);
}

/// What a child says of a program: a letter of kSame and so on, its name, a text.
constexpr char kSame = 'S', kDifferent = 'D', kFailed = 'F';

struct Job {
  std::vector<std::filesystem::path> paths;
  std::filesystem::path folder;
  int out = -1;                             ///< a pipe; lines are short enough to go in one piece
  volatile std::size_t* current = nullptr;  ///< shared: what the child is at

  void say(char kind, std::size_t index, const std::string& text) const {
    const std::string name = std::filesystem::relative(paths[index], folder).string();
    std::string line = std::string(1, kind) + name + ": " + text.substr(0, 1500) + "\n";
    if (write(out, line.data(), line.size()) < 0) {
      _exit(1);
    }
  }
};

/// In a child: programs from `first` on, each `step`-th. Leaves with status 3 after a program whose
/// failure may have spoilt the context.
[[noreturn]] void run_programs(const Job& job, std::size_t first, std::size_t step) {
  try {
    start();
  } catch (const std::exception& error) {
    job.say(kFailed, first, error.what());
    *job.current = first;
    _exit(3);
  }
  for (std::size_t i = first; i < job.paths.size(); i += step) {
    *job.current = i;
    bool spoilt = false;
    try {
      const golden::Program program = golden::read_program(job.paths[i]);
      spoilt = !program.fault.empty();
      const std::vector<std::string> lines = differences(program);
      for (const std::string& line : lines) {
        job.say(kDifferent, i, line);
      }
      if (lines.empty()) {
        job.say(kSame, i, "");
      }
    } catch (const std::exception& error) {
      job.say(kFailed, i, error.what());
      spoilt = spoilt || cuCtxSynchronize() != CUDA_SUCCESS;
    }
    if (spoilt) {
      _exit(3);
    }
  }
  _exit(0);
}

/// Keeps a child at work until each `step`-th program has had its turn.
void supervise(Job job, std::size_t first, std::size_t step) {
  job.current = static_cast<std::size_t*>(mmap(nullptr, sizeof(std::size_t), PROT_READ | PROT_WRITE,
                                               MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  for (std::size_t next = first; next < job.paths.size(); next = *job.current + step) {
    *job.current = next;
    const pid_t child = fork();
    if (child == 0) {
      run_programs(job, next, step);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
      return;
    }
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 3) {
      job.say(kFailed, *job.current, "the process died");
    }
  }
}

bool has_gpu() {
  const pid_t child = fork();
  if (child == 0) {
    int devices = 0;
    const bool found = cuInit(0) == CUDA_SUCCESS && cuDeviceGetCount(&devices) == CUDA_SUCCESS;
    _exit(found && devices > 0 ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/// Everything that the children say, a line each.
std::vector<std::string> read_lines(int pipe_end) {
  std::string text;
  char part[65536];
  for (ssize_t got = 0; (got = read(pipe_end, part, sizeof part)) > 0;) {
    text.append(part, static_cast<std::size_t>(got));
  }
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    lines.push_back(line);
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

int run(const std::filesystem::path& folder, std::size_t processes) {
  if (!has_gpu()) {
    std::printf("SKIPPED: there is no GPU\n");
    return kSkipped;
  }
  int ends[2] = {};
  if (pipe(ends) != 0) {
    throw std::runtime_error("pipe failed");
  }
  const Job job{golden::programs_below(folder), folder, ends[1], nullptr};
  std::vector<pid_t> supervisors;
  for (std::size_t i = 0; i < processes; ++i) {
    supervisors.push_back(fork());
    if (supervisors.back() == 0) {
      close(ends[0]);
      supervise(job, i, processes);
      _exit(0);
    }
  }
  close(ends[1]);
  const std::vector<std::string> lines = read_lines(ends[0]);
  for (const pid_t supervisor : supervisors) {
    waitpid(supervisor, nullptr, 0);
  }
  std::set<std::string> same, different, failed;
  for (const std::string& line : lines) {
    const std::string name = line.substr(1, line.find(':') - 1);
    (line[0] == kSame ? same : line[0] == kDifferent ? different : failed).insert(name);
    if (line[0] != kSame) {
      std::printf("%s%s\n", line[0] == kFailed ? "FAILED " : "", line.c_str() + 1);
    }
  }
  std::printf("%zu golden programs: %zu same, %zu different, %zu failed, %zu not run\n",
              job.paths.size(), same.size(), different.size(), failed.size(),
              job.paths.size() - same.size() - different.size() - failed.size());
  return same.size() == job.paths.size() && !same.empty() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2 || argc > 3) {
    std::fprintf(stderr, "usage: golden_on_gpu FOLDER [PROCESSES]\n");
    return 2;
  }
  try {
    return run(argv[1], argc > 2 ? std::max(1ul, std::strtoul(argv[2], nullptr, 10)) : 8);
  } catch (const std::exception& error) {
    std::printf("golden_on_gpu: %s\n", error.what());
    return 1;
  }
}
