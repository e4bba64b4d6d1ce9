#include "driver.hpp"

#include "clang_messages.hpp"
#include "constant_writes.hpp"
#include "device_symbols.hpp"
#include "host_uses.hpp"
#include "process.hpp"
#include "size_limits.hpp"
#include "source_repairs.hpp"
#include "two_compilers.hpp"

#include <cstdio>
#include <cstdlib>
#include <cxxabi.h>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <unistd.h>

namespace warpschool::simcc {
namespace {

namespace fs = std::filesystem;

using Words = std::vector<std::string>;

/// Gives __managed__ variables pages of their own, which the runtime closes to the host while a
/// kernel may be using them (an addition to the linker's own script).
constexpr const char* kManagedPages = R"(SECTIONS {
  ws_managed : ALIGN(CONSTANT(COMMONPAGESIZE)) {
    PROVIDE_HIDDEN(__start_ws_managed = .);
    *(ws_managed)
    . = ALIGN(CONSTANT(COMMONPAGESIZE));
    PROVIDE_HIDDEN(__stop_ws_managed = .);
  }
}
INSERT AFTER .data;
)";

/// A folder for files between two steps, removed with everything in it.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (fs::temp_directory_path() / "simcc-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) {
      std::perror("simcc: no temporary folder");
      std::exit(1);
    }
    path_ = pattern;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string file(std::size_t number, const char* extension) const {
    return (path_ / (std::to_string(number) + extension)).string();
  }

 private:
  fs::path path_;
};

class Driver {
 public:
  Driver(const Toolchain& tools, const Options& options) : tools_(tools), options_(options) {}

  int make();

 private:
  int run(const Words& words, const std::string& host_source = {}) const;
  ProcessOutcome start(const Words& words) const;
  ProcessOutcome compile_device(const Words& words) const;
  int tell(const Words& words, const ProcessOutcome& outcome, const std::string& host_source) const;
  int make_ptx(const Input& input, const std::string& ptx);
  int make_object(std::size_t number, const std::string& object);
  int make_linked();
  int rename_registration(const std::string& object) const;
  int add_device_symbols(std::size_t number, const std::string& object) const;
  int make_static_library();
  int make_device_link();
  void read_source(const Input& input);
  Words host_words(const Input& input, const std::string& ptx) const;
  bool embed(const std::string& ptx, const std::string& source) const;
  void print_link_step() const;
  int run_program() const;

  const Toolchain& tools_;
  const Options& options_;
  TemporaryFolder folder_;
  // Of the source in work:
  Words source_words_;               ///< what clang must be told to read it as nvcc would
  bool has_constants_ = false;       ///< its text says __constant__
  bool without_nvccs_name_ = false;  ///< it compiles for the device only so
};

/// @param host_source the CUDA source whose host side the command compiles, if it does.
int Driver::run(const Words& words, const std::string& host_source) const {
  return tell(words, start(words), host_source);
}

ProcessOutcome Driver::start(const Words& words) const {
  if (options_.verbose) {
    std::fprintf(stderr, "%s\n", shell_line(words).c_str());
  }
  return options_.dry_run ? ProcessOutcome{} : run_process(words);
}

/// Prints what the command `words` said, and what helps with it. Returns its exit status.
int Driver::tell(const Words& words, const ProcessOutcome& outcome,
                 const std::string& host_source) const {
  std::string messages = tidy_messages(outcome.errors);
  if (!host_source.empty()) {
    messages = tell_host_uses(messages, host_source, options_.include_folders());
  }
  std::fwrite(messages.data(), 1, messages.size(), stderr);
  const std::string missing =
      missing_library_help(outcome.errors) + missing_feature_help(outcome.errors);
  std::fwrite(missing.data(), 1, missing.size(), stderr);
  if (outcome.status != 0 &&
      outcome.errors.find("No available targets are compatible") != std::string::npos) {
    std::fprintf(
        stderr,
        "simcc: %s was built without the NVPTX target; name another clang in WARPSCHOOL_CLANG\n",
        words.front().c_str());
  }
  return outcome.status;
}

/// For nearly all sources there is nothing that clang must be told.
void Driver::read_source(const Input& input) {
  std::vector<OverlaidFile> repaired;
  bool has_instructions = false, has_references = false;
  has_constants_ = false;
  for (const std::string& path : files_of_source(input.path, options_.include_folders())) {
    const std::string text = text_of(path);
    has_constants_ |= text.find("__constant__") != std::string::npos;
    has_instructions |= has_texture_instructions(text);
    has_references |= has_texture_references(text);
    const std::string readable = repaired_source(text);
    if (readable != text) {
      repaired.push_back({path, folder_.file(repaired.size(), ".repaired.cu")});
      std::ofstream(repaired.back().text_path, std::ios::binary) << readable;
    }
  }
  Words& words = source_words_;
  words.clear();
  if (has_instructions) {
    words = {"-include", "warpschool_toolkit/texture_instructions.h"};
  }
  if (has_references) {
    words.insert(words.end(), {"-include", "warpschool_toolkit/texture_references.h"});
  }
  if (!repaired.empty()) {
    const std::string overlay = folder_.file(0, ".overlay.yaml");
    std::ofstream(overlay) << overlay_of(repaired);
    words.insert(words.end(), {"-ivfsoverlay", overlay});
  }
}

