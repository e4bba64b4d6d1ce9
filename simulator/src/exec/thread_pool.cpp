#include "exec/thread_pool.hpp"

#include <system_error>

namespace warpschool::sim {

ThreadPool::ThreadPool(unsigned threads) {
  threads_.reserve(threads);
  try {
    while (threads_.size() + 1 < threads) {
      const auto number = static_cast<unsigned>(threads_.size()) + 1;
      threads_.emplace_back([this, number] { serve(number); });
    }
  } catch (const std::system_error&) {
    // The system gives no more threads: work with those that are there.
  }
}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  begin_.notify_all();
  for (std::thread& thread : threads_) {
    thread.join();
  }
}

void ThreadPool::run(unsigned tasks, const std::function<void(unsigned, unsigned)>& task) {
  {
    const std::lock_guard lock(mutex_);
    task_ = &task;
    tasks_ = tasks;
    next_ = 0;
    failure_ = nullptr;
    busy_ = static_cast<unsigned>(threads_.size());
    ++round_;
  }
  begin_.notify_all();
  take_tasks(0);
  std::unique_lock lock(mutex_);
  end_.wait(lock, [this] { return busy_ == 0; });
  if (failure_) {
    std::rethrow_exception(failure_);
  }
}

void ThreadPool::serve(unsigned thread) {
  std::uint64_t seen = 0;
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      begin_.wait(lock, [&] { return stopping_ || round_ != seen; });
      if (stopping_) {
        return;
      }
      seen = round_;
    }
    take_tasks(thread);
    const std::lock_guard lock(mutex_);
    if (--busy_ == 0) {
      end_.notify_one();
    }
  }
}

void ThreadPool::take_tasks(unsigned thread) {
  for (unsigned i = next_++; i < tasks_; i = next_++) {
    try {
      (*task_)(i, thread);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      failure_ = failure_ ? failure_ : std::current_exception();
      next_ = tasks_;
    }
  }
}

}  // namespace warpschool::sim
