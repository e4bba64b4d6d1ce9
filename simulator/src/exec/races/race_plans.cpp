// Plans of what a memory site's lanes access, for patterns that come again and again (race.hpp).
#include "exec/races/race_check.hpp"
#include "exec/races/race_sectors.hpp"

#include <algorithm>
#include <utility>

namespace warpschool::sim {

using namespace shadow;

namespace {

/// Plans of more than kMostRuns runs, of fewer words each, are looked at word by word.
constexpr std::size_t kLeastRun = 8;
/// How often a pattern comes until a plan is made for it: that takes as long as doing without.
constexpr std::uint32_t kTimesUntilPlan = 8;

}  // namespace

/// The site's distinct words, if its pattern is one that came before.
const RacePlan* RaceCheck::plan() {
  if (plan_) {
    return *plan_;
  }
  plan_ = ready_plan();
  if (*plan_ != nullptr) {
    return *plan_;
  }
  std::vector<RacePlan>& plans = grid_.race_plans;
  if (plans.empty()) {
    plans.resize(grid_.program.memory_sites);
  }
  RacePlan& known = plans[request_.site];
  known.times = known.seen == site_.version ? known.times + 1 : 0;
  known.seen = site_.version;
  if (known.times < kTimesUntilPlan || known.built == site_.version) {
    return nullptr;  // or there is one for other memory, with entries of other parts
  }
  build(known);
  build_sectors(known);
  plan_ = &known;
  return &known;
}

void RaceCheck::build_sectors(RacePlan& plan) const {
  plan.sectors.clear();
  if (request_.bytes < 4) {
    return;
  }
  plan.phase = static_cast<std::uint32_t>(request_.first % kSectorBytes);
  const auto size = static_cast<unsigned>(__builtin_ctz(request_.bytes));
  std::vector<SectorTouch> sectors;
  for (const RacePlan::Run& run : plan.runs) {
    const std::int32_t begin = run.offset + static_cast<std::int32_t>(plan.phase / 4);
    if (begin % 8 != 0 || run.count % kSectorWords != 0) {
      return;
    }
    for (std::uint32_t i = 0; i < run.count; ++i) {
      const Entry tag = plan.tags[run.begin + i];
      if (i % kSectorWords == 0) {
        sectors.push_back({begin / 8 + static_cast<std::ptrdiff_t>(i / kSectorWords),
                           sector_tag(thread_of(tag), size)});
      }
      if (tag != word_of_sector(sectors.back().tag, i % kSectorWords)) {
        return;
      }
    }
  }
  plan.sectors = std::move(sectors);
}

void RaceCheck::build(RacePlan& plan) const {
  struct Touch {
    std::int32_t word;
    unsigned lane;
  };
  std::vector<Touch> touches;
  for (LaneMask rest = request_.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
    for (std::int32_t w = 0; w < lane_words(); ++w) {
      touches.push_back({word_of(lane) + w, lane});
    }
  }
  std::stable_sort(touches.begin(), touches.end(),
                   [](const Touch& a, const Touch& b) { return a.word < b.word; });
  plan.runs.clear();
  plan.tags.clear();
  plan.words.clear();
  plan.shares_words = false;
  for (std::size_t i = 0; i < touches.size(); ++i) {
    const Entry tag = lane_tag(touches[i].lane, 0xf);
    if (i > 0 && touches[i].word == touches[i - 1].word) {
      plan.shares_words = true;
      plan.tags.back() = with_kind(tag, kWarp);
      continue;
    }
    if (i == 0 || touches[i].word != touches[i - 1].word + 1) {
      plan.runs.push_back({touches[i].word, static_cast<std::uint32_t>(plan.tags.size()), 0});
    }
    plan.tags.push_back(tag);
    ++plan.runs.back().count;
  }
  if (plan.runs.size() > kMostRuns && plan.runs.size() * kLeastRun > plan.tags.size()) {
    for (const RacePlan::Run& run : plan.runs) {
      for (std::uint32_t i = 0; i < run.count; ++i) {
        plan.words.push_back(run.offset + static_cast<std::int32_t>(i));
      }
    }
  }
  plan.built = site_.version;
  plan.unit_shift = unit_shift_;
}

}  // namespace warpschool::sim
