// Adds up what a student has won in an exercise.
#include "points.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <system_error>

namespace warpschool::course {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

bool lists(const Judged& judged, Kind kind) {
  return std::find(judged.kinds.begin(), judged.kinds.end(), to_string(kind)) != judged.kinds.end();
}

/// Where the test <id>.<kind> left its result. A later backend's carries its name where the first
/// judges the same kind (cmake/ExerciseTests.cmake names them).
fs::path result_file(const Build& build, const Judged& judged, const std::string& id, Kind kind) {
  const Judged& first = build.backends.front();
  const bool second = &judged != &first && lists(first, kind);
  return build.directory / "results" / id /
         (std::string(to_string(kind)) + (second ? "_" + judged.backend : "") + ".json");
}

fs::path folder_of(const Exercise& exercise, const Build& build) {
  return build.source / "exercises" / exercise.folder();
}

/// True when a file that the student hands in changed after `result` was written.
bool is_stale(const fs::path& result, const Exercise& exercise, const Build& build) {
  std::error_code error;
  const fs::file_time_type judged_at = fs::last_write_time(result, error);
  return std::any_of(exercise.files.begin(), exercise.files.end(), [&](const std::string& file) {
    std::error_code missing;
    const fs::file_time_type changed_at =
        fs::last_write_time(folder_of(exercise, build) / file, missing);
    return !missing && changed_at > judged_at;
  });
}

std::optional<json> read_json(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  json read = stream ? json::parse(stream, nullptr, /*allow_exceptions=*/false) : json();
  if (!read.is_object()) {
    return std::nullopt;
  }
  return read;
}

std::string text_of(const json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

double number_of(const json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number() ? found->get<double>() : 0;
}

/// The first line; where lines only announce the next ("vector_add, given 5 floats:"), the lines up
/// to the news.
std::string first_sentence(const std::string& message) {
  constexpr int kMostLines = 3;
  std::istringstream lines(message);
  std::string sentence;
  std::string line;
  for (int i = 0; i < kMostLines && std::getline(lines, line); ++i) {
    sentence +=
        (i == 0 ? "" : " ") + line.substr(std::min(line.find_first_not_of(' '), line.size()));
    if (line.empty() || line.back() != ':') {
      break;
    }
  }
  return sentence;
}

/// Notes the first check that did not pass.
void note_first_failure(const json& result, KindScore& score) {
  for (const json& check : result.value("checks", json::array())) {
    const std::string verdict = text_of(check, "verdict");
    if (verdict != "passed" && verdict != "skipped") {
      const std::string message = text_of(check, "message");
      score.check = text_of(check, "name");
      score.verdict = verdict;
      score.message = first_sentence(message);
      score.task = static_cast<int>(number_of(check, "task"));
      score.seed = result.contains("seed") ? result["seed"].dump() : "";
      return;
    }
  }
}

bool all_skipped(const json& result) {
  const json checks = result.value("checks", json::array());
  return std::all_of(checks.begin(), checks.end(),
                     [](const json& check) { return text_of(check, "verdict") == "skipped"; });
}

KindScore read_kind(const Exercise& exercise, const Build& build, const Judged& judged, Kind kind) {
  KindScore score;
  score.kind = kind;
  score.possible = exercise.points.of(kind);
  score.backend = judged.backend;
  const fs::path file = result_file(build, judged, exercise.id, kind);
  if (!fs::exists(file) || is_stale(file, exercise, build)) {
    return score;
  }
  const std::optional<json> result = read_json(file);
  if (!result || !result->value("points", json()).is_object() ||
      !result->value("complete", false)) {
    score.state = State::kBroken;
    return score;
  }
  score.state = all_skipped(*result) ? State::kSkipped : State::kJudged;
  score.won = std::clamp(number_of((*result)["points"], "won"), 0.0, score.possible);
  note_first_failure(*result, score);
  return score;
}

/// Can this backend judge the kind at all? A timing rule may hold for one backend only.
bool judges(const Judged& judged, const Exercise& exercise, Kind kind) {
  if (!lists(judged, kind)) {
    return false;
  }
  return kind != Kind::kTiming ||
         std::any_of(exercise.timing.begin(), exercise.timing.end(), [&](const TimingRule& rule) {
           return judged.backend == "gpu" ? rule.gpu.has_value() : rule.sim.has_value();
         });
}

/// Which of two backends' results counts: a result before none, then the one with fewer points.
bool counts_before(const KindScore& a, const KindScore& b) {
  const auto rank = [](State state) {
    switch (state) {
      case State::kBroken:
        return 0;
      case State::kNotJudged:
        return 1;
      case State::kJudged:
        return 2;
      case State::kSkipped:
        return 3;
      case State::kElsewhere:
        return 4;
    }
    return 4;
  };
  return a.state != b.state ? rank(a.state) < rank(b.state) : a.won < b.won;
}

std::string number(double value) {
  std::array<char, 32> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.4g", value);
  return buffer.data();
}

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(width, text.size()), ' ');
  return text;
}

