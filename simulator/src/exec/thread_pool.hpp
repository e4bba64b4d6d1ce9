// A few host threads that share the tasks of one caller at a time.
#pragma once

#include <atomic>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace warpschool::sim {

class ThreadPool {
 public:
  /// The caller of run() is one of the threads. Where the system gives fewer, there are fewer.
  explicit ThreadPool(unsigned threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  unsigned threads() const { return static_cast<unsigned>(threads_.size()) + 1; }

  /// Calls task(i, thread) once for each i below `tasks`, `thread` below threads(), and returns
  /// when all have returned. Threads take the tasks in ascending order. The first exception that
  /// leaves a task is thrown again here; tasks that nobody has taken by then are left out.
  void run(unsigned tasks, const std::function<void(unsigned, unsigned)>& task);

 private:
  void serve(unsigned thread);
  void take_tasks(unsigned thread);

  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::condition_variable begin_, end_;
  std::uint64_t round_ = 0;  ///< one a run()
  unsigned busy_ = 0;        ///< threads that have not finished this round
  bool stopping_ = false;
  const std::function<void(unsigned, unsigned)>* task_ = nullptr;
  unsigned tasks_ = 0;
  std::atomic<unsigned> next_{0};
  std::exception_ptr failure_;
};

}  // namespace warpschool::sim
