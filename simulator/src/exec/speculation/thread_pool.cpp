// Host threads that share the tasks of one caller at a time.
#include "exec/speculation/thread_pool.hpp"

#include "warpschool/support/cores.hpp"

#include <chrono>
#include <csignal>
#include <system_error>

namespace warpschool::sim {
namespace {

constexpr auto kSpinTime = std::chrono::microseconds(200);

/// Signals of the program are for its own threads; those of memory faults are for the one at fault.
class SignalsAtBay {
 public:
  SignalsAtBay() {
    sigset_t most;
    sigfillset(&most);
    for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) {
      sigdelset(&most, fault);
    }
    pthread_sigmask(SIG_SETMASK, &most, &before_);
  }
  ~SignalsAtBay() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsAtBay(const SignalsAtBay&) = delete;
  SignalsAtBay& operator=(const SignalsAtBay&) = delete;

 private:
  sigset_t before_{};
};

void pause_briefly() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

}  // namespace

ThreadPool::ThreadPool(unsigned threads) : spins_(threads <= usable_cores()) {
  threads_.reserve(threads);
  const SignalsAtBay inherited;  // by each of the threads
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

template <class Done>
void ThreadPool::spin(Done done) const {
  if (!spins_) {
    return;
  }
  const auto end = std::chrono::steady_clock::now() + kSpinTime;
  do {
    for (int i = 0; i < 64; ++i) {
      if (done()) {
        return;
      }
      pause_briefly();
    }
    std::this_thread::yield();  // the machine may have other work
  } while (std::chrono::steady_clock::now() < end);
}

void ThreadPool::run(unsigned tasks, const std::function<void(unsigned, unsigned)>& task) {
  bool wake = false;
  {
    const std::lock_guard lock(mutex_);
    task_ = &task;
    tasks_ = tasks;
    failure_ = nullptr;
    busy_ = static_cast<unsigned>(threads_.size());
    ++round_;
    wake = sleepers_ > 0;
  }
  if (wake) {
    begin_.notify_all();
  }
  take_tasks(0);
  spin([this] { return busy_ == 0; });
  std::unique_lock lock(mutex_);
  end_.wait(lock, [this] { return busy_ == 0; });
  if (failure_) {
    std::rethrow_exception(failure_);
  }
}

void ThreadPool::serve(unsigned thread) {
  std::uint64_t seen = 0;
  for (;;) {
    spin([&] { return round_ != seen; });
    {
      std::unique_lock lock(mutex_);
      ++sleepers_;
      begin_.wait(lock, [&] { return stopping_ || round_ != seen; });
      --sleepers_;
      if (stopping_) {
        return;
      }
      seen = round_;
    }
    take_tasks(thread);
    if (--busy_ == 0) {
      const std::lock_guard lock(mutex_);
      end_.notify_one();
    }
  }
}

void ThreadPool::take_tasks(unsigned thread) {
  for (unsigned i = thread; i < tasks_; i += threads()) {
    try {
      (*task_)(i, thread);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      failure_ = failure_ ? failure_ : std::current_exception();
    }
  }
}

}  // namespace warpschool::sim
