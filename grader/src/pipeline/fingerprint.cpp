// Hashes that say whether a stored result still holds.
#include "pipeline/fingerprint.hpp"

#include "process/process.hpp"
#include "sandbox/sandbox.hpp"
#include "support/files.hpp"
#include "support/sha256.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <system_error>
#include <vector>

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;

/// Not the thresholds: the store has the ratio, from which score/score.hpp decides again.
void add_timing(Sha256& hash, const std::optional<course::TimingOn>& on) {
  hash.update_field(on ? fmt::format("{}", on->n) : "none");
}

void add_entry(Sha256& hash, const course::Exercise& exercise) {
  hash.update_field(exercise.id);
  // Which kinds are judged, not what they are worth.
  hash.update_field(fmt::format("{} {} {}", exercise.points.correctness > 0,
                                exercise.points.timing > 0, exercise.points.counters > 0));
  hash.update_field(fmt::format("{} {} {}", exercise.limits.build_ms, exercise.limits.run_ms,
                                exercise.limits.memory_bytes));
  if (exercise.host_copies != course::HostCopies::kFlags) {
    const bool arrays = exercise.host_copies == course::HostCopies::kArrays;
    hash.update_field(arrays ? "host_copies" : "host_copies never");
  }
  for (const course::TimingRule& rule : exercise.timing) {
    hash.update_field(fmt::format("timing {} {}", rule.task, rule.than));
    add_timing(hash, rule.gpu);
    add_timing(hash, rule.sim);
  }
  for (const course::CounterRule& rule : exercise.counters) {
    hash.update_field(fmt::format("counter {} {} {} {}", rule.task, rule.name,
                                  rule.min ? fmt::to_string(*rule.min) : "-",
                                  rule.max ? fmt::to_string(*rule.max) : "-"));
  }
  for (const std::string& word : exercise.forbidden) {
    hash.update_field("forbidden " + word);
  }
  for (const std::string& file : exercise.files) {
    hash.update_field("file " + file);
  }
}

bool changes_verdicts(const fs::path& file, const course::Exercise& exercise) {
  const std::string name = file.filename().string();
  return file.extension() != ".md" &&
         std::find(exercise.files.begin(), exercise.files.end(), name) == exercise.files.end();
}

void add_folder(Sha256& hash, const fs::path& folder, const course::Exercise& exercise) {
  std::vector<fs::path> files;
  std::error_code failure;
  for (fs::recursive_directory_iterator entry(folder, failure), end; !failure && entry != end;
       entry.increment(failure)) {
    if (entry->is_regular_file() && changes_verdicts(entry->path(), exercise)) {
      files.push_back(entry->path());
    }
  }
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) {
    hash.update_field(file.lexically_relative(folder).generic_string());
    hash.update_field(read_file(file));
  }
}

void add_built_file(Sha256& hash, const fs::path& file, FileDigests& digests) {
  hash.update_field(file.filename().string());
  hash.update_field(digests.of(file));
}

/// The names of the GPUs that are here, as far as a tool says them.
std::string gpu_names() {
  Command command;
  command.argv = {"nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"};
  command.environment = job_environment();
  command.limits.wall_ms = 30'000;
  return run(command).output;
}

}  // namespace

const std::string& FileDigests::of(const fs::path& file) {
  const auto known = known_.find(file);
  if (known != known_.end()) {
    return known->second;
  }
  std::error_code failure;
  return known_[file] = fs::is_regular_file(file, failure) ? sha256(read_file(file)) : "absent";
}

std::string rules_hash(const Manifest& manifest, const course::Exercise& exercise) {
  Sha256 hash;
  add_entry(hash, exercise);
  add_folder(hash, manifest.source_dir / "exercises" / exercise.folder(), exercise);
  return hash.finish();
}

std::string environment_hash(const Manifest& manifest, const course::Exercise& exercise,
                             const std::string& salt, FileDigests& digests) {
  Sha256 hash;
  hash.update_field(salt);
  for (const auto& [tool, version] : manifest.toolchain) {
    std::string line = tool;
    hash.update_field(line.append(" ").append(version));
  }
  for (const Backend& backend : manifest.backends) {
    hash.update_field(backend.name);
    hash.update_field(shell_line(backend.compiler) + shell_line(backend.shared_flags));
    for (const std::string& kind : backend.kinds) {
      hash.update_field(kind);
    }
    add_built_file(hash, backend.compiler.front(), digests);
    for (const char* const runtime : {"libwarpschool_cudart.so", "graded/libwarpschool_cudart.so",
                                      "graded/warpschool-device"}) {
      add_built_file(hash, manifest.folder / "lib" / runtime, digests);
    }
    const auto built = backend.exercises.find(exercise.id);
    if (built != backend.exercises.end()) {
      add_built_file(hash, built->second.judge, digests);
      add_built_file(hash, built->second.reference, digests);
    }
    if (backend.is_gpu()) {
      static const std::string kGpus = gpu_names();
      hash.update_field(kGpus);
    }
  }
  const char* device = std::getenv("WARPSCHOOL_DEVICE");  // the simulated device
  hash.update_field(device == nullptr ? "" : device);
  return hash.finish();
}

std::string course_version(const Manifest& manifest, const course::Course& course) {
  constexpr std::size_t kDigits = 12;
  Sha256 hash;
  hash.update_field(read_file(manifest.course));
  for (const course::Exercise* exercise : course.exercises()) {
    hash.update_field(rules_hash(manifest, *exercise));
  }
  return hash.finish().substr(0, kDigits);
}

}  // namespace warpschool::grader