int Driver::make_ptx(const Input& input, const std::string& ptx) {
  read_source(input);
  Words words = device_command(tools_, options_, input.path, ptx);
  // The host side shows all other warnings.
  const Words warnings = has_constants_ ? constant_write_options() : Words{"-w"};
  words.insert(words.end(), warnings.begin(), warnings.end());
  words.insert(words.end(), source_words_.begin(), source_words_.end());
  ProcessOutcome outcome = compile_device(words);
  without_nvccs_name_ = false;
  if (outcome.status != 0 &&
      fails_between_compilers(outcome.errors, input.path, tools_.toolkit_include)) {
    words.emplace_back(kWithoutNvccsName);
    ProcessOutcome other = compile_device(words);
    without_nvccs_name_ = other.status == 0;
    return tell(words, without_nvccs_name_ ? other : outcome, {});
  }
  return tell(words, outcome, {});
}

/// The same as start(), with what is said of constants that kernels write.
ProcessOutcome Driver::compile_device(const Words& words) const {
  ProcessOutcome outcome = start(words);
  if (has_constants_) {
    bool refused = false;
    outcome.errors = tell_constant_writes(outcome.errors, refused);
    outcome.status = refused && outcome.status == 0 ? 1 : outcome.status;
  }
  return outcome;
}

Words Driver::host_words(const Input& input, const std::string& ptx) const {
  Words words = host_command(tools_, options_, input.path, ptx);
  if (std::ifstream text(ptx); has_device_variables(text)) {
    const Words more = host_use_options();
    words.insert(words.begin() + static_cast<std::ptrdiff_t>(driver_words(tools_).size()),
                 more.begin(), more.end());
  }
  if (without_nvccs_name_) {
    words.emplace_back(kWithoutNvccsName);
  }
  words.insert(words.end(), source_words_.begin(), source_words_.end());
  return words;
}

/// Marks the PTX as ours (the runtime takes no other) and ends it with a zero byte, as it is
/// embedded without its length.
bool Driver::embed(const std::string& ptx, const std::string& source) const {
  if (options_.dry_run) {
    return true;
  }
  std::ifstream in(ptx, std::ios::binary);
  std::stringstream text;
  text << "// warpschool-ptx 1 " << source << "\n" << in.rdbuf() << '\0';
  in.close();
  const std::string missing = options_.relocatable ? "" : undefined_function(text.str());
  if (!missing.empty()) {
    std::fprintf(
        stderr,
        "simcc: %s: the device function %s is declared, but not defined in this file. If another "
        "file has it, compile all of them with -rdc=true (or -dc); else put the definition into "
        "this file, or into a header that it includes.\n",
        source.c_str(), missing.c_str());
    return false;
  }
  if (const std::string why = too_large(text.str()); !why.empty()) {
    std::fprintf(stderr, "simcc: error: %s: %s\n", source.c_str(), why.c_str());
    return false;
  }
  std::ofstream out(ptx, std::ios::binary | std::ios::trunc);
  out << text.str();
  out.close();
  if (!out) {
    std::fprintf(stderr, "simcc: cannot write %s\n", ptx.c_str());
    return false;
  }
  if (options_.keep) {
    std::error_code ignored;
    fs::copy_file(ptx, fs::path(source).filename().replace_extension(".ptx"),
                  fs::copy_options::overwrite_existing, ignored);
  }
  return true;
}

int Driver::make_object(std::size_t number, const std::string& object) {
  const Input& input = options_.inputs[number];
  if (input.kind != InputKind::kCuda) {
    return run(plain_command(tools_, options_, input, object));
  }
  const std::string ptx = folder_.file(number, ".ptx");
  if (const int status = make_ptx(input, ptx); status != 0) {
    return status;
  }
  if (!embed(ptx, input.path)) {
    return 1;
  }
  Words words = host_words(input, ptx);
  words.insert(words.end(), {"-c", "-o", object});
  const int status = run(words, input.path);
  if (status != 0 || !options_.relocatable) {
    return status;
  }
  const int renamed = rename_registration(object);
  return renamed == 0 ? add_device_symbols(number, object) : renamed;
}

