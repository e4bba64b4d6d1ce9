// Compiles a submission to PTX in the box.
#include "pipeline/ptx.hpp"

#include "pipeline/job_folder.hpp"
#include "pipeline/toolchain.hpp"
#include "support/files.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;

constexpr const char* kOutput = "student.ptx";
constexpr std::uint64_t kLargestPtx = 16u << 20;

const Backend* simulator_of(const Manifest& manifest) {
  const auto found = std::find_if(manifest.backends.begin(), manifest.backends.end(),
                                  [](const Backend& backend) { return !backend.is_gpu(); });
  return found == manifest.backends.end() ? nullptr : &*found;
}

/// Without -lineinfo: lines of the source would make the same code differ.
std::vector<std::string> words_for(const Backend& backend, const std::string& file) {
  std::vector<std::string> words = backend.compiler;
  words.erase(std::remove(words.begin(), words.end(), "-lineinfo"), words.end());
  words.insert(words.end(), {"-I", "include", "--ptx", "-o", kOutput, file});
  return words;
}

/// Of one file; nothing where it does not compile.
std::optional<std::string> compiled(const Workshop& workshop, const course::Exercise& exercise,
                                    const Backend& backend, const JobFolder& folder,
                                    const std::string& file) {
  Command command;
  command.argv = words_for(backend, file);
  command.environment = job_environment(kept_variables());
  command.folder = folder.path();
  command.limits.wall_ms = exercise.limits.build_ms;
  command.limits.file_bytes = kLargestPtx;
  Box box;
  box.read_only = tool_paths(backend);
  box.writable = folder.path();
  const Outcome outcome = run(workshop.sandbox->enclose(std::move(command), box));
  return outcome.succeeded() ? read_untrusted(folder.path() / kOutput, kLargestPtx) : std::nullopt;
}

}  // namespace

std::string ptx_of(const Workshop& workshop, const course::Exercise& exercise,
                   const Submission& submission) {
  const Backend* backend = simulator_of(*workshop.manifest);
  if (backend == nullptr || backend->exercises.count(exercise.id) == 0) {
    return {};
  }
  const JobFolder folder(workshop.scratch);
  folder.place_sources(submission);
  folder.place_headers(backend->exercises.at(exercise.id).include);
  std::string all;
  for (const SourceFile& file : submission.files) {
    if (fs::path(file.name).extension() == ".cu") {
      const auto ptx = compiled(workshop, exercise, *backend, folder, file.name);
      if (!ptx) {
        return {};
      }
      all += *ptx;
    }
  }
  return all;
}

}  // namespace warpschool::grader
