// nvcc's command line, understood (CUDA Compiler Driver NVCC manual, "Command Option Description").
#pragma once

#include "warpschool/support/result.hpp"

#include <string>
#include <vector>

namespace warpschool::simcc {

/// What to make.
enum class Product {
  kProgram,
  kSharedLibrary,
  kStaticLibrary,  ///< -lib
  kObject,
  kDeviceLink,  ///< -dlink: an object with nothing in it, as the runtime links device code
  kPtx,
  kPreprocessed,
  kDependencies  ///< -M
};

/// What a file on the command line is.
enum class InputKind { kCuda, kCxx, kC, kLinkable };

struct Input {
  std::string path;
  InputKind kind = InputKind::kCuda;
};

struct Options {
  Product product = Product::kProgram;
  std::vector<Input> inputs;
  std::string output;            ///< empty: nvcc's default name
  std::string output_directory;  ///< -odir: where names of nvcc's choosing go
  std::string standard = "-std=gnu++17";
  std::string optimisation = "-O2";
  std::vector<std::string> preprocessor;   ///< -I, -D, -U, -include, -isystem: for both sides
  std::vector<std::string> diagnostics;    ///< -W..., -w: shown by the host side only
  std::vector<std::string> host_compiler;  ///< -Xcompiler and -f...
  std::vector<std::string> linker;         ///< -L, -l, -Xlinker
  std::string dependency_file;             ///< empty: none written
  std::vector<std::string> dependency;     ///< -MT and its kin
  std::string architecture = "sm_70";      ///< what was asked for; see device_architecture
  bool host_debug = false;                 ///< -g
  bool device_debug = false;               ///< -G
  bool fast_math = false;
  bool flush_denormals = false;  ///< -ftz=true
  bool contract = true;          ///< -fmad
  bool relocatable = false;      ///< -rdc=true, -dc: device code may use other files'
  bool verbose = false;
  bool dry_run = false;
  bool keep = false;
  bool run = false;                        ///< --run: run the program afterwards
  std::vector<std::string> run_arguments;  ///< --run-args
  bool profile = false;                    ///< --profile: the same, under simprof
  bool device_variables = false;           ///< --device-variables: as -G, and PTX names variables
  bool show_version = false;
  bool show_help = false;

  /// The architecture that the kernels are compiled for: sm_80 for that and all newer ones, else
  /// sm_70, the oldest that the simulator is.
  std::string device_architecture() const;
  /// The folders of -I and -isystem.
  std::vector<std::string> include_folders() const;
  /// The name of the product: -o, or what nvcc would have chosen for `input`.
  std::string output_for(const Input& input) const;
};

/// The words, with those of the files that @FILE and --options-file name in their places.
std::vector<std::string> expand_response_files(const std::vector<std::string>& words);

/// Reads the words after the program's name; reports everything that is wrong at once.
Result<Options> parse_options(const std::vector<std::string>& words);

/// The text of --help.
const char* help_text();

}  // namespace warpschool::simcc