int Driver::add_device_symbols(std::size_t number, const std::string& object) const {
  if (options_.dry_run) {
    return 0;
  }
  std::stringstream ptx;
  ptx << std::ifstream(folder_.file(number, ".ptx"), std::ios::binary).rdbuf();
  const std::string text = device_symbols(ptx.str());
  if (text.empty()) {
    return 0;
  }
  const std::string source = folder_.file(number, ".s"), assembled = folder_.file(number, ".s.o");
  const std::string joined = folder_.file(number, ".joined.o");
  std::ofstream(source) << text;
  Words words = driver_words(tools_);
  words.insert(words.end(), {"-c", source, "-o", assembled});
  if (const int status = run(words); status != 0) {
    return status;
  }
  if (const int status = run({"ld", "-r", "-o", joined, object, assembled}); status != 0) {
    return status;
  }
  std::error_code error;
  fs::copy_file(joined, object, fs::copy_options::overwrite_existing, error);
  return error ? 1 : 0;
}

/// clang leaves the registration of relocatable device code to the device linker, under a name that
/// differs from file to file. Here the runtime links, and has one function for all.
int Driver::rename_registration(const std::string& object) const {
  const std::string prefix = "__cudaRegisterLinkedBinary";
  std::ifstream in(object, std::ios::binary);
  std::stringstream bytes;
  bytes << in.rdbuf();
  const std::string text = bytes.str();
  const std::size_t at = text.find(prefix);
  if (at == std::string::npos) {
    return 0;  // no device code in it
  }
  const std::string name = text.substr(at, text.find('\0', at) - at);
  return run({"objcopy", "--redefine-sym", name + "=warpschool_sim_register_linked", object});
}

/// One CUDA source is compiled and linked by one command, which saves starting clang once more.
int Driver::make_linked() {
  Words words;
  std::vector<std::string> objects;
  std::string host_source;
  std::size_t sources = 0;
  for (const Input& input : options_.inputs) {
    sources += input.kind == InputKind::kLinkable ? 0U : 1U;
  }
  for (std::size_t i = 0; i < options_.inputs.size(); ++i) {
    const Input& input = options_.inputs[i];
    if (input.kind == InputKind::kLinkable) {
      objects.push_back(input.path);
    } else if (input.kind == InputKind::kCuda && sources == 1 && !options_.relocatable) {
      const std::string ptx = folder_.file(i, ".ptx");
      if (const int status = make_ptx(input, ptx); status != 0) {
        return status;
      }
      if (!embed(ptx, input.path)) {
        return 1;
      }
      words = host_words(input, ptx);
      host_source = input.path;
    } else {
      objects.push_back(folder_.file(i, ".o"));
      if (const int status = make_object(i, objects.back()); status != 0) {
        return status;
      }
    }
  }
  if (words.empty()) {
    words = driver_words(tools_);
    words.insert(words.end(), options_.host_compiler.begin(), options_.host_compiler.end());
  } else if (!objects.empty()) {
    words.insert(words.end(), {"-x", "none"});  // what follows is no CUDA source
  }
  words.insert(words.end(), objects.begin(), objects.end());
  const Words link = link_words(tools_, options_);
  words.insert(words.end(), link.begin(), link.end());
  const std::string script = folder_.file(options_.inputs.size(), ".ld");
  std::ofstream(script) << kManagedPages;
  words.push_back("-Wl,-T," + script);
  words.insert(words.end(), {"-o", options_.output_for(options_.inputs.front())});
  if (options_.verbose) {
    words.push_back("-v");  // CMake reads from the linker's line what other compilers must link
  }
  const int status = run(words, host_source);
  if (options_.verbose) {
    print_link_step();
  }
  return status;
}

/// nvcc's last line with -v is how it links. Who links objects without nvcc does it with simcc,
/// which adds what a program needs beyond the library.
void Driver::print_link_step() const {
  std::error_code error;
  std::fprintf(stderr, "%s %s -lwarpschool_cudart -o %s\n",
               fs::read_symlink("/proc/self/exe", error).c_str(), library_folders(tools_).c_str(),
               options_.output_for(options_.inputs.front()).c_str());
}

int Driver::run_program() const {
  if (!options_.run || options_.product != Product::kProgram || options_.dry_run) {
    return 0;
  }
  const std::string program = fs::absolute(options_.output_for(options_.inputs.front())).string();
  ::execl(program.c_str(), program.c_str(), static_cast<char*>(nullptr));
  std::perror("simcc: cannot run the program");
  return 127;
}

int Driver::make_static_library() {
  Words words = {"ar", "rcs", options_.output_for(options_.inputs.front())};
  for (std::size_t i = 0; i < options_.inputs.size(); ++i) {
    if (options_.inputs[i].kind == InputKind::kLinkable) {
      words.push_back(options_.inputs[i].path);
      continue;
    }
    // Members of a library keep the names of their sources.
    const fs::path stem = fs::path(options_.inputs[i].path).stem();
    words.push_back(folder_.file(i, ("_" + stem.string() + ".o").c_str()));
    if (const int status = make_object(i, words.back()); status != 0) {
      return status;
    }
  }
  return run(words);
}

