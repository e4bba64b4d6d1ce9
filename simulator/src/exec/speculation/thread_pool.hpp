// A few host threads that share the tasks of one caller at a time.
//
// Rounds follow each other within microseconds, and to wake a thread takes tens of them: who has
// nothing to do looks for a while whether something comes before it sleeps.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
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
  /// when all have returned. Task i runs on thread i % threads(), in ascending order: round after
  /// round it finds in the caches of its core what it left there. The first exception that leaves a
  /// task is thrown again here.
  void run(unsigned tasks, const std::function<void(unsigned, unsigned)>& task);

 private:
  void serve(unsigned thread);
  void take_tasks(unsigned thread);
  /// Waits for a moment, unless `done` becomes true.
  template <class Done>
  void spin(Done done) const;

  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::condition_variable begin_, end_;
  std::atomic<std::uint64_t> round_{0};  ///< one a run(); changes under the mutex
  std::atomic<unsigned> busy_{0};        ///< threads that have not finished this round
  bool spins_ = false;                   ///< there is a core for every thread
  unsigned sleepers_ = 0;
  bool stopping_ = false;
  const std::function<void(unsigned, unsigned)>* task_ = nullptr;
  unsigned tasks_ = 0;
  std::exception_ptr failure_;
};

}  // namespace warpschool::sim
