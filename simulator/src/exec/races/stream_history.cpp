// Remembers which epochs belong to which earlier launch or copy.
#include "exec/races/stream_history.hpp"

#include "exec/races/copy_races.hpp"
#include "lower/program/program.hpp"

#include <algorithm>
#include <utility>

namespace warpschool::sim {

void UnorderedWork::add(Epoch first, Epoch last) {
  if (!spans_.empty() && first == spans_.back().last + 1) {
    spans_.back().last = last;
  } else {
    spans_.push_back({first, last});
  }
}

bool UnorderedWork::look_up(Epoch epoch) const {
  const auto next = std::upper_bound(spans_.begin(), spans_.end(), epoch,
                                     [](Epoch m, const Span& span) { return m < span.first; });
  const bool is_behind_one = next != spans_.begin();
  answer_ = is_behind_one && epoch <= (next - 1)->last;
  if (answer_) {
    known_ = *(next - 1);
  } else {
    known_.first = is_behind_one ? (next - 1)->last + 1 : 0;
    known_.last = next == spans_.end() ? ~Epoch{0} : next->first - 1;
  }
  return answer_;
}

WorkName PastWork::name() const {
  return {program == nullptr ? std::string() : program->name, api, stream, called_from};
}

void StreamHistory::forget_first() {
  found_work_ = nullptr;
  keys_.pop_front();
  work_.pop_front();
}

void StreamHistory::begin(const WorkOrder& order) {
  if (order.generation != generation_) {
    forget();
    generation_ = order.generation;
  }
  const auto is_done = [&](const Key& key) {
    return key.lane < order.done.size() && key.number <= order.done[key.lane];
  };
  while (!keys_.empty() && is_done(keys_.front())) {
    forget_first();
  }
}

UnorderedWork StreamHistory::unordered(const WorkOrder& order) const {
  UnorderedWork result;
  bool any = false;
  for (std::uint32_t lane = 0; lane < last_.size(); ++lane) {
    any = any || (last_[lane] != 0 && !order.comes_after(lane, last_[lane]));
  }
  if (!any) {
    return result;
  }
  for (const Key& key : keys_) {
    if (!order.comes_after(key.lane, key.number)) {
      result.add(key.first, key.last);
    }
  }
  return result;
}

void StreamHistory::add(const WorkOrder& order, Epoch first, Epoch last, PastWork work) {
  if (keys_.size() == kMostWork) {
    forget_first();
  }
  last_.resize(std::max<std::size_t>(last_.size(), order.lane + 1));
  last_[order.lane] = order.number;
  keys_.push_back({first, last, order.lane, order.number, work.side_count != 0, false});
  work.stream = order.stream;
  work.api = order.api;
  work.called_from = order.called_from;
  work_.push_back(std::move(work));
}

void StreamHistory::forget() {
  found_work_ = nullptr;
  keys_.clear();
  work_.clear();
  last_.clear();
}

std::optional<std::pair<Epoch, Epoch>> StreamHistory::epochs(std::uint64_t generation,
                                                             std::uint32_t lane,
                                                             std::uint32_t number) const {
  const auto is_it = [&](const Key& key) { return key.lane == lane && key.number == number; };
  const auto key = std::find_if(keys_.begin(), keys_.end(), is_it);
  if (generation != generation_ || key == keys_.end()) {
    return std::nullopt;
  }
  return std::pair(key->first, key->last);
}

const PastWork* StreamHistory::look_up(Epoch epoch) const {
  auto next = std::upper_bound(keys_.begin(), keys_.end(), epoch,
                               [](Epoch m, const Key& key) { return m < key.first; });
  if (next == keys_.begin()) {
    return nullptr;
  }
  --next;
  if (epoch > next->last) {
    return nullptr;
  }
  found_ = *next;
  found_work_ = &work_[static_cast<std::size_t>(next - keys_.begin())];
  return found_work_;
}

void StreamHistory::paint(const UnorderedWork& unordered) {
  for (std::size_t i = 0; i < keys_.size(); ++i) {
    Key& key = keys_[i];
    if (!key.is_copy || key.is_painted || !unordered.holds(key.first)) {
      continue;
    }
    for (std::size_t side = 0; side < work_[i].side_count; ++side) {
      paint_copy(work_[i].sides[side], key.first, *this);
    }
    key.is_painted = true;
  }
}

const PastWork* StreamHistory::find_copy(const UnorderedWork& unordered, const CopiedSide& side,
                                         DeviceAddress& address, bool& writes) const {
  for (std::size_t i = 0; i < keys_.size(); ++i) {
    if (!keys_[i].is_copy || !unordered.holds(keys_[i].first)) {
      continue;
    }
    for (std::size_t k = 0; k < work_[i].side_count; ++k) {
      const CopiedSide& other = work_[i].sides[k];
      if ((other.rows.is_write || side.rows.is_write) && copies_meet(other, side, address)) {
        writes = other.rows.is_write;
        return &work_[i];
      }
    }
  }
  return nullptr;
}

}  // namespace warpschool::sim