/// Build files link an object of device code into the program: it may be empty.
int Driver::make_device_link() {
  Words words = driver_words(tools_);
  words.insert(words.end(),
               {"-x", "c", "-c", "/dev/null", "-o", options_.output_for(options_.inputs.front())});
  return run(words);
}

int Driver::make() {
  if (options_.product == Product::kStaticLibrary) {
    return make_static_library();
  }
  if (options_.product == Product::kDeviceLink) {
    return make_device_link();
  }
  if (options_.product == Product::kProgram || options_.product == Product::kSharedLibrary) {
    const int status = make_linked();
    return status != 0 ? status : run_program();
  }
  for (std::size_t i = 0; i < options_.inputs.size(); ++i) {
    const Input& input = options_.inputs[i];
    int status = 0;
    if (options_.product == Product::kPtx) {
      status = make_ptx(input, options_.output_for(input));
    } else if (options_.product == Product::kPreprocessed) {
      status = run(preprocess_command(tools_, options_, input));
    } else if (options_.product == Product::kDependencies) {
      status = run(dependency_command(tools_, options_, input));
    } else if (input.kind != InputKind::kLinkable) {
      status = make_object(i, options_.output_for(input));
    }
    if (status != 0) {
      return status;
    }
  }
  return 0;
}

}  // namespace

std::string tidy_messages(const std::string& errors) {
  std::string tidy;
  std::size_t begin = 0;
  while (begin < errors.size()) {
    const std::size_t end = std::min(errors.find('\n', begin), errors.size() - 1) + 1;
    std::string line = errors.substr(begin, end - begin);
    const std::size_t side = line.find(" generated when compiling for ");
    if (side != std::string::npos) {
      line = line.substr(0, side) + " generated.\n";
    }
    tidy += line;
    begin = end;
  }
  return tidy;
}

std::string undefined_function(const std::string& ptx) {
  // The C++ functions of programs have mangled names; those that the simulator answers have not.
  const std::string mark = ".extern .func ";
  for (std::size_t at = ptx.find(mark); at != std::string::npos; at = ptx.find(mark, at + 1)) {
    const std::size_t end = ptx.find(';', at);
    const std::size_t name = ptx.find("_Z", at);
    if (name == std::string::npos || name > end) {
      continue;
    }
    const std::string mangled = ptx.substr(name, ptx.find_first_of(" \t\n(;", name) - name);
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> readable(
        abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status), std::free);
    return status == 0 ? readable.get() : mangled;
  }
  return {};
}

std::string missing_library_help(const std::string& errors) {
  static constexpr const char* kNames[] = {"thrust/", "cub/",     "cuda/", "curand",
                                           "cublas",  "cusparse", "cufft", "cusolver",
                                           "cudnn",   "npp",      "nccl",  "cooperative_groups/",
                                           "cutlass/"};
  const std::string end = "' file not found";
  const std::size_t at = errors.find(end);
  if (at == std::string::npos) {
    return {};
  }
  const std::size_t begin = errors.rfind('\'', at - 1) + 1;
  const std::string header = errors.substr(begin, at - begin);
  for (const char* name : kNames) {
    if (header.rfind(name, 0) == 0) {
      return "simcc: " + header +
             " belongs to a library of NVIDIA's that the simulator does not have, or to a part of "
             "it (docs/SIMULATOR.md lists what is there). Write that part as a kernel of your own, "
             "or with the C++ library on the host.\n";
    }
  }
  return {};
}

std::string missing_feature_help(const std::string& errors) {
  struct Feature {
    const char* sign;
    const char* help;
  };
  static constexpr Feature kFeatures[] = {
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
      {" not configured\n",
       "a kernel is launched with the numbers of blocks and of threads a block: name<<<blocks, "
       "threads>>>(arguments)."},
      {"must have void return type",
       "a kernel gives its results back through a pointer to device memory, which the host copies "
       "with cudaMemcpy then."},
      // The backend's own failure, not the program's: only its pass is named in the stack dump.
      {"NVPTX DAG->DAG Pattern Instruction Selection",
       "clang failed in the function named above, without a fault of the program's. clang 14 fails "
       "where a function takes or returns by value a struct whose bit-fields take 17 to 24, or 33 "
       "to 56 bits together: add a field that fills them to 32 or 64, or name a newer clang in "
       "WARPSCHOOL_CLANG."}};
  for (const Feature& feature : kFeatures) {
    if (errors.find(feature.sign) != std::string::npos) {
      return std::string("simcc: ") + feature.help + "\n";
    }
  }
  return {};
}

int drive(const Toolchain& tools, const Options& options) {
  return Driver(tools, options).make();
}

}  // namespace warpschool::simcc
