// The threads that grade trials.
#include "commands/trial_pool.hpp"

#include "commands/progress_line.hpp"
#include "process/stop.hpp"
#include "support/terminal.hpp"

#include <atomic>
#include <fmt/format.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;

std::string shown(const Trial& trial) {
  if (trial.role == Trial::Role::kAttack) {
    return fmt::format("{} ({})", trial.name, trial.attack);
  }
  return trial.role == Trial::Role::kMutant
             ? fmt::format("{}:{}: {}", trial.name, trial.line, trial.change)
             : trial.name;
}

}  // namespace

ScratchSpace::ScratchSpace()
    : path_(fs::temp_directory_path() / fmt::format("warpschool-lint-{}", ::getpid())) {
  fs::create_directories(path_);
}

ScratchSpace::~ScratchSpace() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::vector<JobReport> run_trials(const std::vector<Trial>& trials, const Workshop& workshop) {
  std::vector<JobReport> reports(trials.size());
  std::atomic<std::size_t> next{0};
  Progress progress(trials.size(), stderr_is_terminal() ? Show::kBar : Show::kLines);
  const auto work = [&] {
    for (std::size_t i = next++; i < trials.size() && !stop_requested(); i = next++) {
      const Trial& trial = trials[i];
      progress.started(shown(trial));
      reports[i] = grade_submission(workshop, *trial.exercise, trial.submission, trial.manner);
      if (reports[i].stopped) {
        return;  // nothing is known of it
      }
      progress.finished(shown(trial), reports[i].known_module
                                          ? "no other program"
                                          : to_string(reports[i].result.status));
    }
  };
  std::vector<std::thread> pool;
  for (unsigned i = 0; i < workshop.jobs; ++i) {
    pool.emplace_back(work);
  }
  for (std::thread& thread : pool) {
    thread.join();
  }
  return reports;
}

}  // namespace warpschool::grader
