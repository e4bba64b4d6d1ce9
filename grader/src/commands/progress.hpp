// How far a run is: one line that redraws itself on a terminal, one line a job elsewhere. Goes to
// stderr.
#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>

namespace warpschool::grader {

class Progress {
 public:
  /// `bar`: redraw one line (a terminal) instead of writing one a job.
  Progress(std::size_t total, bool bar);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Call these from any thread.
  void started(const std::string& job);
  void finished(const std::string& job, const std::string& verdict);
  /// Redraws the bar, so that the time moves on.
  void tick();

  /// "about 2 min 10 s left", from what the finished jobs took.
  static std::string estimate(double elapsed_seconds, std::size_t done, std::size_t total);

 private:
  void draw();

  std::mutex mutex_;
  std::size_t total_;
  std::size_t done_ = 0;
  std::size_t running_ = 0;
  bool bar_;
  std::string last_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// Whether stderr is a terminal that can redraw a line.
bool stderr_is_terminal();

}  // namespace warpschool::grader
