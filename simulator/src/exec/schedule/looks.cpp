// Warps that wait for what other blocks write: when they look, and when they find it. Launches are
// a discrete-event simulation then, with blocks for processes.
#include "exec/launch/block.hpp"
#include "exec/schedule/clock.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace warpschool::sim {
namespace {

/// The next look in vain comes by so much later: long waits are simulated quickly.
constexpr double kLonger = 1.15;
constexpr unsigned kMostTimes = 120;  ///< then they come at equal distances

DeviceAddress place_of(const Warp& warp, const Decoded& i, unsigned lane) {
  const auto* const addresses = reinterpret_cast<const std::uint64_t*>(warp.frame + i.a);
  return addresses[lane] + static_cast<std::uint64_t>(i.displacement);
}

}  // namespace

bool BlockClock::looks_again(const Warp& warp, std::uint32_t pc, LaneMask active) const {
  const Look& look = clocks_[warp.index].look;
  return look.poll != nullptr && look.poll->at == pc &&
         look.place == place_of(warp, program_.code[pc], lowest_lane(active));
}

double BlockClock::next_signal(const Warp& warp, std::uint32_t pc, LaneMask active) const {
  const WarpClock& clock = clocks_[warp.index];
  if (!looks_again(warp, pc, active)) {
    return begin_ + std::max(clock.start + clock.slots, sources_ready(clock, program_.info[pc]));
  }
  const unsigned grows = std::min(clock.look.times, kMostTimes);
  const double turns = (std::pow(kLonger, grows) - 1) / (kLonger - 1) +
                       (clock.look.times - grows) * std::pow(kLonger, grows);
  return begin_ + clock.look.first + turns * profile_.l2_latency_clk;
}

void BlockClock::let_others_go(const Warp& warp, std::uint32_t pc, LaneMask active) {
  WarpClock& clock = clocks_[warp.index];
  if (!clock.waits_at && program_.poll_at(pc) != nullptr) {
    clock.waits_at = place_of(warp, program_.code[pc], lowest_lane(active));
    signals_->begin_wait(*clock.waits_at);
  }
}

/// Looks in vain take no time of their own: the clock stands where it stood before the first one.
void BlockClock::begin_look(WarpClock& clock, const Warp& warp, const Poll& poll, LaneMask active) {
  if (clock.waits_at) {
    signals_->end_wait(*clock.waits_at);
    clock.waits_at.reset();
  }
  Look& look = clock.look;
  if (!looks_again(warp, poll.at, active)) {
    const double first =
        std::max(clock.start + clock.slots, sources_ready(clock, program_.info[poll.at]));
    const DeviceAddress place = place_of(warp, program_.code[poll.at], lowest_lane(active));
    look = {&poll, place, clock.start, clock.issued, first, clock.slots, 0};
  }
  clock.start = look.start;
  clock.issued = look.issued;
  clock.slots = look.slots;
  ++look.times;
}

/// When the warp has what it looked for, if that was there.
/// @param answered when an access that waits for nobody would be
double BlockClock::found_at(const WarpClock& clock, const Warp& warp, std::uint32_t pc,
                            LaneMask active, double answered) const {
  const bool by_atomic = program_.info[pc].opcode == Opcode::kAtom;
  double found = answered;
  bool is_known = false;
  for (LaneMask rest = active; rest != 0; rest &= rest - 1) {
    const DeviceAddress place = place_of(warp, program_.code[pc], lowest_lane(rest));
    if (const auto seen = signals_->seen_at(place, warp.block->index(), by_atomic)) {
      found = std::max(found, *seen - begin_);
      is_known = true;
    }
  }
  if (!is_known && clock.look.times > 1) {  // of what is written by other means nothing is known
    found = std::max(
        found, clock.look.first + static_cast<double>(clock.look.times) * profile_.l2_latency_clk);
  }
  return found;
}

/// A store of one lane, one that others are meant to see, or an atomic that has changed something:
/// another block may wait for it.
void BlockClock::tell_others(WarpClock& clock, const Warp& warp, std::uint32_t pc, LaneMask active,
                             double issue) {
  const InstructionInfo& info = program_.info[pc];
  const bool has_changed = std::exchange(clock.writes, warp.writes) != warp.writes;
  const bool is_of_one = (active & (active - 1U)) == 0;
  const bool is_store = info.opcode == Opcode::kSt && (info.is_strong || is_of_one);
  const bool is_atomic = info.opcode == Opcode::kAtom || info.opcode == Opcode::kRed;
  if (active == 0 || warp.last_space != Space::kGlobal || (!is_store && !is_atomic)) {
    return;
  }
  clock.look = {};
  if (!has_changed) {
    return;
  }
  for (LaneMask rest = active; rest != 0; rest &= rest - 1) {
    signals_->write(place_of(warp, program_.code[pc], lowest_lane(rest)), begin_ + issue,
                    warp.block->index());
  }
}

}  // namespace warpschool::sim
