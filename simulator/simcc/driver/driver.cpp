// Decides which commands run, in which order, and prints what they say.
#include "simcc/driver/driver.hpp"

#include "simcc/diagnostics/device_symbols.hpp"
#include "simcc/diagnostics/error_help.hpp"
#include "simcc/diagnostics/feature_help.hpp"
#include "simcc/diagnostics/host_uses.hpp"
#include "simcc/diagnostics/missing_kernels.hpp"
#include "simcc/diagnostics/unknown_names.hpp"
#include "simcc/driver/driver_steps.hpp"
#include "simcc/driver/precompiled_headers.hpp"
#include "simcc/repairs/two_compilers.hpp"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace warpschool::simcc {

namespace fs = std::filesystem;

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
  std::string missing = missing_library_help(errors) + missing_feature_help(errors);
  if (missing.empty() && outcome.status != 0) {
    missing = unknown_names_help(errors, tools_.toolkit_include);
  }
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

namespace {

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
