// What simcc says where a compiler stopped at what CUDA has, and the simulator has not, or at a
// beginner's slip.
#include "simcc/diagnostics/feature_help.hpp"

#include <string>

namespace warpschool::simcc {

std::string missing_library_help(const std::string& errors) {
  static constexpr const char* kNames[] = {
      "cuda/",    "curand", "cublas", "cusparse", "cufft",
      "cusolver", "cudnn",  "npp",    "nccl",     "cooperative_groups/",
      "cutlass/"};
  const std::string end = "' file not found";
  const std::size_t at = errors.find(end);
  if (at == std::string::npos) {
    return {};
  }
  const std::size_t begin = errors.rfind('\'', at - 1) + 1;
  const std::string header = errors.substr(begin, at - begin);
  if (header.rfind("thrust/", 0) == 0 || header.rfind("cub/", 0) == 0) {
    return "simcc: " + header +
           " is a header of Thrust and CUB, which the distribution packs: apt-get install "
           "libthrust-dev libcub-dev. If they are installed, their version has no such header.\n";
  }
  for (const char* name : kNames) {
    if (header.rfind(name, 0) == 0) {
      return "simcc: " + header +
             " belongs to a library of NVIDIA's that the simulator does not have, or to a part of "
             "it (docs/COMPATIBILITY.md lists what is there). Write that part as a kernel of your "
             "own, "
             "or with the C++ library on the host.\n";
    }
  }
  return {};
}

namespace {

/// Where a kernel starts an algorithm of Thrust: a host function of its namespace stands there.
constexpr const char* kThrustInKernel =
    "thrust::device in a kernel starts kernels there: dynamic parallelism is not simulated. Use "
    "thrust::seq, with which each thread does the work alone.";

constexpr const char* kThreeParts =
    "threadIdx, blockIdx, blockDim and gridDim have three parts: name one, .x, .y or .z, as in "
    "blockIdx.x * blockDim.x + threadIdx.x.";

struct Feature {
  const char* sign;
  const char* help;
  const char* also = "";  ///< what the messages have besides
};
constexpr Feature kFeatures[] = {
    {"error: reference to __host__ function '", kThrustInKernel, "<thrust::cuda_cub::par_t"},
    {"'texCubemap'",
     "cube maps are not simulated. Sample a two-dimensional texture, or one in layers, a layer for "
     "each face."},
    {"error: use of undeclared identifier 'tex2DLod'",
     "mipmaps are not simulated. Make a texture object of each level, and read it with tex2D."},
    {"'cudaGraphConditional",
     "conditional nodes of graphs are not simulated. Let the host decide between launches of "
     "graphs."},
    {"error: reference to __global__ function",
     "a kernel launches a kernel: dynamic parallelism is not simulated. Launch it from the host, "
     "or make a device function of it."},
    {"error: no template named 'texture'",
     "CUDA 12 has no texture references any more. Make a texture object with "
     "cudaCreateTextureObject, pass it to the kernel, and read it with tex2D<float>(object, x, "
     "y)."},
    {"'omp.h' file not found",
     "OpenMP needs clang's own header and library: apt-get install libomp-dev (libomp-16-dev for "
     "clang-16, and so on)."},
    {"undefined reference to `cuInit'",
     "this build of the simulator is without the driver API: configure it with "
     "-DWARPSCHOOL_DRIVER_API=ON."},
    {"undefined reference to `nvrtc",
     "this build of the simulator is without NVRTC: configure it with "
     "-DWARPSCHOOL_DRIVER_API=ON."},
    {"__kmpc_", "link programs that use OpenMP with -Xcompiler -fopenmp."},
    {"dynamic_stackalloc",
     "clang cannot make an array on a thread's stack whose size is known at run time only "
     "(alloca). Give it the largest size that it can have."},
    {", addrspace 4)>",
     "a kernel changes a __constant__ variable with an atomic function, and kernels can only "
     "read constant memory. Declare the variable __device__."},
    {"error: cannot use variable-length arrays",
     "the size of an array in a kernel must be a constant that the compiler knows. Shared memory "
     "of a size that only the launch knows: extern __shared__ float all[]; and its bytes as "
     "third "
     "launch parameter."},
    {"error: initialization is not supported for __shared__ variables",
     "shared memory begins as rubbish: let one thread set the variable, if (threadIdx.x == 0), "
     "and put __syncthreads() behind, before others use it."},
    {"error: reference to __host__ variable 'cout'",
     "kernels print with printf, and the host sees it when it synchronises."},
    {"not viable: call to __host__ function from __",
     "device code can only call device functions: put __device__ (or __host__ __device__) before "
     "those of your own. Of the standard library it has the functions of <cmath> and printf; "
     "random numbers are in curand_kernel.h; of a std::vector pass what data() of a copy in "
     "device memory gives, and the size."},
    {"error: invalid operands to binary expression ('void (",
     "a kernel is launched with three brackets on each side: name<<<blocks, "
     "threads>>>(arguments)."},
    {"error: invalid operands to binary expression ('const Warpschool", kThreeParts},
    {"and 'const Warpschool", kThreeParts, "error: invalid operands to binary expression ("},
    {"error: no viable conversion from 'const Warpschool", kThreeParts},
    {"error: function definition is not allowed here",
     "a function cannot begin within another one: the one before it lacks its last }. \"to match "
     "this '{'\" names the { that is not closed; look from there."},
    {"error: reference to __device__ function 'get_",
     "threadIdx, blockIdx, blockDim and gridDim are known in kernels and device functions only: "
     "the host launches all threads at once and has no index of its own."},
    {"error: no matching function for call to 'cudaMalloc'",
     "cudaMalloc sets a pointer, so it wants the pointer's address and a number of bytes: "
     "cudaMalloc(&pointer, count * sizeof(float))."},
    {"error: no matching function for call to 'cudaMemcpy'",
     "cudaMemcpy wants four arguments: where to, where from, a number of bytes, and the direction, "
     "as in cudaMemcpy(host, device, count * sizeof(float), cudaMemcpyDeviceToHost).",
     "requires 4 arguments"},
    {"error: no matching function for call to 'cudaMemcpy'",
     "cudaMemcpy writes where its first argument points, and reads where the second does: are they "
     "the other way round?",
     "no known conversion from 'const "},
    {"error: no matching function for call to '__shfl_",
     "a shuffle begins with the mask of the lanes that take part: __shfl_down_sync(0xffffffff, "
     "value, distance)."},
    {"must have void return type",
     "a kernel gives its results back through a pointer to device memory, which the host copies "
     "with cudaMemcpy then."},
    {"error: kernel call to non-global function",
     "a function that is launched with <<<...>>> is a kernel: write __global__ in front of its "
     "declaration, __global__ void name(...)."},
    {" not configured\n",
     "a kernel is launched with the numbers of blocks and of threads a block: name<<<blocks, "
     "threads>>>(arguments)."},
    // The backend's own failure, not the program's: only its pass is named in the stack dump.
    {"NVPTX DAG->DAG Pattern Instruction Selection",
     "clang failed in the function named above, without a fault of the program's. clang 14 fails "
     "where a function takes or returns by value a struct whose bit-fields take 17 to 24, or 33 "
     "to 56 bits together: add a field that fills them to 32 or 64, or name a newer clang in "
     "WARPSCHOOL_CLANG."}};

}  // namespace

std::string missing_feature_help(const std::string& errors) {
  for (const Feature& feature : kFeatures) {
    if (errors.find(feature.sign) != std::string::npos &&
        errors.find(feature.also) != std::string::npos) {
      return std::string("simcc: ") + feature.help + "\n";
    }
  }
  return {};
}

}  // namespace warpschool::simcc