std::string remark(const KindScore& kind) {
  switch (kind.state) {
    case State::kJudged:
      return kind.check.empty() ? "" : kind.verdict + ": " + kind.check;
    case State::kNotJudged:
      return "not judged since your last change";
    case State::kBroken:
      return "internal error: the judge did not finish; this is not your fault";
    case State::kSkipped:
      return "skipped: cannot run on this machine";
    case State::kElsewhere:
      return "judged on a GPU only";
  }
  return "";
}

const KindScore* first_loss(const Score& score) {
  for (const KindScore& kind : score.kinds) {
    if (kind.state == State::kJudged && !kind.check.empty()) {
      return &kind;
    }
  }
  return nullptr;
}

/// A path as it is typed from the top of the course.
std::string relative(const fs::path& path, const Build& build) {
  const fs::path shorter = path.lexically_relative(build.source);
  return shorter.empty() || *shorter.begin() == ".." ? path.string() : shorter.string();
}

/// The judge's own command line, which repeats exactly the inputs that failed.
std::string again_command(const Exercise& exercise, const Build& build, const KindScore& kind) {
  for (const Judged& judged : build.backends) {
    if (judged.backend == kind.backend) {
      const fs::path student =
          !judged.student.empty()
              ? judged.student
              : judged.reference.parent_path().parent_path() / "student" / (exercise.id + ".so");
      return relative(judged.judge, build) + " --student " + relative(student, build) +
             " --reference " + relative(judged.reference, build) + " --course " +
             relative(build.course, build) + " --exercise " + exercise.id + " --backend " +
             kind.backend + " --kind " + to_string(kind.kind) + " --seed " + kind.seed;
    }
  }
  return "";
}

std::string next_steps(const Exercise& exercise, const Build& build, const Score& score) {
  if (score.full()) {
    return score.skipped() ? "Everything that runs on this machine is right.\n" : "Full marks.\n";
  }
  const KindScore* loss = first_loss(score);
  if (loss == nullptr) {
    return "Next: if it compiles, run all of it: ctest --preset " + build.preset + " -R '^" +
           exercise.id + "\\.'\n";
  }
  std::string text =
      "Next: " + (loss->task > 0 ? "task " + std::to_string(loss->task) + ", " : "") + "\"" +
      loss->check + "\"";
  text += (loss->message.empty() ? "" : ": " + loss->message) + "\n";
  text += "  Stuck? " + relative(folder_of(exercise, build) / "hints.md", build) + "\n";
  text += "Again, fresh inputs: ctest --preset " + build.preset + " -R '^" + exercise.id + "\\.'\n";
  return text + "Again, same inputs:  " + again_command(exercise, build, *loss) + "\n";
}

}  // namespace

double Score::won() const {
  double sum = 0;
  for (const KindScore& kind : kinds) {
    sum += kind.won;
  }
  return sum;
}

