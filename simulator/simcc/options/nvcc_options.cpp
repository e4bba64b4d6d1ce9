// Parses nvcc's command line into Options.
#include "simcc/options/nvcc_options.hpp"

#include <cstddef>
#include <cstdlib>
#include <filesystem>

namespace warpschool::simcc {

namespace fs = std::filesystem;

std::vector<std::string> Options::include_folders() const {
  std::vector<std::string> folders;
  for (std::size_t i = 1; i < preprocessor.size(); ++i) {
    if (preprocessor[i - 1] == "-I" || preprocessor[i - 1] == "-isystem") {
      folders.push_back(preprocessor[i]);
    }
  }
  return folders;
}

std::string Options::output_for(const Input& input) const {
  if (!output.empty()) {
    return output;
  }
  const fs::path stem = fs::path(output_directory) / fs::path(input.path).filename();
  switch (product) {
    case Product::kObject:
      return fs::path(stem).replace_extension(".o").string();
    case Product::kPtx:
      return fs::path(stem).replace_extension(".ptx").string();
    case Product::kPreprocessed:
    case Product::kDependencies:
      return "-";
    case Product::kDeviceLink:
      return "a_dlink.o";
    case Product::kStaticLibrary:
      return "a.a";
    case Product::kProgram:
    case Product::kSharedLibrary:
      break;
  }
  return "a.out";
}

std::string Options::device_architecture() const {
  constexpr int kAmpere = 80;
  const std::size_t digits = architecture.find_first_of("0123456789");
  const int number = digits == std::string::npos ? 0 : std::atoi(architecture.c_str() + digits);
  return number >= kAmpere ? "sm_80" : "sm_70";
}

const char* help_text() {
  return R"(simcc: compiles CUDA C++ for Warpschool's simulated GPU, with nvcc's command line.

  simcc -o reduce reduce.cu && ./reduce
  simcc -O2 -shared -Xcompiler -fPIC -o reduce.so reduce.cu

  -o FILE              name of the result                -c        compile to an object file
  -shared              make a shared library             --ptx     compile the kernels to PTX
  -O0 ... -O3          optimisation (default -O2)        -E        preprocess
  -g, -G               debug host code, device code      --run     run the program (--run-args A,B: with these words)
  -I -D -U -L -l       as in every compiler              -std=c++20 (default gnu++17)
  -Xcompiler A,B       for host compiler and linker      -Xlinker A,B
  -MD -MF FILE -MT T   write dependencies for make       -x cu     read any input as CUDA
  -v, --dryrun         print the commands                --keep    keep the PTX beside the result

  --profile            run it and show what its kernels did and what limits them
  -lib                 make a static library             -M, -MM   print dependencies
  -ftz, -fmad          as in nvcc (true or false)        -w, -W... warnings, as clang's
Accepted without effect: -lineinfo, -Xptxas, -maxrregcount, -cudart, --extended-lambda and others that choose a
real GPU's code. -arch, -gencode: kernels see __CUDA_ARCH__ 800 from sm_80 on, else 700. -rdc=true, -dc: device code
of one file may use functions and variables of another.

Environment: WARPSCHOOL_CLANG names the clang to use; WARPSCHOOL_DEVICE the GPU that programs see (h200, h100, a100, t4, ...).
)";
}

}  // namespace warpschool::simcc
