// Prints how far a run has got, on a terminal or into a log.
#include "commands/progress_line.hpp"

#include <cmath>
#include <cstdio>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace warpschool::grader {
namespace {

std::size_t terminal_width() {
  struct winsize size {};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace

Progress::Progress(std::size_t total, Show show, std::size_t works)
    : total_(total), works_(works == 0 ? total : works), show_(show) {
  draw();
}

Progress::~Progress() {
  if (show_ == Show::kBar) {
    fmt::print(stderr, "\r\x1b[K");
  }
}

void Progress::started(const std::string& job) {
  const std::scoped_lock lock(mutex_);
  ++running_;
  last_ = last_.empty() ? job : last_;
  draw();
}

void Progress::finished(const std::string& job, const std::string& verdict) {
  const std::scoped_lock lock(mutex_);
  ++ran_;
  --running_;
  tell(job, verdict);
}

void Progress::shared(const std::string& job, const std::string& verdict) {
  const std::scoped_lock lock(mutex_);
  tell(job, verdict + " (same files as another submission)");
}

void Progress::add_work() {
  const std::scoped_lock lock(mutex_);
  ++works_;
}

void Progress::tick() {
  const std::scoped_lock lock(mutex_);
  draw();
}

void Progress::tell(const std::string& job, const std::string& verdict) {
  ++done_;
  last_ = job + " " + verdict;
  if (show_ == Show::kLines) {
    const auto width = std::to_string(total_).size();
    fmt::print(stderr, "[{:>{}}/{}] {}{}\n", done_, width, total_, last_,
               done_ < total_ ? ", " + time_left() : "");
    std::fflush(stderr);
  }
  draw();
}

std::string Progress::time_left() const {
  const double elapsed =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  return estimate(elapsed, ran_, works_);
}

void Progress::draw() {
  if (show_ != Show::kBar || total_ == 0) {
    return;
  }
  constexpr std::size_t kCells = 24;
  const std::size_t filled = kCells * done_ / total_;
  std::string line =
      fmt::format("[{}{}] {}/{}  {} running  {}  {}", std::string(filled, '#'),
                  std::string(kCells - filled, '.'), done_, total_, running_, time_left(), last_);
  const std::size_t width = terminal_width();
  if (line.size() >= width) {
    line.resize(width - 1);
  }
  fmt::print(stderr, "\r{}\x1b[K", line);
  std::fflush(stderr);
}

std::string Progress::estimate(double elapsed_seconds, std::size_t done, std::size_t total) {
  if (done == 0) {
    return "no estimate yet";
  }
  const double left =
      std::ceil(elapsed_seconds / static_cast<double>(done) * static_cast<double>(total - done));
  const auto seconds = static_cast<long>(left);
  if (seconds < 60) {
    return fmt::format("about {} s left", seconds);
  }
  return seconds < 3600
             ? fmt::format("about {} min {} s left", seconds / 60, seconds % 60)
             : fmt::format("about {} h {} min left", seconds / 3600, seconds % 3600 / 60);
}

}  // namespace warpschool::grader