double Score::possible() const {
  double sum = 0;
  for (const KindScore& kind : kinds) {
    sum += kind.possible;
  }
  return sum;
}

bool Score::full() const {
  return std::all_of(kinds.begin(), kinds.end(), [](const KindScore& kind) {
    const bool elsewhere = kind.state == State::kSkipped || kind.state == State::kElsewhere;
    return elsewhere ||
           (kind.state == State::kJudged && kind.won >= kind.possible && kind.check.empty());
  });
}

bool Score::skipped() const {
  return full() && std::any_of(kinds.begin(), kinds.end(),
                               [](const KindScore& kind) { return kind.state == State::kSkipped; });
}

Score read_score(const Exercise& exercise, const Build& build) {
  Score score;
  for (const Kind kind : {Kind::kCorrectness, Kind::kTiming, Kind::kCounters}) {
    if (exercise.points.of(kind) <= 0) {
      continue;
    }
    KindScore worst;
    worst.kind = kind;
    worst.possible = exercise.points.of(kind);
    worst.state = State::kElsewhere;
    for (const Judged& judged : build.backends) {
      if (judges(judged, exercise, kind)) {
        KindScore one = read_kind(exercise, build, judged, kind);
        if (counts_before(one, worst)) {
          worst = std::move(one);
        }
      }
    }
    score.kinds.push_back(std::move(worst));
  }
  return score;
}

std::string summary(const Exercise& exercise, const Build& build, const Score& score) {
  std::string text =
      exercise.id + ": " + number(score.won()) + " of " + number(score.possible()) + " points\n";
  for (const KindScore& kind : score.kinds) {
    text += "  " + padded(to_string(kind.kind), 12) +
            padded(number(kind.won) + " of " + number(kind.possible), 14);
    text += remark(kind);
    text.erase(text.find_last_not_of(' ') + 1);
    text += "\n";
  }
  if (exercise.on_grading_day > 0) {
    text += "  " + number(exercise.on_grading_day) + " more are checked on grading day.\n";
  }
  return text + next_steps(exercise, build, score);
}

std::string one_line(const Exercise& exercise, const Score& score) {
  std::string text = "  " + padded(exercise.id, 24) +
                     padded(number(score.won()) + " of " + number(score.possible()), 12);
  if (score.full()) {
    return text + (score.skipped() ? "full marks for what runs here" : "full marks");
  }
  const KindScore* loss = first_loss(score);
  if (loss == nullptr) {
    return text + "not judged since your last change";
  }
  return text + loss->verdict + ": " +
         (loss->task > 0 ? "task " + std::to_string(loss->task) + ", " : "") + loss->check;
}

Result<Build> read_manifest(const fs::path& file, const std::string& exercise) {
  const std::optional<json> manifest = read_json(file);
  if (!manifest) {
    return Diagnostic{file.string(), 0, 0, "is no build manifest",
                      "configure first: cmake --preset sim"};
  }
  Build build;
  build.directory = file.parent_path();
  build.preset = text_of(*manifest, "preset");
  build.source = text_of(*manifest, "source_dir");
  build.course = text_of(*manifest, "course");
  for (const json& backend : manifest->value("backends", json::array())) {
    const json one = backend.value("exercises", json::object()).value(exercise, json::object());
    Judged judged;
    judged.backend = text_of(backend, "name");
    judged.judge = text_of(one, "judge");
    judged.reference = text_of(one, "reference");
    judged.student = text_of(one, "student");
    for (const json& kind : backend.value("kinds", json::array())) {
      judged.kinds.push_back(kind.is_string() ? kind.get<std::string>() : "");
    }
    build.backends.push_back(std::move(judged));
  }
  if (build.backends.empty()) {
    return Diagnostic{file.string(), 0, 0, "names no backend", ""};
  }
  return build;
}

}  // namespace warpschool::course
