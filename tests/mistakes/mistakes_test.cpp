// Makes beginners' mistakes in exercises, as students do, and reads the screen that they would see.
//
// A file tests/mistakes/EXERCISE/NAME.cu holds bodies of TODO regions, put into the model answer,
// or is a whole submission. Its first lines say what the screen must say and what it must not:
//   // says: words of the screen
//   // omits: words that would be wrong or too much
//   // of: a near miss of the exercise that is the mistake; the file holds no code then
#include "course_files/outline.hpp"
#include "pipeline/manifest.hpp"
#include "process/process.hpp"
#include "warpschool/course/course.hpp"
#include "warpschool/screen/screen.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <sstream>
#include <warpschool/harness/catch.hpp>

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

struct Mistake {
  fs::path file;
  std::vector<std::string> says, omits;
  std::vector<std::string> of = {};  ///< a near miss of this name, or none
};

Mistake read_mistake(const fs::path& file) {
  Mistake mistake{file, {}, {}, {}};
  std::istringstream lines(text_of(file));
  for (std::string line; std::getline(lines, line) && line.rfind("//", 0) == 0;) {
    for (auto& [mark, words] :
         {std::pair("// says: ", &mistake.says), std::pair("// omits: ", &mistake.omits),
          std::pair("// of: ", &mistake.of)}) {
      if (line.rfind(mark, 0) == 0) {
        words->push_back(line.substr(std::string(mark).size()));
      }
    }
  }
  return mistake;
}

/// The exercise whose mistakes are made; ctest runs one after the other.
std::string exercise_id() {
  const char* const id = std::getenv("WARPSCHOOL_MISTAKES_OF");
  return id == nullptr ? "vector_add" : id;
}

std::vector<Mistake> mistakes() {
  std::vector<Mistake> all;
  for (const auto& entry : fs::directory_iterator(fs::path(MISTAKES_FOLDER) / exercise_id())) {
    all.push_back(read_mistake(entry.path()));
  }
  std::sort(all.begin(), all.end(),
            [](const Mistake& one, const Mistake& other) { return one.file < other.file; });
  return all;
}

class Workshop {
 public:
  Workshop()
      : manifest_(*read_manifest(fs::path(BUILD_FOLDER) / "warpschool-build.json")),
        course_(*course::load(manifest_.course)),
        exercise_(*course_.find(exercise_id())),
        folder_(fs::temp_directory_path() / fmt::format("mistakes.{}", ::getpid())) {
    fs::create_directories(folder_);
  }
  ~Workshop() { fs::remove_all(folder_); }
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;

  /// What a student reads, with the blanks and line ends of a single line.
  std::string screen(const Mistake& mistake) const {
    const fs::path source = folder_ / exercise_.files.front();
    std::ofstream(source) << whole(mistake);
    compile(source);
    screen::Context context;
    context.id = exercise_.id;
    const std::optional<screen::JudgeResult> result = screen::read_result(judge());
    REQUIRE(result);
    std::istringstream words(screen::render(*result, context, {}));
    std::string line;
    for (std::string word; words >> word;) {
      line += (line.empty() ? "" : " ") + word;
    }
    return line;
  }

 private:
  const Backend& backend() const { return manifest_.backends.front(); }
  fs::path module() const { return folder_ / "student.so"; }
  fs::path solution() const { return manifest_.source_dir / "solutions" / exercise_.folder(); }

  std::string whole(const Mistake& mistake) const {
    const std::string text =
        text_of(mistake.of.empty() ? mistake.file
                                   : solution() / "near_misses" / (mistake.of.front() + ".cu"));
    REQUIRE_FALSE(text.empty());
    const Result<Outline> outline = outline_of(text, mistake.file.string());
    REQUIRE(outline);
    return outline->bodies.empty()
               ? text
               : splice(text_of(solution() / exercise_.files.front()), outline->bodies);
  }

  void compile(const fs::path& source) const {
    Command command;
    command.argv = backend().compiler;
    command.argv.insert(command.argv.end(), backend().shared_flags.begin(),
                        backend().shared_flags.end());
    for (const fs::path& include : backend().exercises.at(exercise_.id).include) {
      command.argv.insert(command.argv.end(), {"-I", include.string()});
    }
    command.argv.insert(command.argv.end(), {"-o", module().string(), source.string()});
    // Of an exercise of several files the mistake is in the first one.
    for (std::size_t i = 1; i < exercise_.files.size(); ++i) {
      command.argv.push_back((solution() / exercise_.files[i]).string());
    }
    const Outcome outcome = run_in_folder(std::move(command));
    INFO(outcome.output);
    REQUIRE(outcome.succeeded());
  }

  /// As `warp check` asks it.
  std::string judge() const {
    const BackendExercise& built = backend().exercises.at(exercise_.id);
    const fs::path result = folder_ / "result.json";
    fs::remove(result);
    Command command;
    command.argv = {built.judge.string(),
                    "--student",
                    module().string(),
                    "--reference",
                    built.reference.string(),
                    "--course",
                    manifest_.course.string(),
                    "--exercise",
                    exercise_.id,
                    "--backend",
                    backend().name,
                    "--stop-at-hang",
                    "--stall-limit",
                    "500000000",
                    "--seed",
                    "7",
                    "--quiet",
                    "--result",
                    result.string()};
    const Outcome outcome = run_in_folder(std::move(command));
    INFO(describe(outcome) << "\n" << outcome.output);
    return text_of(result);
  }

  Outcome run_in_folder(Command command) const {
    command.folder = folder_;
    for (const char* name : {"PATH", "HOME", "LD_LIBRARY_PATH", "WARPSCHOOL_CLANG"}) {
      if (const char* const value = std::getenv(name); value != nullptr) {
        command.environment.push_back(fmt::format("{}={}", name, value));
      }
    }
    return run(command);
  }

  Manifest manifest_;
  course::Course course_;
  const course::Exercise& exercise_;
  fs::path folder_;
};

bool holds(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("a mistake is named, and nothing else is", "[mistakes]") {
  const Workshop workshop;
  for (const Mistake& mistake : mistakes()) {
    DYNAMIC_SECTION(mistake.file.filename().string()) {
      REQUIRE_FALSE(mistake.says.empty());
      const std::string screen = workshop.screen(mistake);
      CAPTURE(screen);
      for (const std::string& words : mistake.says) {
        CAPTURE(words);
        CHECK(holds(screen, words));
      }
      for (const std::string& words : mistake.omits) {
        CAPTURE(words);
        CHECK_FALSE(holds(screen, words));
      }
    }
  }
}

}  // namespace warpschool::grader
