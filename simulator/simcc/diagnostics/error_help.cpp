// What simcc adds to a compiler's messages, and takes from them.
#include "simcc/diagnostics/error_help.hpp"

#include "simcc/diagnostics/clang_messages.hpp"
#include "simcc/repairs/colours.hpp"
#include "simcc/repairs/nameless_types.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <sstream>
#include <utility>

namespace warpschool::simcc {

namespace {

/// "4 errors generated." with so many less.
std::string summary_without_errors(std::string summary, std::size_t left_out) {
  const std::size_t word = summary.find(" error");
  const std::size_t before =
      word == std::string::npos ? word : summary.find_last_not_of("0123456789", word - 1);
  const std::size_t number = before == std::string::npos ? 0 : before + 1;
  if (left_out == 0 || word == std::string::npos || number == word) {
    return summary;
  }
  const std::size_t count = std::strtoul(summary.c_str() + number, nullptr, 10) - left_out;
  const std::size_t end = summary.find(" generated", word);
  return summary.substr(0, number) + std::to_string(count) + (count == 1 ? " error" : " errors") +
         summary.substr(std::min(end, summary.size()));
}

/// threadIdx and its kin have types of their own here, for what reads a register; in CUDA they are
/// uint3 and dim3.
std::string with_types_of_cuda(std::string text) {
  static constexpr std::pair<const char*, const char*> kTypes[] = {{"WarpschoolThreadIdx", "uint3"},
                                                                   {"WarpschoolBlockIdx", "uint3"},
                                                                   {"WarpschoolBlockDim", "dim3"},
                                                                   {"WarpschoolGridDim", "dim3"}};
  for (const auto& [own, of_cuda] : kTypes) {
    const std::string name = own;
    for (std::size_t at = 0; (at = text.find(name, at)) != std::string::npos;) {
      text.replace(at, name.size(), of_cuda);
    }
  }
  return text;
}

/// threadIdx.x is a property here, of which clang says two things where the host uses it, in words
/// that no student knows.
std::string with_index_word(const std::string& errors) {
  const std::string no_getter = ": error: cannot find suitable getter for property '";
  const std::string getter = "reference to __device__ function 'get_";
  const std::string end = "' in __host__ ";
  if (errors.find(no_getter) == std::string::npos) {
    return errors;
  }
  std::string all;
  std::size_t left_out = 0;
  for (const ClangMessage& message : split_messages(errors)) {
    const std::string plain = without_colours(message.text);
    if (plain.find(no_getter) != std::string::npos) {
      ++left_out;
      continue;
    }
    std::string text = plain.find(" generated") == std::string::npos
                           ? message.text
                           : summary_without_errors(message.text, left_out);
    const std::size_t at = text.find(getter), name = at + getter.size();
    if (at != std::string::npos && text.compare(name + 1, end.size(), end) == 0) {
      text.replace(at, name + 1 + end.size() - at,
                   std::string("'.") + text[name] +
                       "' of threadIdx, blockIdx, blockDim or gridDim in a __host__ ");
    }
    all += text;
  }
  return all;
}

}  // namespace

std::string tidy_messages(const std::string& all_errors) {
  const std::string errors = with_types_of_cuda(with_index_word(all_errors));
  std::string tidy;
  std::size_t begin = 0;
  while (begin < errors.size()) {
    const std::size_t end = std::min(errors.find('\n', begin), errors.size() - 1) + 1;
    std::string line = errors.substr(begin, end - begin);
    const std::size_t side = line.find(" generated when compiling for ");
    if (side != std::string::npos) {
      line = line.substr(0, side) + " generated.\n";
    }
    tidy += with_device_word(std::move(line));
    begin = end;
  }
  return tidy;
}

namespace {

bool is_elsewhere(const std::string& line, const std::string& toolkit) {
  return line.rfind(toolkit, 0) == 0 || line.rfind("/usr/", 0) == 0;
}

/// The head line of an error, a warning or a note: a place and what it is.
bool is_head(const std::string& line) {
  for (const char* mark : {": error: ", ": warning: ", ": fatal error: ", ": note: "}) {
    if (line.find(mark) != std::string::npos) {
      return true;
    }
  }
  return false;
}

/// Of notes that are dropped: why a function of a header does not fit ("no known conversion ...").
/// One that wants another number of arguments says least.
class Misfit {
 public:
  void look_at(const std::string& note) {
    const std::string mark = " not viable: ";
    const std::size_t at = note.find(mark);
    if (at == std::string::npos) {
      return;
    }
    // Of a const pointer clang advises what would compile, and be wrong.
    std::string why = note.substr(at + mark.size());
    const bool is_const = why.rfind("no known conversion from 'const ", 0) == 0;
    why = is_const ? why.substr(0, why.find("; take the address")) : why;
    const bool counts = why.rfind("requires ", 0) == 0;
    if (why_.empty() || (counts_ && !counts)) {
      why_ = why;
      counts_ = counts;
    }
  }
  /// A note at the place of the error; empty: there is nothing to say.
  std::string note(const std::string& head) const {
    const std::size_t place = head.find(": error: ");
    return why_.empty() || place == std::string::npos
               ? ""
               : head.substr(0, place) + ": note: " + why_ + "\n";
  }

 private:
  std::string why_;
  bool counts_ = false;
};

std::string message_without_notes(const ClangMessage& message, const std::string& toolkit) {
  std::string kept, head;
  Misfit misfit;
  bool drops = false;
  std::stringstream lines(message.text);
  for (std::string line; std::getline(lines, line);) {
    const std::string plain = without_colours(line);
    if (is_head(plain)) {
      const bool is_note = plain.find(": note: ") != std::string::npos;
      if (head.empty() && !is_note && !is_elsewhere(plain, toolkit)) {
        head = plain;
      }
      drops = is_note && !head.empty() && is_elsewhere(plain, toolkit);
      if (drops) {
        misfit.look_at(plain);
      }
    }
    kept += drops ? "" : line + "\n";
  }
  return kept.find(" not viable: ") == std::string::npos ? kept + misfit.note(head) : kept;
}

}  // namespace

std::string without_notes_elsewhere(const std::string& errors, const std::string& toolkit) {
  std::string kept;
  for (const ClangMessage& message : split_messages(errors)) {
    kept += message_without_notes(message, toolkit);
  }
  return kept;
}

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

constexpr const char* kMemoryOfGraphs =
    "graphs get memory from cudaMallocAsync and cudaFreeAsync between cudaStreamBeginCapture and "
    "cudaStreamEndCapture. Nodes of memory that are added by hand, and what graphs say about their "
    "memory, are not simulated.";

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
    {"'cudaGraphAddMemAllocNode'", kMemoryOfGraphs},
    {"'cudaGraphAddMemFreeNode'", kMemoryOfGraphs},
    {"'cudaGraphMemAttributeType'", kMemoryOfGraphs},
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
