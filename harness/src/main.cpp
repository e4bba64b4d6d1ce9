// main() of every judge program.
//
// main forks the zygote before anything else (zygote.hpp says why), then reads options and course,
// lets Catch2 run the TEST_CASEs of the exercise's harness.cpp, and reports. Catch2's own reporter
// says nothing: the record is kept by the listener below.
#define CATCH_CONFIG_EXTERNAL_INTERFACES  // 2.13 hides its listeners else
#include "heap.hpp"
#include "judge.hpp"
#include "judge_report.hpp"
#include "options.hpp"
#include "random.hpp"
#include "run_catch.hpp"
#include "warpschool/harness/answer.hpp"
#include "warpschool/harness/catch.hpp"
#include "warpschool/screen/screen.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <unistd.h>
#include <vector>

namespace warpschool::harness {
namespace {

#if WARPSCHOOL_CATCH_MAJOR == 3
using ListenerBase = Catch::EventListenerBase;
#else
using ListenerBase = Catch::TestEventListenerBase;
#endif

class Listener : public ListenerBase {
 public:
  using ListenerBase::ListenerBase;

  void testCaseStarting(const Catch::TestCaseInfo& info) override {
    ListenerBase::testCaseStarting(info);
    name_ = info.name;
    run_ = 0;
    began_ = Clock::now();
    judge().record().begin(name_);
  }

  void sectionStarting(const Catch::SectionInfo& info) override {
    ListenerBase::sectionStarting(info);
    if (info.name == name_) {  // the outermost section: one run of the test case
      seed_stream(judge().options().seed, name_, run_++);
    }
  }

#if WARPSCHOOL_CATCH_MAJOR == 3
  void assertionEnded(const Catch::AssertionStats& stats) override {
    note(stats);
  }
#else
  bool assertionEnded(const Catch::AssertionStats& stats) override {
    note(stats);
    return true;
  }
#endif

  void testCaseEnded(const Catch::TestCaseStats& stats) override {
    ListenerBase::testCaseEnded(stats);
    judge().times.push_back(
        std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - began_).count());
    judge().record().end(stats.totals.assertions.total());
  }

 private:
  static void note(const Catch::AssertionStats& stats) {
    const Catch::AssertionResult& result = stats.assertionResult;
    Record& record = judge().record();
    if (result.isOk()) {
      record.forget_booked();
      return;
    }
    const bool ours = result.getResultType() == Catch::ResultWas::ThrewException ||
                      result.getResultType() == Catch::ResultWas::FatalErrorCondition;
    std::string message =
        result.hasExpression() ? std::string(result.getExpression()) : std::string();
    if (ours) {
      message = "The check itself failed: " + std::string(result.getMessage());
    } else if (result.hasExpandedExpression()) {
      message += " does not hold: it is " + std::string(result.getExpandedExpression());
    } else if (result.hasMessage()) {
      message = std::string(result.getMessage());
    }
    record.commit({ours ? Verdict::kInternalError : Verdict::kWrong, message, {}, {}, {}});
  }

