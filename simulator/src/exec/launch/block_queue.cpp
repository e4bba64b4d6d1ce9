// Which block of a launch runs next.
#include "exec/launch/block_queue.hpp"

#include "exec/launch/block.hpp"

#include <algorithm>
#include <utility>

namespace warpschool::sim {

BlockQueue::BlockQueue(std::uint64_t places, bool is_in_time, const DeviceProfile& profile)
    : places_(places), is_in_time_(is_in_time), profile_(profile) {}

BlockQueue::~BlockQueue() = default;

bool BlockQueue::is_waiting(std::uint64_t block) const {
  return std::any_of(waiting_.begin(), waiting_.end(),
                     [block](const auto& one) { return one.second->index() == block; });
}

bool BlockQueue::has_work() const {
  return std::any_of(waiting_.begin(), waiting_.end(),
                     [](const auto& one) { return one.second->has_work(); });
}

bool BlockQueue::starts_next() const {
  return !is_full() &&
         (!is_in_time_ || waiting_.empty() || next_begin() <= waiting_.begin()->first);
}

double BlockQueue::next_begin() const {
  if (!is_in_time_) {
    return 0;
  }
  const double dispatched = static_cast<double>(begun_) * profile_.block_dispatch_clk;
  return begun_ < places_ || free_at_.empty() ? dispatched : std::max(dispatched, free_at_.top());
}

double BlockQueue::start() {
  const double begin = next_begin();
  if (begun_ >= places_ && !free_at_.empty()) {
    free_at_.pop();
  }
  ++begun_;
  return begin;
}

void BlockQueue::wait(std::unique_ptr<Block> block) {
  const double key = is_in_time_ ? block->next_signal() : ++turn_;
  waiting_.emplace(key, std::move(block));
}

std::unique_ptr<Block> BlockQueue::take() {
  const auto first = waiting_.begin();
  std::unique_ptr<Block> block = std::move(first->second);
  waiting_.erase(first);
  return block;
}

void BlockQueue::end(const Block& block) {
  if (is_in_time_) {
    end_clk_ = std::max(end_clk_, block.end_clk());
    free_at_.push(block.end_clk() + profile_.block_turnaround_clk);
  }
}

}  // namespace warpschool::sim
