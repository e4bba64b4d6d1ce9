// Links: by clang, or by the linker alone where that is known to do the same.
#include "simcc/diagnostics/clang_messages.hpp"
#include "simcc/driver/driver_steps.hpp"
#include "simcc/driver/precompiled_headers.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace warpschool::simcc {

namespace fs = std::filesystem;

namespace {

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

std::string beside_output(const TemporaryFolder& folder) {
  return folder.file(0, ".linked");
}

/// What is linked without clang.
std::string beside_object(const TemporaryFolder& folder) {
  return folder.file(0, ".beside.o");
}

}  // namespace

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
    words.emplace_back("-v");  // CMake reads from the linker's line what other compilers must link
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

/// As the linker does it: another file takes the place of an old one, which may be in use, but not
/// of a device such as /dev/null.
bool Driver::move_linked() const {
  const std::string to = options_.output_for(options_.inputs.front());
  std::error_code error;
  if (fs::exists(to, error) && !fs::is_regular_file(to, error)) {
    return false;
  }
  fs::rename(beside_output(folder_), to, error);
  if (error) {  // another file system: whoever loads it meanwhile is to find all of it or the old
                // one
    const std::string beside = to + "." + std::to_string(::getpid());
    error.clear();
    fs::copy_file(beside_output(folder_), beside, error);
    if (!error) {
      fs::rename(beside, to, error);
    }
    if (std::error_code ignored; error) {
      fs::remove(beside, ignored);
    }
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
  // Variables of the device, sources for clang alone and repaired ones take other options than it
  // was begun with.
  const bool is_as_begun = !side.ptx.empty() && !without_nvccs_name_ && !is_repaired_as_told_ &&
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

/// The only source's: its host side may begin beside it.
int Driver::make_device_side(std::size_t number, HostPass& pass, HostSide& side) {
  const Input& input = options_.inputs[number];
  side.ptx = folder_.file(number, ".ptx");
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
  return 0;
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
      if (const int status = make_device_side(i, pass, side); status != 0) {
        return status;
      }
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

}  // namespace warpschool::simcc
