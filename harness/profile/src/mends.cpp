// Looks for the mistake that costs most. The marks are set so that the course's model answers and
// variants get none of these, and its slow near misses theirs (tests/mistakes).
#include "warpschool/profile/mends.hpp"

#include "limit_texts.hpp"
#include "warpschool/screen/figures.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace warpschool::profile {
namespace {

using screen::figure;
using screen::time_text;
using Mend = std::optional<Limit>;

constexpr double kMostOfTime = 0.6;       // less than that is not what the call waits for
constexpr double kFewOfTheSms = 1.0 / 8;  // a grid that leaves more of them idle is too small
constexpr double kApart = 17;      // sectors a request: 16 bytes a lane, side by side, need 16
constexpr double kRatherMany = 8;  // where nearly all of them hit the L1 cache
constexpr double kNearlyAll = 0.9;
constexpr double kLanesApart = 2;   // passes a request to constant memory
constexpr double kManyLocal = 0.1;  // of the instructions
constexpr double kReadAgain = 4;    // bytes that loads ask for over those that come from memory
constexpr double kOverlap = 1.2;    // below it nothing ran beside anything else

std::string blocks_text(double blocks) {
  return fmt::format("{} block{}", figure(blocks), blocks == 1 ? "" : "s");
}

Mend few_blocks(const Kernel& kernel, double share) {
  const auto blocks = static_cast<double>(kernel.blocks());
  if (kernel.sm_count == 0 || blocks >= share * kernel.sm_count) {
    return std::nullopt;
  }
  return Limit{fmt::format("The grid of {} has {} for {} SMs: most of them have nothing to do.",
                           kernel.name, blocks_text(blocks), kernel.sm_count),
               "Launch more blocks, and let each take a part of the work."};
}

Mend atomics(const Kernel& kernel) {
  if (kernel.limiter != "atomic") {
    return std::nullopt;
  }
  Limit limit = atomic_limit(kernel);
  limit.shown.erase(0, limit.shown.find(": ") + 2);  // "limited by atomics: "
  return limit;
}

Mend constants_apart(const Kernel& kernel) {
  const double passes =
      ratio(kernel.counter("constant_passes"), kernel.counter("constant_requests"));
  if (kernel.limiter != "lsu" || passes < kLanesApart) {
    return std::nullopt;
  }
  return Limit{
      fmt::format("A request of a warp to constant memory takes {} passes: one for each "
                  "different address.",
                  figure(passes)),
      "Let all lanes of a warp read the same constant at a time: the index must not depend "
      "on the thread."};
}

Mend local_memory(const Kernel& kernel) {
  const double requests =
      kernel.counter("local_load_requests") + kernel.counter("local_store_requests");
  if (requests < kManyLocal * kernel.counter("warp_instructions")) {
    return std::nullopt;
  }
  return Limit{fmt::format("{} requests go to local memory: an array of a thread lies there, and "
                           "not in registers.",
                           figure(requests)),
               "Use only indices that are known when the program is compiled: loops of fixed "
               "length with #pragma unroll."};
}

/// Sectors a request of the worse of loads and stores.
double sectors_apart(const Kernel& kernel) {
  return std::max(
      ratio(kernel.counter("global_load_sectors"), kernel.counter("global_load_requests")),
      ratio(kernel.counter("global_store_sectors"), kernel.counter("global_store_requests")));
}

Mend scattered(const Kernel& kernel) {
  const double sectors = sectors_apart(kernel);
  const bool hits =
      kernel.counter("l1_hit_sectors") > kNearlyAll * kernel.counter("global_load_sectors");
  const bool waits_for_it = kernel.limiter == "dram" || kernel.limiter == "l2" ||
                            kernel.limiter == "lsu" || kernel.limiter == "latency";
  const bool costs_much =
      sectors > kApart || (sectors > kRatherMany && hits && kernel.limiter == "lsu");
  if (!waits_for_it || !costs_much) {
    return std::nullopt;
  }
  return Limit{fmt::format("A request of a warp to global memory touches {} sectors of 32 bytes; 4 "
                           "would do for floats that lie side by side.",
                           figure(sectors)),
               "Let neighbouring threads use neighbouring elements; where the order of the work "
               "does not allow it, go through a tile in shared memory."};
}

Mend bank_conflicts(const Kernel& kernel) {
  return kernel.limiter == "lsu" && has_conflicts(kernel) ? Mend(conflicts(kernel, ""))
                                                          : std::nullopt;
}

Mend idle_lanes(const Kernel& kernel) {
  const bool computes = kernel.limiter == "issue" || kernel.limiter == "alu";
  if (!computes || kernel.active_threads() >= kFewThreads) {
    return std::nullopt;
  }
  return Limit{fmt::format("Only {} of the 32 threads of a warp are active in the mean.",
                           figure(kernel.active_threads())),
               "Let whole warps take the same branch: choose by the warp, not by the lane."};
}

Mend few_warps(const Kernel& kernel) {
  if (kernel.limiter != "latency") {
    return std::nullopt;
  }
  if (Mend mend = few_blocks(kernel, 1)) {
    return mend;
  }
  if (kernel.occupancy.share >= 0.5) {
    return std::nullopt;
  }
  return Limit{fmt::format("Warps wait for memory, and there are few others to go on with: an SM "
                           "holds {:.0f} % of the warps that it could.",
                           100 * kernel.occupancy.share),
               "Larger blocks, or less shared memory for each, let more warps run at once."};
}

Mend read_again(const Kernel& kernel) {
  const double asked = 32 * kernel.counter("global_load_sectors");
  const double moved = kernel.counter("dram_bytes");
  const bool waits_for_it = kernel.limiter == "l2" || kernel.limiter == "lsu";
  if (!waits_for_it || moved <= 0 || asked < kReadAgain * moved) {
    return std::nullopt;
  }
  return Limit{fmt::format("Its loads ask for {} times as many bytes as there are: the same ones "
                           "are read again and again.",
                           figure(asked / moved)),
               "Keep what several threads use in shared memory, and what one thread uses again in "
               "registers."};
}

Mend of_kernel(const Kernel& kernel) {
  if (Mend mend = few_blocks(kernel, kFewOfTheSms)) {
    return mend;
  }
  for (const auto& look : {atomics, constants_apart, local_memory, scattered, bank_conflicts,
                           idle_lanes, few_warps, read_again}) {
    if (Mend mend = look(kernel)) {
      return mend;
    }
  }
  return std::nullopt;
}

/// Many small launches: what each costs before it begins is most of the time.
Mend many_launches(const Report& report, double timed_us) {
  double starts_us = 0;
  std::size_t launches = 0;
  for (const Kernel& kernel : report.kernels) {
    starts_us += number(kernel.terms, "start_us");
    launches += kernel.launches;
  }
  constexpr std::size_t kMany = 4;
  if (launches < kMany || starts_us < kMostOfTime * timed_us) {
    return std::nullopt;
  }
  return Limit{fmt::format("{} launches go by before they begin for {} of {}.", launches,
                           time_text(starts_us), time_text(timed_us)),
               "A launch costs some microseconds, however little it does. Does the host wait "
               "between launches (cudaDeviceSynchronize), or are there more of them than the work "
               "needs?"};
}

/// How long the pieces of work from the first kernel's neighbours on take together, and in fact.
struct Spans {
  double added_us = 0, passed_us = 0, copied_us = 0;
  std::set<std::uint64_t> streams;
};

Spans spans_of(const Report& report) {
  Spans spans;
  double end_us = 0;
  std::vector<Work> works = report.timeline;
  std::sort(works.begin(), works.end(),
            [](const Work& a, const Work& b) { return a.begin_us < b.begin_us; });
  for (const Work& work : works) {
    const double took_us = work.end_us - work.begin_us;
    spans.added_us += took_us;
    spans.passed_us += std::max(0.0, work.end_us - std::max(work.begin_us, end_us));
    spans.copied_us += work.what == "kernel" ? 0 : took_us;
    end_us = std::max(end_us, work.end_us);
    spans.streams.insert(work.stream);
  }
  return spans;
}

/// The call waits for copies. Beside several kernels they could run at the same time.
Mend copies(const Report& report, double kernels_us, double timed_us) {
  const Spans spans = spans_of(report);
  if (spans.copied_us < kMostOfTime * (timed_us - kernels_us)) {
    return std::nullopt;
  }
  std::size_t launches = 0;
  for (const Kernel& kernel : report.kernels) {
    launches += kernel.launches;
  }
  const std::string shown =
      fmt::format("Kernels run for {} of the {}; the rest goes by with copies",
                  time_text(kernels_us), time_text(timed_us));
  if (launches < 2) {
    return Limit{shown + ".", "Copy less: only what the kernel needs, and only once."};
  }
  if (ratio(spans.added_us, spans.passed_us) > kOverlap) {
    return std::nullopt;
  }
  const std::string one_by_one = shown + ", and nothing runs beside anything else";
  if (spans.streams.size() < 2) {
    return Limit{one_by_one + ": all of it is in one stream.",
                 "Give the parts of the work streams of their own, so that one is copied while "
                 "another is computed."};
  }
  return Limit{
      one_by_one + fmt::format(", though there are {} streams.", spans.streams.size()),
      "Use cudaMemcpyAsync on pinned memory, each part in its stream, and wait once, behind "
      "all parts: pageable memory, cudaMemcpy and waits in between let nothing overlap."};
}

}  // namespace

std::optional<Limit> mend_of(const Report& report, double timed_us) {
  double kernels_us = 0;
  for (const Kernel& kernel : report.kernels) {
    kernels_us += kernel.time_us;
  }
  if (report.kernels.empty() || timed_us <= 0) {
    return std::nullopt;
  }
  if (Mend mend = many_launches(report, timed_us)) {
    return mend;
  }
  const Kernel& longest = report.kernels.front();
  if (kernels_us < kMostOfTime * timed_us) {
    return copies(report, kernels_us, timed_us);
  }
  Mend mend = of_kernel(longest);
  if (mend && report.kernels.size() > 1) {
    mend->shown = fmt::format("{} takes {} of {}. {}", longest.name, time_text(longest.time_us),
                              time_text(timed_us), mend->shown);
  }
  return mend;
}

}  // namespace warpschool::profile
