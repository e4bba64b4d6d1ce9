// Decides which commands run, in which order, and prints what they say.
#include "simcc/driver/driver.hpp"

#include "simcc/diagnostics/clang_messages.hpp"
#include "simcc/diagnostics/constant_writes.hpp"
#include "simcc/diagnostics/device_symbols.hpp"
#include "simcc/diagnostics/error_help.hpp"
#include "simcc/diagnostics/host_uses.hpp"
#include "simcc/diagnostics/missing_kernels.hpp"
#include "simcc/diagnostics/size_limits.hpp"
#include "simcc/driver/host_pass.hpp"
#include "simcc/driver/link_recipes.hpp"
#include "simcc/driver/precompiled_headers.hpp"
#include "simcc/driver/source_text.hpp"
#include "simcc/process/child_process.hpp"
#include "simcc/process/scratch_folder.hpp"
#include "simcc/repairs/split_copies.hpp"
#include "simcc/repairs/two_compilers.hpp"
#include "simcc/repairs/vector_copies.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
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

bool has_variables_in(const std::string& ptx) {
  std::ifstream text(ptx);
  return has_device_variables(text);
}

/// The last step of what is linked.
struct HostSide {
  Words compile;       ///< the source's host side alone; empty: there is none, or more than that
  Words command;       ///< all of it, linked by clang
  std::string source;  ///< empty: none
  std::string ptx;     ///< its device side
};

class Driver {
 public:
  Driver(const Toolchain& tools, const Options& options) : tools_(tools), options_(options) {}

  int make();

 private:
  int run(const Words& words, const std::string& host_source = {}) const;
  ProcessOutcome start(const Words& words) const;
  ProcessOutcome start_cuda(const Words& words) const;
  ProcessOutcome compile_device(const Words& words) const;
  int tell(const Words& words, const ProcessOutcome& outcome, const std::string& host_source) const;
  Words with_precompiled(const Words& words) const;
  int make_ptx(const Input& input, const std::string& ptx);
  int make_ptx_of_source(const Input& input, const std::string& ptx);
  void start_beside(const Input& input, HostPass& pass);
  int finish_link(const HostSide& side, HostPass& pass);
  bool compile_and_link(const HostSide& side, ProcessOutcome& outcome) const;
  bool may_begin_host_pass() const;
  bool move_linked() const;
  LinkFiles files_for_link(const std::string& object, const std::string& output) const;
  Words words_for_link(const std::string& output) const;
  bool link_directly() const;
  void join_split_copies(Words words, const std::string& ptx) const;
  int make_object(std::size_t number, const std::string& object);
  int make_linked();
  int rename_registration(const std::string& object) const;
  int add_device_symbols(std::size_t number, const std::string& object) const;
  int make_static_library();
  int make_device_link();
  Words host_words(const Input& input, const std::string& ptx, bool has_variables) const;
  bool seems_to_have_variables() const { return source_.has_constants || source_.has_managed; }
  bool embed(const std::string& ptx, const std::string& source) const;
  void print_link_step() const;

  const Toolchain& tools_;
  const Options& options_;
  TemporaryFolder folder_;
  SourceText source_;                ///< the one in work
  bool without_nvccs_name_ = false;  ///< it compiles for the device only so
  bool links_directly_ = false;      ///< the pass that runs beside makes an object
};

/// @param host_source the CUDA source whose host side the command compiles, if it does.
int Driver::run(const Words& words, const std::string& host_source) const {
  return tell(words, host_source.empty() ? start(words) : start_cuda(words), host_source);
}

ProcessOutcome Driver::start(const Words& words) const {
  if (options_.verbose) {
    std::fprintf(stderr, "%s\n", shell_line(words).c_str());
  }
  return options_.dry_run ? ProcessOutcome{} : run_process(words);
}

/// The command with a precompiled header; the same command where none fits.
Words Driver::with_precompiled(const Words& words) const {
  const Words more = options_.dry_run ? Words{} : precompiled_words(tools_, words, source_.headers);
  Words with = words;
  with.insert(with.begin() + static_cast<std::ptrdiff_t>(driver_words(tools_).size()), more.begin(),
              more.end());
  return with;
}

