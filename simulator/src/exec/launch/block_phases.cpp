// Does a block that waits for others, or goes from barrier to barrier, come back to where it was?
#include "exec/launch/grid.hpp"

#include <algorithm>
#include <cstring>

namespace warpschool::sim {
namespace {

/// Phases between barriers that are compared before the next look.
constexpr unsigned kMostPhaseLooks = 64;

/// A hash of much memory, fast (FNV by words).
class Fingerprint {
 public:
  void add(std::uint64_t word) {
    hash_ = (hash_ ^ word) * 1099511628211ull;
    hash_ ^= hash_ >> 29;
  }
  void add(const std::vector<std::byte>& bytes) {
    for (std::size_t i = 0; i + 8 <= bytes.size(); i += 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes.data() + i, sizeof word);
      add(word);
    }
  }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 14695981039346656037ull;
};

}  // namespace

/// From here on a look now and then, whether what runs can end.
void Block::begin_looks() {
  const std::uint64_t first_look = suspicious_               ? 0
                                   : grid_.saw_endless_waits ? LivelockDetector::kLookSoon
                                                             : LivelockDetector::kLookEvery;
  worker_.begin_turn(first_look);
  phases_ = {};
  phases_.look_at = worker_.executed_threads + first_look;
}

std::uint32_t Block::writes() const {
  std::uint32_t sum = 0;
  for (const Warp& warp : warps_) {
    sum += warp.writes;
  }
  return sum;
}

std::uint64_t Block::fingerprint() const {
  Fingerprint print;
  print.add(frames_);
  print.add(local_);
  for (const Warp& warp : warps_) {
    for (const Split& split : warp.splits) {
      print.add(std::uint64_t{split.pc} << 32 | split.mask);
    }
  }
  return print.value();
}

/// Only another block can end what goes round here. Throws if the blocks before it have not run.
void Block::suspect_endless_wait() {
  if (worker_.runs_ahead()) {
    throw GuestFault{};  // run again in the order of blocks
  }
  suspicious_ = grid_.saw_endless_waits = true;
}

/// Everything in this block is as it was after an earlier barrier, and nobody has written anything
/// since: only another block can end this.
bool Block::phases_repeat() {
  if (worker_.executed_threads < phases_.look_at) {
    return false;
  }
  if (++phases_.looks > kMostPhaseLooks) {
    phases_ = {};
    phases_.look_at = worker_.executed_threads + LivelockDetector::kLookEvery;
    return false;
  }
  if (const std::uint32_t now = writes(); now != phases_.writes) {
    phases_.writes = now;
    phases_.span = phases_.until_new = 1;
    phases_.fingerprint = 0;
    return false;
  }
  const std::uint64_t print = fingerprint();
  if (print == phases_.fingerprint) {
    return true;
  }
  if (--phases_.until_new == 0) {
    phases_.fingerprint = print;  // a later turn, and then twice as many to compare with it
    phases_.until_new = phases_.span *= 2;
  }
  return false;
}

bool Block::repeats_itself() {
  const std::uint64_t print = fingerprint();
  return std::exchange(fingerprint_, print) == print;
}

}  // namespace warpschool::sim
