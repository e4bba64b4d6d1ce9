// Passes turns between two processes.
#include "runtime/wire/turns.hpp"

#include <chrono>
#include <ctime>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace warpschool::sim::runtime::wire {
namespace {

/// Longer than a launch takes that hardly computes (6 us, some machines 10), and shorter than to
/// fall asleep and be woken, which takes 80 us in a virtual machine. A time, as processors pause
/// for 5 to 50 ns.
constexpr std::chrono::microseconds kPatience{25};
constexpr unsigned kLooks = 32;  // between two looks at the clock

void rest() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

void sleep_while(std::atomic<std::uint32_t>& word, std::uint32_t value) {
  // A wake-up may be lost to an enemy who writes the words: then the side looks again by itself.
  const timespec patience{0, 50'000'000};
  ::syscall(SYS_futex, &word, FUTEX_WAIT, value, &patience, nullptr, 0);
}

bool comes_soon(const Lane& lane, std::uint32_t mine) {
  const auto end = std::chrono::steady_clock::now() + kPatience;
  do {
    for (unsigned i = 0; i < kLooks; ++i) {
      if (lane.turn.load(std::memory_order_acquire) == mine) {
        return true;
      }
      rest();
    }
  } while (std::chrono::steady_clock::now() < end);
  return false;
}

}  // namespace

void pass_turn(Lane& lane, Side to) {
  lane.turn.store(static_cast<std::uint32_t>(to));
  if (lane.sleeping[static_cast<std::uint32_t>(to)].load() != 0) {
    ::syscall(SYS_futex, &lane.turn, FUTEX_WAKE, 1, nullptr, nullptr, 0);
  }
}

void wait_for_turn(Lane& lane, Side side, bool idle) {
  const auto mine = static_cast<std::uint32_t>(side);
  const auto other = 1U - mine;
  if (!idle && comes_soon(lane, mine)) {
    return;
  }
  while (lane.turn.load() != mine) {
    lane.sleeping[mine].store(1);
    if (lane.turn.load() != mine) {
      sleep_while(lane.turn, other);
    }
    lane.sleeping[mine].store(0);
  }
}

}  // namespace warpschool::sim::runtime::wire