/// The same as start() for one side of a CUDA source, with a precompiled header where one fits.
/// Messages are those of a compilation without.
ProcessOutcome Driver::start_cuda(const Words& words) const {
  const Words with = with_precompiled(words);
  if (with == words) {
    return start(words);
  }
  ProcessOutcome outcome = start(with);
  return mentions_precompiled(tools_, outcome.errors) ? start(words) : outcome;
}

/// Prints what the command `words` said, and what helps with it. Returns its exit status.
int Driver::tell(const Words& words, const ProcessOutcome& outcome,
                 const std::string& host_source) const {
  const std::string errors = point_at_missing_kernels(outcome.errors);
  std::string messages = tidy_messages(errors);
  if (!host_source.empty()) {
    messages = tell_host_uses(messages, host_source, options_.include_folders());
  }
  if (!options_.verbose) {
    messages = without_notes_elsewhere(messages, tools_.toolkit_include);
  }
  std::fwrite(messages.data(), 1, messages.size(), stderr);
  const std::string missing = missing_library_help(errors) + missing_feature_help(errors);
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

int Driver::make_ptx(const Input& input, const std::string& ptx) {
  source_ = read_source(input.path, options_.include_folders(), folder_);
  return make_ptx_of_source(input, ptx);
}

int Driver::make_ptx_of_source(const Input& input, const std::string& ptx) {
  Words words = device_command(tools_, options_, input.path, ptx);
  // The host side shows all other warnings.
  const Words warnings = source_.has_constants ? constant_write_options() : Words{"-w"};
  words.insert(words.end(), warnings.begin(), warnings.end());
  words.insert(words.end(), source_.words.begin(), source_.words.end());
  ProcessOutcome outcome = compile_device(words);
  without_nvccs_name_ = false;
  if (outcome.status != 0 &&
      fails_between_compilers(outcome.errors, input.path, tools_.toolkit_include)) {
    words.emplace_back(kWithoutNvccsName);
    ProcessOutcome other = compile_device(words);
    without_nvccs_name_ = other.status == 0;
    outcome = without_nvccs_name_ ? other : outcome;
  }
  if (outcome.status == 0 && !options_.dry_run) {
    join_split_copies(words, ptx);
  }
  return tell(words, outcome, {});
}

/// Where structs of 16 bytes are copied, the device side is made again by way of intermediate code;
/// if that fails, the PTX stays as it is.
/// @param words the command that made the PTX.
void Driver::join_split_copies(Words words, const std::string& ptx) const {
  if (!has_split_copies(text_of(ptx))) {
    return;
  }
  const std::string code = folder_.file(0, ".copies.ll");
  *(std::find(words.begin(), words.end(), "-o") + 1) = code;
  words.emplace_back("-emit-llvm");
  if (start_cuda(words).status != 0) {
    return;
  }
  const std::optional<std::string> joined = with_vector_copies(text_of(code));
  if (!joined) {
    return;
  }
  std::ofstream(code, std::ios::binary | std::ios::trunc) << *joined;
  const std::string other = folder_.file(0, ".copies.ptx");
  const Words back_end =
      device_back_end_command(tools_, options_, target_features(*joined), code, other);
  if (start(back_end).status == 0) {
    std::error_code ignored;
    fs::copy_file(other, ptx, fs::copy_options::overwrite_existing, ignored);
  }
}

/// The same as start(), with what is said of constants that kernels write.
ProcessOutcome Driver::compile_device(const Words& words) const {
  ProcessOutcome outcome = start_cuda(words);
  if (source_.has_constants) {
    bool refused = false;
    outcome.errors = tell_constant_writes(outcome.errors, refused);
    outcome.status = refused && outcome.status == 0 ? 1 : outcome.status;
  }
  return outcome;
}

/// @param has_variables of the device: how the host uses them is told.
Words Driver::host_words(const Input& input, const std::string& ptx, bool has_variables) const {
  Words words = host_command(tools_, options_, input.path, ptx);
  if (has_variables) {
    const Words more = host_use_options();
    words.insert(words.begin() + static_cast<std::ptrdiff_t>(driver_words(tools_).size()),
                 more.begin(), more.end());
  }
  if (without_nvccs_name_) {
    words.emplace_back(kWithoutNvccsName);
  }
  words.insert(words.end(), source_.words.begin(), source_.words.end());
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
  Words words = host_words(input, ptx, has_variables_in(ptx));
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

/// The linker's script is written.
LinkFiles Driver::files_for_link(const std::string& object, const std::string& output) const {
  const std::string script = folder_.file(options_.inputs.size(), ".ld");
  std::ofstream(script) << kManagedPages;
  return {object, output, script};
}

/// What ends the command that links.
Words Driver::words_for_link(const std::string& output) const {
  Words words = end_of_link(tools_, options_, files_for_link("", output));
  if (options_.verbose) {
    words.push_back("-v");  // CMake reads from the linker's line what other compilers must link
  }
  return words;
}

/// One source alone, whose commands nobody wants to see. Its result is linked in the temporary
/// folder: if this process is ended, nobody takes a program without its kernels for a whole one.
bool Driver::may_begin_host_pass() const {
  const Words& dependency = options_.dependency;
  const bool names_target =
      std::any_of(dependency.begin(), dependency.end(), [](const std::string& word) {
        return word.rfind("-MT", 0) == 0 || word.rfind("-MQ", 0) == 0;
      });
  std::error_code error;
  const fs::file_type there =
      fs::symlink_status(options_.output_for(options_.inputs.front()), error).type();
  return options_.inputs.size() == 1 && !options_.verbose && !options_.dry_run &&
         (options_.dependency_file.empty() || names_target) &&
         (there == fs::file_type::not_found || there == fs::file_type::regular);
}

std::string beside_output(const TemporaryFolder& folder) {
  return folder.file(0, ".linked");
}

/// What is linked without clang.
std::string beside_object(const TemporaryFolder& folder) {
  return folder.file(0, ".beside.o");
}

void Driver::start_beside(const Input& input, HostPass& pass) {
  if (!may_begin_host_pass() || pass.ptx().empty()) {
    return;
  }
  without_nvccs_name_ = false;
  Words words = host_words(input, pass.ptx(), seems_to_have_variables());
  const LinkFiles files = files_for_link(beside_object(folder_), beside_output(folder_));
  links_directly_ = !linker_command(tools_, options_, files, true).empty();
  const Words end =
      links_directly_ ? Words{"-c", "-o", files.object} : end_of_link(tools_, options_, files);
  words.insert(words.end(), end.begin(), end.end());
  pass.start(with_precompiled(words), fs::path(files.output).parent_path().string());
}

/// False: what went wrong is for clang to say.
bool Driver::link_directly() const {
  const LinkFiles files = files_for_link(beside_object(folder_), beside_output(folder_));
  if (options_.product == Product::kSharedLibrary && !needs_libraries(files.object)) {
    const Words words = linker_command(tools_, options_, files, false);
    if (!words.empty() && run_process(words).status == 0) {
      return true;
    }
  }
  const Words words = linker_command(tools_, options_, files, true);
  return !words.empty() && run_process(words).status == 0;
}

/// As the linker does it: another file takes the place of an old one, which may be in use.
bool Driver::move_linked() const {
  const std::string to = options_.output_for(options_.inputs.front());
  std::error_code error;
  fs::remove(to, error);
  fs::rename(beside_output(folder_), to, error);
  if (error) {  // another file system
    error.clear();
    fs::copy_file(beside_output(folder_), to, error);
  }
  return !error;
}

/// The object by clang, the rest by the linker. False: that cannot be.
bool Driver::compile_and_link(const HostSide& side, ProcessOutcome& outcome) const {
  const LinkFiles files = files_for_link(beside_object(folder_), beside_output(folder_));
  if (side.compile.empty() || !may_begin_host_pass() ||
      linker_command(tools_, options_, files, true).empty()) {
    return false;
  }
  Words words = side.compile;
  words.insert(words.end(), {"-c", "-o", files.object});
  outcome = start_cuda(words);
  return outcome.status != 0 || (link_directly() && move_linked());
}

int Driver::finish_link(const HostSide& side, HostPass& pass) {
  // Variables of the device and sources for clang alone take other options than it was begun with.
  const bool is_as_begun = !side.ptx.empty() && !without_nvccs_name_ &&
                           has_variables_in(side.ptx) == seems_to_have_variables();
  ProcessOutcome outcome;
  if (is_as_begun && pass.finish(text_of(side.ptx), outcome) &&
      !mentions_precompiled(tools_, outcome.errors) &&
      (outcome.status != 0 || ((!links_directly_ || link_directly()) && move_linked()))) {
    return tell(side.command, outcome, side.source);
  }
  pass.stop();
  return compile_and_link(side, outcome) ? tell(side.command, outcome, side.source)
                                         : run(side.command, side.source);
}

/// One CUDA source is compiled and linked by one command, which saves starting clang once more.
int Driver::make_linked() {
  HostSide side;
  std::vector<std::string> objects;
  HostPass pass;
  const Words link = words_for_link(options_.output_for(options_.inputs.front()));
  std::size_t sources = 0;
  for (const Input& input : options_.inputs) {
    sources += input.kind == InputKind::kLinkable ? 0U : 1U;
  }
  for (std::size_t i = 0; i < options_.inputs.size(); ++i) {
    const Input& input = options_.inputs[i];
    if (input.kind == InputKind::kLinkable) {
      objects.push_back(input.path);
    } else if (input.kind == InputKind::kCuda && sources == 1 && !options_.relocatable) {
      side.ptx = folder_.file(i, ".ptx");
      source_ = read_source(input.path, options_.include_folders(), folder_);
      start_beside(input, pass);
      if (const int status = make_ptx_of_source(input, side.ptx); status != 0) {
        return status;
      }
      if (!embed(side.ptx, input.path)) {
        return 1;
      }
      side.command = host_words(input, side.ptx, has_variables_in(side.ptx));
      side.source = input.path;
    } else {
      objects.push_back(folder_.file(i, ".o"));
      if (const int status = make_object(i, objects.back()); status != 0) {
        return status;
      }
    }
  }
  Words& words = side.command;
  if (words.empty()) {
    words = driver_words(tools_);
    words.insert(words.end(), options_.host_compiler.begin(), options_.host_compiler.end());
  } else if (!objects.empty()) {
    words.insert(words.end(), {"-x", "none"});  // what follows is no CUDA source
  } else {
    side.compile = words;
  }
  words.insert(words.end(), objects.begin(), objects.end());
  words.insert(words.end(), link.begin(), link.end());
  const int status = finish_link(side, pass);
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
    return make_linked();
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

/// The program takes the place of simcc.
int run_program(const Options& options) {
  if (!(options.run || options.profile) || options.product != Product::kProgram ||
      options.dry_run) {
    return 0;
  }
  Words words;
  if (options.profile) {
    std::error_code unknown;
    words.push_back(
        (fs::read_symlink("/proc/self/exe", unknown).parent_path() / "simprof").string());
  }
  words.push_back(fs::absolute(options.output_for(options.inputs.front())).string());
  words.insert(words.end(), options.run_arguments.begin(), options.run_arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) {
    pointers.push_back(word.data());
  }
  pointers.push_back(nullptr);
  ::execv(pointers.front(), pointers.data());
  std::perror(("simcc: cannot run " + words.front()).c_str());
  return 127;
}

}  // namespace

int drive(const Toolchain& tools, const Options& options) {
  const int status = Driver(tools, options).make();
  return status != 0 ? status : run_program(options);
}

}  // namespace warpschool::simcc
