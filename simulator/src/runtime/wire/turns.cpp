// Passes turns between two processes.
#include "runtime/wire/turns.hpp"

#include <ctime>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace warpschool::sim::runtime::wire {
namespace {

/// About as long as a call of the other side takes that does not compute.
constexpr unsigned kSpins = 400;

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
  for (unsigned i = 0; !idle && i < kSpins; ++i) {
    if (lane.turn.load(std::memory_order_acquire) == mine) {
      return;
    }
    rest();
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
