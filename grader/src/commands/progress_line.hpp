// How far a run is and how long it will take: one line that redraws itself on a terminal, one line
// a job elsewhere, nothing where nobody wants to know. Goes to stderr.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>

namespace warpschool::grader {

enum class Show : std::uint8_t { kBar, kLines, kNothing };

class Progress {
 public:
  /// `works` of the `total` jobs have to run; the others share what comes out. 0: all of them.
  Progress(std::size_t total, Show show, std::size_t works = 0);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Call these from any thread.
  void started(const std::string& job);
  void finished(const std::string& job, const std::string& verdict);
  /// A job that took no time: it shares another one's verdict.
  void shared(const std::string& job, const std::string& verdict);
  /// A job that was to share has to run.
  void add_work();
  /// Redraws the bar, so that the time moves on.
  void tick();

  /// "about 2 min 10 s left", from what the finished jobs took.
  static std::string estimate(double elapsed_seconds, std::size_t done, std::size_t total);

 private:
  void draw();
  void tell(const std::string& job, const std::string& verdict);
  std::string time_left() const;

  std::mutex mutex_;
  std::size_t total_;
  std::size_t works_;     ///< of these
  std::size_t done_ = 0;  ///< of `total_`
  std::size_t ran_ = 0;   ///< of `works_`
  std::size_t running_ = 0;
  Show show_;
  std::string last_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace warpschool::grader
