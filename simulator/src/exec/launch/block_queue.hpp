// Which block of a launch runs next: those that wait for others, and the places on the device for
// those that have not begun.
#pragma once

#include "warpschool/sim/profile.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <queue>
#include <vector>

namespace warpschool::sim {

class Block;

/// In time, the block comes first whose clock is earliest (a discrete-event simulation); else a new
/// one does as long as there are places, and then those that wait, in turn.
class BlockQueue {
 public:
  /// @param places blocks that the device holds at a time
  BlockQueue(std::uint64_t places, bool is_in_time, const DeviceProfile& profile);
  ~BlockQueue();

  bool is_in_time() const { return is_in_time_; }
  std::uint64_t places() const { return places_; }
  std::size_t waiting() const { return waiting_.size(); }
  bool is_waiting(std::uint64_t block) const;
  /// Has any of those that wait something to do when its time comes?
  bool has_work() const;
  /// Are all places taken, if this many blocks more than those that wait have one?
  bool is_full(std::size_t more = 0) const { return waiting_.size() + more >= places_; }

  /// Does the next block that has not begun come before those that wait?
  bool starts_next() const;
  /// Clock of the launch at which it can begin.
  double next_begin() const;
  /// It begins.
  double start();
  /// A block waits; it has a place until it ends.
  void wait(std::unique_ptr<Block> block);
  /// The next of those that wait.
  std::unique_ptr<Block> take();
  /// A block has ended.
  void end(const Block& block);

  /// Does one of those that wait come before this clock of the launch?
  bool has_earlier(double clk) const { return !waiting_.empty() && waiting_.begin()->first < clk; }
  /// Clocks from the start of the launch to the end of the last block, in time; else 0.
  double end_clk() const { return end_clk_; }

 private:
  std::uint64_t places_;
  bool is_in_time_;
  const DeviceProfile& profile_;
  std::uint64_t begun_ = 0;
  std::multimap<double, std::unique_ptr<Block>> waiting_;  ///< by clock, or by turn
  double turn_ = 0;
  /// When the places of blocks that have ended became free.
  std::priority_queue<double, std::vector<double>, std::greater<>> free_at_;
  double end_clk_ = 0;
};

}  // namespace warpschool::sim
