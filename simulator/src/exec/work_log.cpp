#include "exec/work_log.hpp"

#include "exec/copy_races.hpp"

#include <algorithm>

namespace warpschool::sim {

void UnorderedWork::add(Moment first, Moment last) {
  if (!spans_.empty() && first == spans_.back().last + 1) {
    spans_.back().last = last;
  } else {
    spans_.push_back({first, last});
  }
}

bool UnorderedWork::holds(Moment moment) const {
  if (known_.first <= moment && moment <= known_.last) {
    return answer_;
  }
  const auto next = std::upper_bound(spans_.begin(), spans_.end(), moment,
                                     [](Moment m, const Span& span) { return m < span.first; });
  const bool is_behind_one = next != spans_.begin();
  answer_ = is_behind_one && moment <= (next - 1)->last;
  if (answer_) {
    known_ = *(next - 1);
  } else {
    known_.first = is_behind_one ? (next - 1)->last + 1 : 0;
    known_.last = next == spans_.end() ? ~Moment{0} : next->first - 1;
  }
  return answer_;
}

void WorkLog::begin(const WorkOrder& order) {
  if (order.epoch != epoch_) {
    forget();
    epoch_ = order.epoch;
  }
  const auto is_done = [&](const PastWork& work) {
    return work.lane < order.done.size() && work.number <= order.done[work.lane];
  };
  while (!work_.empty() && is_done(work_.front())) {
    work_.pop_front();
  }
}

UnorderedWork WorkLog::unordered(const WorkOrder& order) const {
  UnorderedWork result;
  bool any = false;
  for (std::uint32_t lane = 0; lane < last_.size(); ++lane) {
    any = any || (last_[lane] != 0 && !order.comes_after(lane, last_[lane]));
  }
  if (!any) {
    return result;
  }
  for (const PastWork& work : work_) {
    if (!order.comes_after(work.lane, work.number)) {
      result.add(work.first, work.last);
    }
  }
  return result;
}

void WorkLog::add(PastWork work) {
  if (work_.size() == kMostWork) {
    work_.pop_front();
  }
  last_.resize(std::max<std::size_t>(last_.size(), work.lane + 1));
  last_[work.lane] = work.number;
  work_.push_back(std::move(work));
}

void WorkLog::forget() {
  work_.clear();
  last_.clear();
}

const PastWork* WorkLog::find(Moment moment) const {
  auto next = std::upper_bound(work_.begin(), work_.end(), moment,
                               [](Moment m, const PastWork& work) { return m < work.first; });
  if (next == work_.begin()) {
    return nullptr;
  }
  --next;
  return moment <= next->last ? &*next : nullptr;
}

void WorkLog::paint(const UnorderedWork& unordered) {
  for (PastWork& work : work_) {
    if (work.sides.empty() || work.is_painted || !unordered.holds(work.first)) {
      continue;
    }
    for (const CopiedSide& side : work.sides) {
      paint_copy(side, work.first);
    }
    work.is_painted = true;
  }
}

const PastWork* WorkLog::find_copy(const UnorderedWork& unordered, const CopiedSide& side,
                                   DeviceAddress& address, bool& writes) const {
  for (const PastWork& work : work_) {
    if (work.sides.empty() || !unordered.holds(work.first)) {
      continue;
    }
    for (const CopiedSide& other : work.sides) {
      if ((other.rows.is_write || side.rows.is_write) && copies_meet(other, side, address)) {
        writes = other.rows.is_write;
        return &work;
      }
    }
  }
  return nullptr;
}

}  // namespace warpschool::sim
