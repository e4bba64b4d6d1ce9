// The golden programs on a real GPU, through the driver API: the same PTX text, the same inputs,
// bit for bit what the simulator gives (approximate functions within their bounds).
//
//   golden_on_gpu FOLDER...
//
// One line for each lane that differs: program, lane, the simulator's value, the GPU's value.
// Exit status: 0 all agree, 1 some differ, 77 there is no GPU.
#include "golden_program.hpp"

#include <cuda.h>

#include <cstdio>
#include <memory>

namespace {

constexpr int kSkipped = 77;

void require(CUresult result, const char* call) {
  if (result != CUDA_SUCCESS) {
    const char* text = "unknown error";
    cuGetErrorString(result, &text);
    throw std::runtime_error(std::string(call) + ": " + text);
  }
}

/// A context of its own: one that met a fault is of no more use.
class Context {
 public:
  explicit Context(CUdevice device) {
    require(cuDevicePrimaryCtxRetain(&context_, device), "cuDevicePrimaryCtxRetain");
    require(cuCtxSetCurrent(context_), "cuCtxSetCurrent");
    device_ = device;
  }
  ~Context() {
    cuDevicePrimaryCtxRelease(device_);
    cuDevicePrimaryCtxReset(device_);
  }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

 private:
  CUcontext context_ = nullptr;
  CUdevice device_ = 0;
};

class Module {
 public:
  explicit Module(const std::string& ptx) {
    char log[4096] = {};
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
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

/// What differs, a line each; empty: nothing.
std::vector<std::string> differences(const golden::Program& program) {
  const Module module(program.ptx);
  const unsigned bytes = golden::bytes_of(program.output.type);
  std::vector<std::uint8_t> result(std::size_t{program.threads} * bytes, 0);
  std::vector<std::unique_ptr<Buffer>> buffers;
  buffers.push_back(std::make_unique<Buffer>(result));
  for (const golden::Values& input : program.inputs) {
    buffers.push_back(std::make_unique<Buffer>(golden::pack(input)));
  }
  std::vector<CUdeviceptr> addresses;
  for (const auto& buffer : buffers) {
    addresses.push_back(buffer->address());
  }
  std::vector<void*> arguments;
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

/// Runs one program; a context that saw a fault is replaced.
bool replay(const std::filesystem::path& path, const std::string& name, CUdevice device,
            std::unique_ptr<Context>& context) {
  std::vector<std::string> lines;
  const golden::Program program = golden::read_program(path);
  try {
    lines = differences(program);
  } catch (const std::exception& error) {
    lines = {error.what()};
  }
  for (const std::string& line : lines) {
    std::printf("%s: %s\n", name.c_str(), line.c_str());
  }
  if (!program.fault.empty() || cuCtxSynchronize() != CUDA_SUCCESS) {
    context.reset();
    context = std::make_unique<Context>(device);
  }
  return lines.empty();
}

int run(int folders, char** folder) {
  CUdevice device = 0;
  int devices = 0;
  if (cuInit(0) != CUDA_SUCCESS || cuDeviceGetCount(&devices) != CUDA_SUCCESS || devices == 0) {
    std::printf("SKIPPED: there is no GPU\n");
    return kSkipped;
  }
  require(cuDeviceGet(&device, 0), "cuDeviceGet");
  char model[128] = {};
  require(cuDeviceGetName(model, sizeof model, device), "cuDeviceGetName");
  auto context = std::make_unique<Context>(device);
  int programs = 0, differing = 0;
  for (int i = 0; i < folders; ++i) {
    for (const std::filesystem::path& path : golden::programs_below(folder[i])) {
      const std::string name = std::filesystem::relative(path, folder[i]).string();
      ++programs;
      differing += replay(path, name, device, context) ? 0 : 1;
    }
  }
  std::printf("%d golden programs on %s: %d agree, %d differ\n", programs, model,
              programs - differing, differing);
  return differing == 0 && programs > 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc - 1, argv + 1);
  } catch (const std::exception& error) {
    std::printf("golden_on_gpu: %s\n", error.what());
    return 1;
  }
}
