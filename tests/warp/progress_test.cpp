// The file with a student's progress.
#include "progress.hpp"

#include "file_io.hpp"

#include <filesystem>
#include <thread>
#include <unistd.h>
#include <warpschool/harness/catch.hpp>

namespace warpschool::warp {
namespace {

namespace fs = std::filesystem;

class Folder {
 public:
  Folder() : path_(fs::temp_directory_path() / ("warp_progress_" + std::to_string(::getpid()))) {
    fs::remove_all(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  fs::path file() const { return path_ / ".warp/progress.yaml"; }

 private:
  fs::path path_;
};

}  // namespace

TEST_CASE("progress is read as it was written", "[warp][progress]") {
  Progress progress;
  progress.exercises["aa"] = {true,     9.5,         10, {{0, "passed"}, {2, "memory fault"}},
                              {{2, 3}}, "4286827545"};
  progress.exercises["bb"] = {};
  const std::string text = to_yaml(progress);
  CHECK(text.find(
            "    tasks: {0: passed, 2: memory fault}\n    seed: 4286827545\n    hints: {2: 3}\n") !=
        std::string::npos);
  const auto read = parse_progress(text, "progress.yaml");
  REQUIRE(read);
  CHECK(to_yaml(*read) == text);
  CHECK(read->of("aa").tasks.at(2) == "memory fault");
  CHECK_FALSE(read->of("bb").checked());
  CHECK_FALSE(read->of("unknown").passed);
}

TEST_CASE("an empty file is no progress, a damaged one names its place", "[warp][progress]") {
  CHECK(parse_progress("", "p")->exercises.empty());
  CHECK(parse_progress("exercises: {}", "p")->exercises.empty());
  const auto read = parse_progress("exercises:\n  aa: {tasks: [1]}\n", "p");
  REQUIRE_FALSE(read);
  CHECK(to_string(read.diagnostics().front()).rfind("p:2:", 0) == 0);
}

TEST_CASE("an exercise is begun when a task is no longer as it was handed out",
          "[warp][progress]") {
  ExerciseProgress entry;
  CHECK_FALSE(entry.begun());
  entry.tasks = {{1, kToDo}, {2, kToDo}};
  CHECK(entry.checked());
  CHECK_FALSE(entry.begun());
  entry.tasks[2] = "wrong";
  CHECK(entry.begun());
  entry.tasks[2] = kToDo;
  entry.hints = {{1, 1}};
  CHECK(entry.begun());
}

TEST_CASE("a damaged file is kept aside and a new one begun", "[warp][progress]") {
  const Folder folder;
  write_file(folder.file(), "exercises: {aa: [");
  std::string warning;
  CHECK(load_progress(folder.file(), warning).exercises.empty());
  CHECK(warning.find("progress.yaml.damaged.1") != std::string::npos);
  CHECK(read_file(folder.file().string() + ".damaged.1") == "exercises: {aa: [");
  change_progress(folder.file(), [](Progress& all) { all.exercises["aa"].passed = true; });
  CHECK(load_progress(folder.file(), warning).of("aa").passed);
}

TEST_CASE("changes at the same time lose nothing", "[warp][progress]") {
  const Folder folder;
  constexpr int kTurns = 20;
  const auto give = [&](int task) {
    for (int i = 0; i < kTurns; ++i) {
      change_progress(folder.file(), [&](Progress& all) { ++all.exercises["aa"].hints[task]; });
    }
  };
  // write_file's temporary name is the process's: threads take turns through the lock.
  std::thread other(give, 2);
  give(1);
  other.join();
  std::string warning;
  const ExerciseProgress done = load_progress(folder.file(), warning).of("aa");
  CHECK(done.hints.at(1) == kTurns);
  CHECK(done.hints.at(2) == kTurns);
}

}  // namespace warpschool::warp
