// The clang that does the work, the places of our headers and library, and the command lines made
// of them.
#pragma once

#include "simcc/options/nvcc_options.hpp"
#include "warpschool/support/result.hpp"

#include <string>
#include <vector>

namespace warpschool::simcc {

/// Behind -Xclang: the intermediate code is as the front end makes it.
constexpr const char* kUnoptimisedCode = "-disable-llvm-passes";

struct Toolchain {
  std::string clang;
  std::string toolkit_include;
  std::string runtime_dir;
  std::string cuda_root;  ///< laid out as a CUDA Toolkit: bin/nvcc, include, lib64
};

/// What nvcc prints first with -v, in its form: build systems read the places of headers and
/// libraries from it.
std::string nvcc_variables(const Toolchain& tools);

/// -L for the runtime and for the folder that has it under the names of nvcc's libraries. CMake
/// takes the line of -v that has these words for the one that links, and gives the folders to the
/// C++ compiler where that one links with -lcudart and -lcudadevrt.
std::string library_folders(const Toolchain& tools);

/// Finds clang ($WARPSCHOOL_CLANG, the configured one, then PATH) and our own files (beside simcc,
/// else as configured).
Result<Toolchain> find_toolchain();

/// How each command begins: clang, told to link C++ under whichever of its names it was found
/// ("clang-16" alone would leave out the C++ library).
std::vector<std::string> driver_words(const Toolchain& tools);

/// The command that compiles the kernels of `source` to PTX.
std::vector<std::string> device_command(const Toolchain& tools, const Options& options,
                                        const std::string& source, const std::string& ptx);

/// The command that makes PTX of LLVM's intermediate code of the device side, as the front end
/// makes it; for vectors that are to stay whole (vector_copies.hpp).
/// @param features as in target_features()
std::vector<std::string> device_back_end_command(const Toolchain& tools, const Options& options,
                                                 const std::string& features,
                                                 const std::string& code, const std::string& ptx);

/// The words that compile the host side of a CUDA source with `ptx` embedded; the caller adds -c,
/// -o or what to link.
std::vector<std::string> host_command(const Toolchain& tools, const Options& options,
                                      const std::string& source, const std::string& ptx);

/// The command that compiles a plain C or C++ file to an object.
std::vector<std::string> plain_command(const Toolchain& tools, const Options& options,
                                       const Input& input, const std::string& object);

/// The words that link against the simulated runtime.
std::vector<std::string> link_words(const Toolchain& tools, const Options& options);

/// The command that prints what `input` depends on.
std::vector<std::string> dependency_command(const Toolchain& tools, const Options& options,
                                            const Input& input);

/// The command that prints the preprocessed source, host side.
std::vector<std::string> preprocess_command(const Toolchain& tools, const Options& options,
                                            const Input& input);

}  // namespace warpschool::simcc
