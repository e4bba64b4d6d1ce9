// Parses a judge's command line.
#include "options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <map>
#include <optional>
#include <sys/random.h>
#include <unistd.h>

namespace warpschool::harness {
namespace {

std::uint64_t fresh_seed() {
  std::uint64_t seed = 0;
  // 32 bits are hard enough to guess and can be read aloud.
  if (::getrandom(&seed, 4, 0) != 4) {
    seed = 1;
  }
  return seed;
}

/// All of it, or what has come when its first line is there. Whoever holds the same open file finds
/// nothing in it afterwards.
std::string standard_input(bool to_its_end) {
  std::string text;
  std::array<char, 4096> part{};
  while (to_its_end || text.find('\n') == std::string::npos) {
    const ssize_t got = ::read(STDIN_FILENO, part.data(), part.size());
    if (got <= 0) {
      break;
    }
    text.append(part.data(), static_cast<std::size_t>(got));
  }
  if (::ftruncate(STDIN_FILENO, 0) != 0) {
    // A pipe: what was read is gone from it already.
  }
  return text;
}

/// The seed in the first line of standard input, and below it a result, if one is wanted.
bool read_standard_input(Options& options) {
  const bool wants_result = options.reference_result == "-";
  const std::string text = standard_input(wants_result);
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), options.seed);
  if (wants_result) {
    options.reference_result = text.substr(std::min(text.find('\n'), text.size()));
  }
  return error == std::errc() && stop != text.data();
}

/// "1,4/6": of six checks the first and the fourth. False if it is no such thing.
bool read_places(const std::string& text, Options& options) {
  const char* at = text.data();
  const char* const end = at + text.size();
  const auto read = [&](std::size_t& number) {
    const auto [stop, error] = std::from_chars(at, end, number);
    at = stop;
    return error == std::errc() && number >= 1;
  };
  for (char before = ','; before == ','; ++at) {
    std::size_t place = 0;
    if (!read(place) || at == end) {
      return false;
    }
    options.places.insert(place);
    before = *at;
  }
  return at[-1] == '/' && read(options.checks) && at == end &&
         *options.places.rbegin() <= options.checks;
}

/// What is said in words, and read when all is there.
struct OptionWords {
  std::string kind, places;
  bool seed_on_stdin = false;
};

/// Which checks are to be tried, and where they stop.
void declare_checks(CLI::App& app, Options& options, OptionWords& words) {
  app.add_option("--kind", words.kind, "only checks of this kind")
      ->check(CLI::IsMember({"correctness", "timing", "counters"}));
  app.add_option("--task", options.task, "only checks of this task")->check(CLI::PositiveNumber);
  app.add_option("--checks", words.places,
                 "1,4/6: of six checks the first and the fourth; other judges have the rest");
  app.add_option("--seed", options.seed, "seed of the inputs; fresh by default");
  CLI::Option* const on_stdin =
      app.add_flag("--seed-on-stdin", words.seed_on_stdin,
                   "read the seed from standard input, where no /proc shows it")
          ->excludes("--seed");
  app.add_option("--reference-result", options.reference_result,
                 "- for a judge's result below the seed on standard input: what the reference took "
                 "in it is not measured again (simulator)")
      ->check(CLI::IsMember({"-"}))
      ->needs(on_stdin);
  app.add_flag("--stop-at-hang", options.stop_at_hang,
               "ask nothing more once the submission did not come to an end");
  app.add_flag("--until-lost", options.until_lost, "stop at the first check that does not pass");
  app.add_option("--run-limit", options.run_limit_ms,
                 "milliseconds for a question, where less than course.yaml allows")
      ->check(CLI::PositiveNumber);
  app.add_option("--stall-limit", options.stall_limit,
                 "thread instructions in which a block of the submission's must end (simulator)")
      ->check(CLI::PositiveNumber);
}

void declare_outputs(CLI::App& app, Options& options) {
  app.add_option("--result", options.result, "write the result here, as JSON");
  app.add_option("--profile", options.profile,
                 "write the launches of each task's question of most work here, as JSON");
  app.add_option("--times", options.times,
                 "write here how many milliseconds each check took, a line each");
  app.add_flag("--quiet", options.quiet, "print nothing but errors");
  app.add_flag("--verbose", options.verbose,
               "print everything: all checks, counters, the seed, the command that repeats it");
}

/// False: standard input has no number.
bool choose_seed(const CLI::App& app, const OptionWords& words, Options& options) {
  if (words.seed_on_stdin) {
    return read_standard_input(options);
  }
  if (app.count("--seed") == 0) {
    options.seed = fresh_seed();
  }
  return true;
}

}  // namespace

Parsed parse_options(const std::vector<std::string>& arguments) {
  Options options;
  OptionWords words;
  CLI::App app{"Judges one submission of one exercise."};
  app.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  app.add_option("--student", options.student, "the submission, a shared object")->required();
  app.add_option("--reference", options.reference, "the reference, a shared object")->required();
  app.add_option("--course", options.course, "course.yaml: points, limits, thresholds");
  app.add_option("--exercise", options.exercise, "id of the exercise")->required();
  app.add_option("--backend", options.backend, "which thresholds of course.yaml hold")
      ->check(CLI::IsMember({"sim", "gpu"}));
  declare_checks(app, options, words);
  declare_outputs(app, options);

  // What follows -- is Catch2's.
  const auto rest = std::find(arguments.begin(), arguments.end(), "--");
  std::vector<std::string> own(arguments.begin(), rest);
  if (rest != arguments.end()) {
    options.catch_arguments.assign(rest + 1, arguments.end());
  }
  std::reverse(own.begin(), own.end());  // CLI11 takes them from the back
  try {
    app.parse(own);
  } catch (const CLI::ParseError& error) {
    return {std::nullopt, app.exit(error) == 0 ? kAllPassed : kBadUsage};
  }
  if (!words.kind.empty()) {
    const std::map<std::string, course::Kind> kinds{{"correctness", course::Kind::kCorrectness},
                                                    {"timing", course::Kind::kTiming},
                                                    {"counters", course::Kind::kCounters}};
    options.kind = kinds.at(words.kind);
  }
  if (!words.places.empty() && !read_places(words.places, options)) {
    std::fprintf(stderr, "--checks: '%s' names no checks; as an example: 1,4/6\n",
                 words.places.c_str());
    return {std::nullopt, kBadUsage};
  }
  if (!choose_seed(app, words, options)) {
    std::fputs("--seed-on-stdin: there is no number on standard input\n", stderr);
    return {std::nullopt, kBadUsage};
  }
  return {std::move(options), 0};
}

}  // namespace warpschool::harness