  std::string name_;
  std::uint64_t run_ = 0;
  Clock::time_point began_;
};

CATCH_REGISTER_LISTENER(Listener)

/// Catch2's own ones break the text of every passed assertion into lines, vectors of a hundred
/// thousand numbers included, wherever it is written to.
#if WARPSCHOOL_CATCH_MAJOR == 3
class Silent : public Catch::StreamingReporterBase {
 public:
  using Catch::StreamingReporterBase::StreamingReporterBase;
  static std::string getDescription() { return "Says nothing"; }
};
#else
class Silent : public Catch::StreamingReporterBase<Silent> {
 public:
  using Catch::StreamingReporterBase<Silent>::StreamingReporterBase;
  static std::string getDescription() { return "Says nothing"; }
  void assertionStarting(const Catch::AssertionInfo&) override {}
  bool assertionEnded(const Catch::AssertionStats&) override { return true; }
};
#endif

CATCH_REGISTER_REPORTER("silent", Silent)

std::vector<const Catch::TestCaseInfo*> registered() {
  std::vector<const Catch::TestCaseInfo*> infos;
  const auto& registry = Catch::getRegistryHub().getTestCaseRegistry();
#if WARPSCHOOL_CATCH_MAJOR == 3
  for (const Catch::TestCaseInfo* info : registry.getAllInfos()) {
    infos.push_back(info);
  }
#else
  for (const Catch::TestCase& test : registry.getAllTests()) {
    infos.push_back(&test.getTestCaseInfo());
  }
#endif
  return infos;
}

std::vector<std::string> tags_of(const Catch::TestCaseInfo& info) {
#if WARPSCHOOL_CATCH_MAJOR == 3
  std::vector<std::string> tags(info.tags.size());
  std::transform(info.tags.begin(), info.tags.end(), tags.begin(), [](const auto& tag) {
    return std::string(tag.original.begin(), tag.original.end());
  });
  return tags;
#else
  return info.tags;
#endif
}

/// A TEST_CASE as a check; an error text if its tags do not say what it is.
std::string to_check(const Catch::TestCaseInfo& info, Check& check) {
  check.name = info.name;
  int kinds = 0;
  for (const std::string& tag : tags_of(info)) {
    for (const course::Kind kind :
         {course::Kind::kCorrectness, course::Kind::kTiming, course::Kind::kCounters}) {
      if (tag == course::to_string(kind)) {
        check.kind = kind;
        ++kinds;
      }
    }
    if (tag.rfind("task ", 0) == 0 && tag.size() > 5 &&
        std::isdigit(static_cast<unsigned char>(tag[5])) != 0) {
      check.task = std::stoi(tag.substr(5));
    }
  }
  return kinds == 1 ? std::string()
                    : fmt::format(
                          "TEST_CASE \"{}\" needs exactly one of the tags [correctness], [timing], "
                          "[counters]",
                          check.name);
}

/// Is it one of the checks for grading day? They have points of their own.
bool is_hidden(const Catch::TestCaseInfo& info) {
  return std::filesystem::path(info.lineInfo.file).filename() == course::kHiddenHarness;
}

/// Declares the chosen checks with their share of the points. Returns an error text or nothing.
std::string declare_checks(Judge& judge) {
  std::vector<Check> all;
  std::map<std::pair<course::Kind, bool>, double> count;
  for (const Catch::TestCaseInfo* info : registered()) {
    Check check;
    if (std::string error = to_check(*info, check); !error.empty()) {
      return error;
    }
    check.hidden = is_hidden(*info);
    count[{check.kind, check.hidden}] += 1;
    all.push_back(std::move(check));
  }
  const Options& options = judge.options();
  std::size_t place = 0;
  for (Check& check : all) {
    check.possible = judge.exercise().points_of_checks(check.kind, check.hidden) /
                     count[{check.kind, check.hidden}];
    const bool chosen = (!options.kind || check.kind == *options.kind) &&
                        (options.task == 0 || check.task == 0 || check.task == options.task);
    if (chosen && (++place, options.places.empty() || options.places.count(place) > 0)) {
      judge.record().declare(std::move(check));
    }
  }
  return options.checks == 0 || options.checks == place
             ? std::string()
             : fmt::format("--checks counts {} checks, and there are {}", options.checks, place);
}

/// A test name as Catch2's command line takes it literally.
std::string escaped(const std::string& name) {
  std::string text;
  for (const char letter : name) {
    if (letter == ',' || letter == '[' || letter == '\\' || letter == '*' || letter == '~') {
      text += '\\';
    }
    text += letter;
  }
  return text;
}

void run_checks(Judge& judge, const std::string& program) {
  std::vector<std::string> arguments{program, "--success"};
  if (judge.options().until_lost) {
    arguments.emplace_back("--abort");
  }
  const std::vector<std::string>& extra = judge.options().catch_arguments;
  if (extra.empty()) {
    arguments.insert(arguments.end(), {"--reporter", "silent"});
  }
  arguments.insert(arguments.end(), extra.begin(), extra.end());
  std::string spec;
  for (const Check& check : judge.record().checks()) {
    spec += (spec.empty() ? "" : ",") + ("\"" + escaped(check.name) + "\"");
  }
  arguments.push_back(spec);
  std::vector<const char*> pointers;
  pointers.reserve(arguments.size());
  for (const std::string& argument : arguments) {
    pointers.push_back(argument.c_str());
  }
  run_catch(static_cast<int>(pointers.size()), pointers.data());  // the listener keeps the record
}

int status_of(const Record& record) {
  const Verdict worst = record.worst();
  if (record.checks().empty() || worst == Verdict::kSkipped) {
    return kNothingRan;
  }
  if (worst == Verdict::kInternalError || !record.complete()) {
    return kInternalFailure;
  }
  const bool passed =
      std::all_of(record.checks().begin(), record.checks().end(), [](const Check& check) {
        return check.verdict == Verdict::kPassed || check.verdict == Verdict::kSkipped;
      });
  return passed ? kAllPassed : kSomeFailed;
}

int fail(const std::string& why) {
  std::fputs(("internal error: " + why + "\n").c_str(), stderr);
  return kInternalFailure;
}

/// The exercise as course.yaml has it; without --course, with the usual limits and a point for each
/// kind.
std::string load_exercise(const Options& options, course::Exercise& exercise) {
  exercise.id = options.exercise;
  exercise.points = {1, 1, 1};
  if (options.course.empty()) {
    return {};
  }
  const Result<course::Course> loaded = course::load(options.course);
  if (!loaded) {
    std::string text = "course.yaml cannot be used:";
    for (const Diagnostic& diagnostic : loaded.diagnostics()) {
      text += "\n" + to_string(diagnostic);
    }
    return text;
  }
  const course::Exercise* found = loaded->find(options.exercise);
  if (found == nullptr) {
    return "course.yaml has no exercise " + options.exercise;
  }
  exercise = *found;
  return {};
}

/// What the judge was asked to leave behind. Returns the exit status: `status`, or that a file
/// cannot be written.
int leave_results(Judge& judge, const std::string& program, int status) {
  const Options& options = judge.options();
  if (!options.quiet) {
    std::fputs(console_report(judge, program, screen::wants_colour(STDOUT_FILENO)).c_str(), stdout);
    std::fflush(stdout);
  }
  if (!options.result.empty() && !write_result(options.result, result_json(judge))) {
    status = fail("cannot write " + options.result);
  }
  if (!options.times.empty()) {
    // Whoever finds less than all of them does without.
    std::ofstream(options.times, std::ios::trunc)
        << fmt::format("{}\n", fmt::join(judge.times, "\n"));
  }
  if (!options.profile.empty() && !write_result(options.profile, judge.profile.json_text())) {
    status = fail("cannot write " + options.profile);
  }
  return status;
}

/// On a GPU times are those of the same minute only.
void know_reference(Judge& judge) {
  if (judge.simulated() && !judge.options().reference_result.empty()) {
    ReferenceRuns runs = read_reference_runs(judge.options().reference_result);
    judge.device = std::move(runs.device);
    judge.known_races = std::move(runs.races);
  }
}

/// @return nothing, or which of them cannot be read
std::string open_modules(const Options& options, Modules& modules) {
  const std::array paths{options.student, options.reference};
  for (std::size_t i = 0; i < paths.size(); ++i) {
    modules[i] = UniqueFd(::open(paths[i].c_str(), O_RDONLY | O_CLOEXEC));
    if (!modules[i]) {
      return errno == ENOENT ? "there is no file " + paths[i]
                             : "cannot read " + paths[i] + ": " + std::strerror(errno);
    }
  }
  return {};
}

int judge_submission(Options options, Zygote zygote, const std::string& program) {
  Modules modules;
  if (const std::string error = open_modules(options, modules); !error.empty()) {
    return fail(error);
  }
  course::Exercise exercise;
  if (const std::string error = load_exercise(options, exercise); !error.empty()) {
    return fail(error);
  }
  Judge judge(std::move(options), std::move(exercise), std::move(zygote), std::move(modules));
  set_judge(&judge);
  know_reference(judge);
  if (const std::string error = declare_checks(judge); !error.empty()) {
    return fail(error);
  }
  if (!judge.record().checks().empty()) {
    run_checks(judge, program);
  }
  const bool lost = std::any_of(judge.record().checks().begin(), judge.record().checks().end(),
                                [](const Check& check) { return check.failures > 0; });
  if (judge.options().until_lost && lost) {
    judge.record().skip_rest("An earlier check did not pass.");
  }
  judge.record().lead_with_causes();
  learn_device();
  judge.end_workers();
  const int status = leave_results(judge, program, status_of(judge.record()));
  set_judge(nullptr);
  return status;
}

}  // namespace
}  // namespace warpschool::harness

int main(int argc, char** argv) {
  using namespace warpschool::harness;
  try {
    Zygote zygote = start_zygote(argc, argv);
    constexpr std::size_t kRoomForArrays = std::size_t{256} << 20;
    keep_freed_memory();  // not in simulated workers: their heap is the submission's
    use_large_pages(kRoomForArrays);
    hide_process();
    const std::string program = argc > 0 ? argv[0] : "judge";
    const std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
    wipe_arguments(argc, argv);
    Parsed parsed = parse_options(arguments);
    return parsed.options ? judge_submission(std::move(*parsed.options), std::move(zygote), program)
                          : parsed.status;
  } catch (const std::exception& error) {
    return fail(error.what());
  }
}
