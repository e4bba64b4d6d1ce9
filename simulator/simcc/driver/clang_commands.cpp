// Finds clang, our headers and our library, and composes the command lines.
#include "simcc/driver/clang_commands.hpp"

#include "simcc/driver/configured_paths.hpp"
#include "simcc/process/child_process.hpp"

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <unistd.h>

namespace warpschool::simcc {
namespace {

namespace fs = std::filesystem;

using Words = std::vector<std::string>;

void append(Words& to, const Words& words) {
  to.insert(to.end(), words.begin(), words.end());
}

/// Reports name the host's line too: the runtime reads this table, and calls must not hide their
/// caller. A -g that follows asks for more and gets it.
const Words kLineTable = {"-gline-tables-only", "-gdwarf-5", "-gdwarf-aranges",
                          "-fno-optimize-sibling-calls"};

std::string find_clang() {
  const char* chosen = std::getenv("WARPSCHOOL_CLANG");
  if (chosen != nullptr && *chosen != '\0') {
    const std::string name = chosen;
    return name.find('/') == std::string::npos ? find_in_path(name)
                                               : (::access(chosen, X_OK) == 0 ? name : "");
  }
  if (*kConfiguredClang != '\0' && ::access(kConfiguredClang, X_OK) == 0) {
    return kConfiguredClang;
  }
  for (const char* name : {"clang++", "clang++-19", "clang++-18", "clang++-16", "clang++-14"}) {
    std::string found = find_in_path(name);
    if (!found.empty()) {
      return found;
    }
  }
  return {};
}

/// What g++ and nvcc's front end let pass with a warning at most, and clang calls an error.
const Words kLenient = {"-Wno-c++11-narrowing",
                        "-Wno-register",
                        "-Wno-cuda-compat",
                        "-Wno-reserved-user-defined-literal",
                        "-Wno-format-security",
                        "-Wno-vla-extension",
                        "-Wno-gnu-folding-constant",  // const float n = 2; int a[(int)n];
                        "-Wno-empty-body",            // while (*flag == 0);
                        "-Wno-implicit-const-int-float-conversion"};  // rand() / (float)RAND_MAX

/// Variables that nobody has set where they are used, as nvcc warns: the host side sees device
/// code, too. Not those that some branch sets: threads without work skip it, and their values are
/// dropped.
const Words kUnsetVariables = {"-Wuninitialized", "-Wno-sometimes-uninitialized",
                               "-Wno-uninitialized-const-reference"};

/// Variables that nobody reads, as nvcc warns: what a call returned may be one, and then nobody
/// looks at errors. No constants: they keep no errors.
const Words kUnusedVariables = {"-Wunused-but-set-variable", "-Wunused-variable",
                                "-Wno-unused-const-variable"};

/// "i >= 0" of an unsigned i, as nvcc warns: a loop that counts down never ends.
const Words kPointless = {"-Wtautological-unsigned-zero-compare"};

void append_relocatable(Words& words, const Options& options) {
  if (options.relocatable) {
    append(words, {"-fgpu-rdc", "-D__CUDACC_RDC__"});
  }
}

/// Our flags and the student's preprocessor flags, the same on both sides so that both see one
/// program.
Words cuda_words(const Toolchain& tools, const Options& options) {
  Words words = driver_words(tools);
  append(words, {"--cuda-path=/nonexistent", "-nocudainc", "-nocudalib", "-fdeclspec",
                 options.standard, "-isystem", tools.toolkit_include, "-include", "cuda_runtime.h",
                 "-Xclang", "-target-sdk-version=11.0",  // the launch ABI of CUDA 9.2 and later
                 "-fno-crash-diagnostics"});  // no second compilation to leave files for a report
  // CUB names a namespace after it, the same on both sides.
  words.push_back("-D__CUDA_ARCH_LIST__=" + options.device_architecture().substr(3) + "0");
  append(words, kLenient);
  append(words, {"-Xclang", "-fcuda-allow-variadic-functions"});  // f(...), for what else fits none
  if (options.device_debug) {
    words.emplace_back("-D__CUDACC_DEBUG__");
  }
  append(words, options.preprocessor);
  if (::isatty(STDERR_FILENO) != 0) {
    words.emplace_back("-fcolor-diagnostics");
  }
  return words;
}

/// The number behind the last `prefix` in `text`, or 0.
int number_after(const std::string& text, const std::string& prefix) {
  const std::size_t at = text.rfind(prefix);
  return at == std::string::npos ? 0 : std::atoi(text.c_str() + at + prefix.size());
}

/// clang's major version, from where its name leads (/usr/lib/llvm-14/bin/clang) or, failing that,
/// from what it says.
int clang_major_version(const std::string& clang) {
  std::error_code error;
  const std::string path = fs::canonical(clang, error).string();
  for (const char* prefix : {"clang-", "llvm-"}) {
    const int number = number_after(path, prefix);
    if (number != 0) {
      return number;
    }
  }
  const std::string ask = "\"$0\" --version >&2";
  return number_after(run_process({"sh", "-c", ask, clang}).errors, "clang version ");
}

/// Device code as nvcc compiles it. clang would conclude more from undefined behaviour: that a
/// value passed to a shuffle is defined in every lane, that a float is never read through an int
/// pointer, that loops end, that null is not dereferenced, that a function's end is not reached.
/// Programs that are right on a GPU would go wrong, and wrong ones would not be caught.
Words device_semantics(const std::string& clang) {
  return {"-Xclang",
          clang_major_version(clang) <= 14 ? "-disable-noundef-analysis"
                                           : "-no-enable-noundef-analysis",
          "-fno-strict-aliasing",
          "-fno-finite-loops",
          "-fno-delete-null-pointer-checks",
          "-fno-strict-return"};
}

/// Inlining and unrolling as nvcc does them: nearly every function, loops of a known length whole,
/// others by four. clang alone stops much sooner, at other places in each of its versions; loop
/// overhead and calls that a GPU does not have would then stand in counters and modelled times.
/// Held against nvcc's PTX and ptxas's machine code: bench/calibration. What is unrolled has
/// constant addresses: clang would then move loads and sums of shared memory out of loops and in
/// front of their conditions, where threads read what the program never let them read. Nor does
/// nvcc make one store or atomic of those in both branches of an `if`: each stays where it was
/// written, with its own address.
Words device_loops_and_calls(const std::string& optimisation) {
  Words words;
  if (optimisation != "-O0") {
    for (const char* word :
         {"-inline-threshold=5000", "-unroll-threshold=1200", "-unroll-partial-threshold=130",
          "-unroll-max-count=4", "-disable-licm-promotion", "-licm-mssa-optimization-cap=0",
          "-simplifycfg-sink-common=false"}) {
      append(words, {"-mllvm", word});
    }
  }
  return words;
}

std::string device_optimisation(const Options& options) {
  return options.device_debug ? "-O0" : options.optimisation;
}

/// Unoptimised, neighbours in a thread's stack are all variables of the function: clang checks that
/// accesses to arrays stay inside. Optimised code would be another one with these checks.
Words bounds_checks(const std::string& optimisation) {
  if (optimisation != "-O0") {
    return {};
  }
  return {"-Xclang", "-fsanitize=local-bounds", "-Xclang", "-fsanitize-trap=local-bounds"};
}

}  // namespace

Result<Toolchain> find_toolchain() {
  Diagnostics diagnostics;
  Toolchain tools;
  tools.clang = find_clang();
  if (tools.clang.empty()) {
    const char* chosen = std::getenv("WARPSCHOOL_CLANG");
    const std::string wanted = chosen == nullptr ? "" : chosen;
    diagnostics.push_back({"", 0, 0,
                           wanted.empty()
                               ? "no clang found"
                               : "WARPSCHOOL_CLANG names " + wanted + ", which cannot be run",
                           "simcc compiles CUDA with clang 14 or newer: apt-get install clang"});
  }
  std::error_code error;
  const fs::path here = fs::read_symlink("/proc/self/exe", error).parent_path();
  const fs::path installed_include = here.parent_path() / "include" / "warpschool" / "toolkit";
  tools.toolkit_include =
      fs::exists(installed_include, error) ? installed_include.string() : kConfiguredToolkit;
  const fs::path beside = here.parent_path() / "lib";
  tools.runtime_dir = fs::exists(beside / "libwarpschool_cudart.so", error)
                          ? beside.string()
                          : std::string(kConfiguredLibraryDir);
  const fs::path root = here.parent_path() / "cuda";
  tools.cuda_root = fs::exists(root / "include", error)
                        ? root.string()
                        : fs::path(tools.toolkit_include).parent_path().string();
  if (!fs::exists(fs::path(tools.toolkit_include) / "cuda_runtime.h", error)) {
    diagnostics.push_back(
        {"", 0, 0, "no cuda_runtime.h in " + tools.toolkit_include, "build the project again"});
  }
  if (!diagnostics.empty()) {
    return diagnostics;
  }
  return tools;
}

std::vector<std::string> driver_words(const Toolchain& tools) {
  return {tools.clang, "--driver-mode=g++"};
}

std::string library_folders(const Toolchain& tools) {
  return "-L" + tools.runtime_dir + " -L" + tools.cuda_root + "/lib64";
}

std::string nvcc_variables(const Toolchain& tools) {
  const std::string mark = "#$ ";
  return mark + "TOP=" + tools.cuda_root + "\n" + mark + "NVVMIR_LIBRARY_DIR=" + tools.cuda_root +
         "/nvvm/libdevice\n" + mark + "PATH=" + fs::path(tools.clang).parent_path().string() +
         "\n" + mark + "INCLUDES=\"-I" + tools.toolkit_include + "\"\n" + mark +
         "LIBRARIES= " + library_folders(tools) + "\n" + mark + "DEVICE= -arch compute_70\n";
}

std::vector<std::string> device_command(const Toolchain& tools, const Options& options,
                                        const std::string& source, const std::string& ptx) {
  Words words = cuda_words(tools, options);
  // Line tables always: faults and counters name the student's line.
  const std::string optimisation = device_optimisation(options);
  append(words,
         {"-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=" + options.device_architecture(),
          optimisation, options.device_variables ? "-g" : "-gline-directives-only"});
  if (!options.device_variables) {  // a trace shows what the source says, and no checks beside it
    append(words, bounds_checks(optimisation));
  }
  append(words, device_semantics(tools.clang));
  append(words, device_loops_and_calls(optimisation));
  append_relocatable(words, options);
  if (options.fast_math) {
    append(words, {"-ffast-math", "-fcuda-flush-denormals-to-zero"});
  } else if (options.flush_denormals) {
    words.emplace_back("-fcuda-flush-denormals-to-zero");
  }
  if (!options.contract) {
    words.emplace_back("-ffp-contract=off");
  }
  append(words, {"-S", source, "-o", ptx});
  return words;
}

std::vector<std::string> device_back_end_command(const Toolchain& tools, const Options& options,
                                                 const std::string& features,
                                                 const std::string& code, const std::string& ptx) {
  Words words = {tools.clang,           "-cc1",        "-triple",
                 "nvptx64-nvidia-cuda", "-target-cpu", options.device_architecture()};
  std::istringstream all(features);
  for (std::string feature; std::getline(all, feature, ',');) {
    append(words, {"-target-feature", feature});
  }
  const std::string optimisation = device_optimisation(options);
  append(words, {"-mrelocation-model", "static", "-mframe-pointer=all", "-fno-verbose-asm",
                 "-no-integrated-as", "-debugger-tuning=gdb", "-fno-dwarf-directory-asm",
                 optimisation, options.contract ? "-ffp-contract=fast" : "-ffp-contract=off"});
  if (!options.device_variables && optimisation == "-O0") {
    append(words, {"-fsanitize=local-bounds", "-fsanitize-trap=local-bounds"});
  }
  if (optimisation != "-O0") {
    append(words, {"-vectorize-loops", "-vectorize-slp"});
  }
  append(words, device_loops_and_calls(optimisation));
  // Those make words of vectors again.
  append(words,
         {"-mllvm", "-disable-vector-combine", "-mllvm", "-enable-memcpyopt-without-libcalls"});
  append(words, {"-S", "-x", "ir", code, "-o", ptx});
  return words;
}

std::vector<std::string> host_command(const Toolchain& tools, const Options& options,
                                      const std::string& source, const std::string& ptx) {
  Words words = cuda_words(tools, options);
  append(words, {"--cuda-host-only", options.optimisation, "-Xclang", "-fcuda-include-gpubinary",
                 "-Xclang", ptx});
  append(words, kUnsetVariables);
  append(words, kUnusedVariables);
  append(words, kPointless);
  append(words, kLineTable);
  append_relocatable(words, options);
  if (options.host_debug || options.device_debug) {
    words.emplace_back("-g");
  }
  append(words, options.diagnostics);
  append(words, options.host_compiler);
  if (!options.dependency_file.empty()) {
    append(words, options.dependency);
    append(words, {"-MF", options.dependency_file});
  }
  append(words, {"-x", "cuda", source});
  return words;
}

std::vector<std::string> plain_command(const Toolchain& tools, const Options& options,
                                       const Input& input, const std::string& object) {
  Words words = driver_words(tools);
  append(words, {"-isystem", tools.toolkit_include, options.optimisation});
  append(words, kLineTable);
  append(words, options.preprocessor);
  append(words, options.diagnostics);
  append(words, options.host_compiler);
  if (options.host_debug) {
    words.emplace_back("-g");
  }
  if (input.kind == InputKind::kC) {
    append(words, {"-x", "c"});
  } else {
    append(words, {options.standard, "-x", "c++"});
  }
  append(words, {"-c", input.path, "-o", object});
  return words;
}

std::vector<std::string> link_words(const Toolchain& tools, const Options& options) {
  Words words;
  if (options.product == Product::kSharedLibrary) {
    words.emplace_back("-shared");
  }
  append(words, options.linker);
  append(words,
         {"-L" + tools.runtime_dir, "-lwarpschool_cudart", "-Wl,-rpath," + tools.runtime_dir});
  return words;
}

std::vector<std::string> dependency_command(const Toolchain& tools, const Options& options,
                                            const Input& input) {
  Words words = cuda_words(tools, options);
  append(words, {"--cuda-host-only", "-x", "cuda"});
  append(words, options.dependency);
  append(words, {input.path, "-o", options.output_for(input)});
  return words;
}

std::vector<std::string> preprocess_command(const Toolchain& tools, const Options& options,
                                            const Input& input) {
  Words words = cuda_words(tools, options);
  append(words,
         {"--cuda-host-only", "-x", "cuda", "-E", input.path, "-o", options.output_for(input)});
  return words;
}

}  // namespace warpschool::simcc
