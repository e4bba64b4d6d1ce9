// Logs L2 requests of blocks that run ahead, and replays them in order.
#include "model/traffic_log.hpp"

#include <algorithm>
#include <bit>

namespace warpschool::sim {
namespace {

/// Consecutive sets of L2 in one shard, so that the host's prefetchers see streams: 4 KiB.
constexpr std::uint32_t kShardSets = 64;
constexpr std::size_t kLookBack = 4;  ///< so many last runs of a shard may grow

/// Does a run touch this set? No run goes beyond the last one.
bool covers(const SectorCache& l2, LineRun run, std::uint32_t set) {
  const std::uint32_t begin = l2.set_index(run.first_line());
  const std::uint32_t step = (set - begin) >> run.stride();
  return set >= begin && step <= run.beyond() && step << run.stride() == set - begin;
}

/// Is this the set of the line that would prolong the run? Not behind the last one.
bool is_next_set(const SectorCache& l2, LineRun run, std::uint32_t set) {
  return set == l2.set_index(run.first_line()) + (std::uint64_t{run.beyond() + 1} << run.stride());
}

}  // namespace

void TrafficLog::add_slowly(LineRun request, const SectorCache& l2) {
  const std::uint32_t set = l2.set_index(request.first_line());
  const unsigned shard = set / kShardSets % kShards;
  const std::size_t before = lines[shard].size();
  const std::size_t index = put(request, shard, set, l2);
  if (index < before) {  // most runs of one line stay so
    open(shard, index, set, l2);
  }
}

/// Adds a line to one of the last runs, if only runs that know nothing of its set came since: the
/// order within a set is what counts. Kernels take turns between a few rows of lines. Returns the
/// run's index.
std::size_t TrafficLog::put(LineRun request, unsigned shard, std::uint32_t set,
                            const SectorCache& l2) {
  std::vector<LineRun>& runs = lines[shard];
  const std::size_t oldest =
      std::max(closed_[shard], runs.size() - std::min(runs.size(), kLookBack));
  for (std::size_t i = runs.size(); i-- > oldest;) {
    // No run goes beyond the last set: then where it begins and its length say what it touches.
    if (request == runs[i].next() && runs[i].beyond() < LineRun::kMostBeyond &&
        is_next_set(l2, runs[i], set)) {
      const auto between = runs.begin() + static_cast<std::ptrdiff_t>(i) + 1;
      if (std::none_of(between, runs.end(), [&](LineRun run) { return covers(l2, run, set); })) {
        runs[i].prolong();
        return i;
      }
      break;
    }
  }
  if (spread_last(request, shard, set, l2)) {
    return runs.size() - 1;
  }
  runs.push_back(request);
  return runs.size() - 1;
}

/// Makes one run of the last lines of a shard and this one, if they lie at equal distances, a power
/// of two: as those of loops whose threads go on by the size of the grid.
bool TrafficLog::spread_last(LineRun request, unsigned shard, std::uint32_t set,
                             const SectorCache& l2) {
  std::vector<LineRun>& runs = lines[shard];
  if (runs.size() - closed_[shard] < kLookBack) {
    return false;
  }
  const std::uint64_t step = runs.back().lines_to(request);
  if (step < 2 || !std::has_single_bit(step) || runs.back().beyond() != 0) {
    return false;
  }
  const std::size_t first = runs.size() - kLookBack;
  for (std::size_t i = first; i + 1 < runs.size(); ++i) {
    if (runs[i].lines_to(runs[i + 1]) != step || runs[i].beyond() != 0) {
      return false;
    }
  }
  if (set != l2.set_index(runs[first].first_line()) + kLookBack * step) {
    return false;
  }
  runs.resize(first + 1);
  runs[first].spread(static_cast<unsigned>(std::countr_zero(step)), kLookBack + 1);
  for (OpenRun& run : open_) {  // what they know of later runs of the shard is not so any more
    run.left = run.shard == shard ? 0 : run.left;
  }
  return true;
}

/// Remembers the run whose last line has this set: as far as later runs of its shard are about
/// other sets now and ever, it may grow without another look.
void TrafficLog::open(unsigned shard, std::size_t index, std::uint32_t set, const SectorCache& l2) {
  const std::vector<LineRun>& runs = lines[shard];
  auto place = std::find_if(open_.begin(), open_.end(), [&](const OpenRun& run) {
    return run.shard == shard && run.index == index;
  });
  if (place == open_.end()) {
    place = open_.begin() + static_cast<std::ptrdiff_t>(oldest_);
    oldest_ = (oldest_ + 1) % static_cast<unsigned>(open_.size());
  }
  const unsigned stride = runs[index].stride();
  const auto meets = [&](LineRun run) {
    return stride != 0 || run.stride() != 0 ||
           l2.set_index(run.first_line()) / kShardSets == set / kShardSets;
  };
  const auto later = runs.begin() + static_cast<std::ptrdiff_t>(index) + 1;
  // A run stays among the consecutive sets of its shard where it began; one with a stride goes from
  // one shard to another, if not by as many sets as all shards have in turn.
  const bool stays = std::uint64_t{1} << stride >= std::uint64_t{kShardSets} * kShards;
  const std::uint32_t last =
      stays ? l2.sets() - 1 : std::min(l2.sets() - 1, (set / kShardSets + 1) * kShardSets - 1);
  const unsigned left =
      std::min((last - set) >> stride, LineRun::kMostBeyond - runs[index].beyond());
  *place = {runs[index].next(), shard, index, runs.size(),
            std::any_of(later, runs.end(), meets) ? 0 : left};
}

void TrafficLog::clear() {
  for (std::vector<LineRun>& shard : lines) {
    shard.clear();
  }
  float_sectors.clear();
  sm_misses.clear();
  requests = 0;
  closed_.fill(0);
  open_.fill({});
}

void TrafficLog::close_runs() {
  for (unsigned shard = 0; shard < kShards; ++shard) {
    closed_[shard] = lines[shard].size();
  }
  open_.fill({});
}

std::uint64_t TrafficLog::size_bytes() const {
  std::size_t words = float_sectors.size() + sm_misses.size();
  for (const std::vector<LineRun>& shard : lines) {
    words += shard.size();
  }
  return words * sizeof(std::uint64_t);
}

}  // namespace warpschool::sim
