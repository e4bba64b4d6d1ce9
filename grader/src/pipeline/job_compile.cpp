// Compiles a submission in its box, and says whose fault it is where that fails.
#include "pipeline/job_attempt.hpp"
#include "pipeline/toolchain.hpp"
#include "support/files.hpp"
#include "support/sha256.hpp"

#include <fmt/format.h>
#include <system_error>

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBuildLogLimit = std::size_t{16} * 1024;

/// A linker removes what it could not finish, so a little room may be there again.
bool has_room(const fs::path& folder) {
  constexpr std::uintmax_t kLeastBytes = std::uintmax_t{16} << 20;
  std::error_code failure;
  const fs::space_info space = fs::space(folder, failure);
  return failure || space.available >= kLeastBytes;
}

}  // namespace

/// Of a module without what differs between two builds of the same code: the folder's name, which
/// has always the same length, and the linker's build id.
std::string JobAttempt::module_hash() const {
  std::string bytes = read_file(folder_.path() / kModule);
  const std::string path = folder_.path().string();
  for (std::size_t at = 0; (at = bytes.find(path, at)) != std::string::npos; at += path.size()) {
    bytes.replace(at, path.size(), path.size(), '.');
  }
  constexpr std::size_t kIdBytes = 20;
  const std::string note(std::string_view("\x14\0\0\0\3\0\0\0GNU\0", 12));
  const std::size_t id = bytes.find(note);
  if (id != std::string::npos && id + note.size() + kIdBytes <= bytes.size()) {
    bytes.replace(id + note.size(), kIdBytes, kIdBytes, '.');
  }
  Sha256 hash;
  hash.update_field(bytes);
  return hash.finish();
}

std::vector<std::string> JobAttempt::compile_words(const Backend& backend,
                                                   const std::vector<std::string>& include) const {
  std::vector<std::string> words = backend.compiler;
  words.insert(words.end(), backend.shared_flags.begin(), backend.shared_flags.end());
  for (const std::string& folder : include) {
    words.insert(words.end(), {"-I", folder});
  }
  words.insert(words.end(), {"-o", kModule});
  for (const SourceFile& file : submission_.files) {
    const std::string extension = fs::path(file.name).extension().string();
    if (extension == ".cu" || extension == ".cpp") {
      words.push_back(file.name);
    }
  }
  return words;
}

bool JobAttempt::compile(const Backend& backend) {
  report_.began = true;
  const Outcome outcome = grader::run(boxed(compile_words(backend, {"include"}), backend, true));
  const std::string said = cut(to_utf8(folder_.without_paths(outcome.output)), kBuildLogLimit);
  log(fmt::format("== compile ({}): {}\n{}", backend.name, describe(outcome), said));
  report_.stopped = outcome.ending == Ending::kStopped;
  if (report_.stopped) {
    return false;
  }
  if (outcome.ending == Ending::kNotStarted) {
    end_with(Verdict::kInternalError, "The compiler " + describe(outcome));
    return false;
  }
  if (!said.empty()) {
    std::string& build_log = report_.result.build_log;
    build_log += build_log.find(said) == std::string::npos ? said : "";
  }
  std::error_code missing;
  if (outcome.succeeded() && fs::exists(folder_.path() / kModule, missing)) {
    return true;
  }
  return fail_to_compile(outcome);
}

/// Always false: there is no module. Says whose fault that is.
bool JobAttempt::fail_to_compile(const Outcome& outcome) {
  if (!has_room(folder_.path())) {
    report_.began = false;  // no doubt about it
    end_with(Verdict::kInternalError,
             fmt::format("It could not be compiled: there is no room left in {}.",
                         folder_.path().parent_path().string()));
    return false;
  }
  if (const std::string trouble = trouble_said_by_tool(outcome.output); !trouble.empty()) {
    end_with(Verdict::kInternalError, "It could not be compiled: " + trouble + ".");
    return false;
  }
  if (outcome.ending != Ending::kTimedOut) {
    end_with(Verdict::kBuildError,
             outcome.ending == Ending::kSignalled
                 ? "The compiler was ended by its limits on memory or time, or crashed."
                 : "It does not compile.");
  } else if (outcome.cpu_ms >= exercise_.limits.build_ms || outcome.asleep) {
    end_with(Verdict::kBuildError,
             outcome.asleep ? "The compiler waited for something that did not come: does the file "
                              "include what is no file?"
                            : "It did not compile within the time limit.");
  } else {
    report_.began = false;  // no doubt about it
    end_with(Verdict::kInternalError,
             "The machine was too busy to compile it: the time limit was over before the "
             "compiler had its share of a processor.");
  }
  return false;
}

}  // namespace warpschool::grader
