// Says what limits a kernel, and what its author could try. Nothing is suggested that the kernel
// does already: each piece of advice stands behind the number that calls for it.
#include "warpschool/profile/limits.hpp"

#include "limit_texts.hpp"
#include "warpschool/screen/figures.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <functional>

namespace warpschool::profile {
namespace {

using screen::figure;
using screen::time_text;

constexpr double kMuchWaste = 1.25;     // sectors over those of lanes side by side
constexpr double kManySectors = 5;      // a request, where no lines are known
constexpr double kManyConflicts = 0.1;  // of the passes
constexpr double kPart = 0.3;           // of a sum: worth a word

double sum_of(const Kernel& kernel, const char* name) {
  double sum = 0;
  for (const Line& line : kernel.lines) {
    sum += line.counter(name);
  }
  return sum;
}

/// The line with the most of something; nullptr: none has any.
const Line* line_with_most(const Kernel& kernel, const std::function<double(const Line&)>& cost) {
  const Line* most = nullptr;
  for (const Line& line : kernel.lines) {
    if (cost(line) > 0 && (most == nullptr || cost(line) > cost(*most))) {
      most = &line;
    }
  }
  return most;
}

double wasted_sectors(const Line& line) {
  return line.counter("global_sectors") - line.counter("global_ideal_sectors");
}

bool is_scattered(const Kernel& kernel) {
  if (kernel.lines.empty()) {
    return kernel.sectors_per_request() > kManySectors;
  }
  return sum_of(kernel, "global_sectors") > kMuchWaste * sum_of(kernel, "global_ideal_sectors");
}

Limit scattered(const Kernel& kernel, const std::string& begin) {
  const Line* const line = line_with_most(kernel, wasted_sectors);
  if (line == nullptr) {
    return {begin + fmt::format("a request of a warp touches {} sectors of 32 bytes in the mean.",
                                figure(kernel.sectors_per_request())),
            "Let neighbouring threads use neighbouring elements."};
  }
  const double requests = line->global_requests();
  return {begin + fmt::format("a request of a warp at {} touches {} sectors of 32 bytes; {} would "
                              "do if the lanes' elements lay side by side.",
                              place_text(line->file, line->line),
                              figure(ratio(line->counter("global_sectors"), requests)),
                              figure(ratio(line->counter("global_ideal_sectors"), requests))),
          "Let neighbouring threads use neighbouring elements there; where the order of the work "
          "does not allow it, go through a tile in shared memory."};
}

}  // namespace

bool has_conflicts(const Kernel& kernel) {
  return kernel.bank_conflicts() > kManyConflicts * kernel.shared_passes();
}

Limit conflicts(const Kernel& kernel, const std::string& begin) {
  const Line* const line =
      line_with_most(kernel, [](const Line& one) { return one.bank_conflicts(); });
  const std::string where =
      line == nullptr
          ? ""
          : fmt::format(
                " At {} a request takes {} passes.", place_text(line->file, line->line),
                figure(ratio(line->counter("shared_passes"), line->counter("shared_requests"))));
  return {begin +
              fmt::format("{} of {} passes through shared memory are bank conflicts.",
                          figure(kernel.bank_conflicts()), figure(kernel.shared_passes())) +
              where,
          "Let the lanes of a warp use different banks (4-byte words whose index differs modulo "
          "32): pad the rows of the array by one element, or change which lane takes which "
          "element."};
}

namespace {

Limit dram_limit(const Kernel& kernel) {
  if (is_scattered(kernel)) {
    return scattered(kernel, "limited by DRAM: ");
  }
  const double share =
      ratio(number(kernel.longest_terms, "dram_us"), run_time(kernel.longest_terms));
  const std::string shown = fmt::format(
      "limited by DRAM: {} bytes moved in {}, {:.0f} % of what it can move while the kernel "
      "runs.",
      figure(kernel.counter("dram_bytes")), time_text(kernel.time_us), 100 * share);
  const double asked =
      32 * (kernel.counter("global_load_sectors") + kernel.counter("global_store_sectors"));
  if (kernel.counter("dram_bytes") < 0.6 * asked) {
    return {shown,
            "Caches serve a part of its requests already. What is left: smaller types, or "
            "keeping in registers or shared memory what is used again later."};
  }
  return {shown,
          "Its requests waste nothing, so that it is as fast as its bytes allow: only fewer bytes "
          "help, by smaller types or by doing the next step's work on the same values."};
}

Limit l2_limit(const Kernel& kernel) {
  if (is_scattered(kernel)) {
    return scattered(kernel, "limited by the L2 cache: ");
  }
  const double slots = kernel.counter("l2_sector_slots");
  const double fetched = kernel.counter("global_load_sectors") - kernel.counter("l1_hit_sectors");
  // A sector written in part takes two or three times what a whole one does (Counters).
  const double partial = (slots - fetched - kernel.counter("global_store_sectors")) / 2;
  const std::string shown = fmt::format(
      "limited by the L2 cache: it does the work of {} sectors of 32 bytes "
      "in {}.",
      figure(slots), time_text(kernel.time_us));
  if (partial > kPart * kernel.counter("global_store_sectors")) {
    return {shown, fmt::format("At least {} sectors are written in part, which costs two or three "
                               "times as much: let a warp write whole sectors.",
                               figure(partial))};
  }
  return {shown,
          "Its requests waste nothing: what is read more than once could stay in registers "
          "or shared memory."};
}

/// The most bytes that a lane asks for at once.
int widest(const Kernel& kernel) {
  int bytes = 0;
  for (const Access& access : kernel.accesses) {
    bytes = std::max(bytes, access.bytes);
  }
  return bytes;
}

Limit lsu_limit(const Kernel& kernel) {
  const std::string begin = "limited by the path to L1 and shared memory: ";
  if (has_conflicts(kernel)) {
    return conflicts(kernel, begin);
  }
  if (is_scattered(kernel)) {
    return scattered(kernel, begin);
  }
  const double shared = kernel.counter("shared_load_requests") +
                        kernel.counter("shared_store_requests") +
                        kernel.counter("shared_atomic_requests");
  const double instructions = kernel.counter("warp_instructions");
  const std::string wider =
      widest(kernel) < 16 ? ", and loads of several elements at once (float4)" : "";
  return {begin + fmt::format("{} global and {} shared requests and {} shuffles among its {} "
                              "instructions.",
                              figure(kernel.global_requests()), figure(shared),
                              figure(kernel.counter("shuffles")), figure(instructions)),
          "More work for each value that is loaded: keep several results of a thread in "
          "registers" +
              wider + "."};
}

std::string cheaper_instructions(const Kernel& kernel) {
  const double all = kernel.counter("warp_instructions");
  std::string tried;
  const auto add = [&tried](const std::string& words) {
    tried += (tried.empty() ? "" : " ") + words;
  };
  if (kernel.counter("fp64_instructions") > 0.05 * all) {
    add(
        fmt::format("{} of its instructions compute in double: float is faster, if it is exact "
                    "enough.",
                    figure(kernel.counter("fp64_instructions"))));
  }
  if (kernel.counter("sfu_instructions") > 0.05 * all) {
    add(fmt::format("{} are special functions (division, root, sine): cheaper ones, or fewer.",
                    figure(kernel.counter("sfu_instructions"))));
  }
  if (kernel.counter("int32_instructions") > kPart * all) {
    add(
        fmt::format("{} compute with integers: less index arithmetic, as by pointers that move on "
                    "instead of indices that are computed anew.",
                    figure(kernel.counter("int32_instructions"))));
  }
  return tried.empty() ? "They compute what is asked: only another way with fewer operations helps."
                       : tried;
}

Limit instruction_limit(const Kernel& kernel) {
  const std::string begin = "limited by its instructions: ";
  if (kernel.active_threads() < kFewThreads) {
    const Line* const line =
        line_with_most(kernel, [](const Line& one) { return one.counter("divergent_branches"); });
    const double threads = static_cast<double>(kernel.threads_per_block());
    const std::string where =
        line != nullptr
            ? fmt::format(" {} of {} branches at {} divide their warp.",
                          figure(line->counter("divergent_branches")),
                          figure(line->counter("branches")), place_text(line->file, line->line))
            : "";
    const std::string tried =
        line == nullptr && std::fmod(threads, 32) != 0
            ? fmt::format(
                  "A block of {} threads leaves lanes of its last warp empty: multiples "
                  "of 32.",
                  figure(threads))
            : "Let whole warps take the same branch: choose by the warp, not by the lane.";
    return {begin +
                fmt::format("only {} of the 32 threads of a warp are active in the mean.",
                            figure(kernel.active_threads())) +
                where,
            tried};
  }
  return {begin + fmt::format("{} a thread, {} in all.",
                              figure(ratio(kernel.counter("thread_instructions"),
                                           kernel.counter("threads"))),
                              figure(kernel.counter("thread_instructions"))),
          cheaper_instructions(kernel)};
}

const Line* longest_wait(const Kernel& kernel, double& share) {
  const Line* const line =
      line_with_most(kernel, [](const Line& one) { return one.counter("waited_clk"); });
  share = line == nullptr ? 0 : ratio(line->counter("waited_clk"), sum_of(kernel, "waited_clk"));
  return line;
}

Limit latency_limit(const Kernel& kernel) {
  const double clocks =
      ratio(kernel.counter("block_critical_path_clk"), static_cast<double>(kernel.launches));
  double share = 0;
  const Line* const line = longest_wait(kernel, share);
  std::string shown = fmt::format(
      "limited by waiting: a block takes {} clock{} from its first to its last "
      "instruction",
      figure(clocks), clocks == 1 ? "" : "s");
  shown += line == nullptr ? "."
                           : fmt::format(
                                 ", and {:.0f} % of its warps' time goes by before what "
                                 "stands at {} is issued.",
                                 100 * share, place_text(line->file, line->line));
  std::string tried;
  const auto add = [&tried](const std::string& words) {
    tried += (tried.empty() ? "" : " ") + words;
  };
  const auto blocks = static_cast<double>(kernel.blocks());
  if (kernel.sm_count > 0 && blocks < kernel.sm_count) {
    add(fmt::format("The grid has {} block{} for {} SMs: more blocks, if there is more work.",
                    figure(blocks), blocks == 1 ? "" : "s", kernel.sm_count));
  } else if (kernel.occupancy.share < 0.5) {
    add(fmt::format("Occupancy is {}: more warps at once hide more of it.",
                    occupancy_text(kernel)));
  }
  if (kernel.counter("barriers") > 2 * kernel.counter("warps")) {
    add(fmt::format("Each warp comes to {} barriers: fewer of them.",
                    figure(ratio(kernel.counter("barriers"), kernel.counter("warps")))));
  }
  if (tried.empty()) {
    tried =
        "Loads that do not depend on each other, issued before the first of them is used, wait "
        "together: let a thread work on several elements.";
  }
  return {shown, tried};
}

}  // namespace

Limit atomic_limit(const Kernel& kernel) {
  const double lanes = kernel.counter("global_atomic_threads");
  const double requests = kernel.counter("global_atomic_requests");
  const double blocks = kernel.counter("blocks");
  const std::string shown = fmt::format(
      "limited by atomics: {} atomics of threads in {} requests of warps wait for each "
      "other.",
      figure(lanes), figure(requests));
  if (lanes > 1.5 * requests) {
    return {shown,
            "Add up within the warp (shuffles) or within the block (shared memory) first: "
            "one atomic each."};
  }
  if (lanes > 2 * blocks) {
    return {shown, fmt::format("A warp has one already, and a block {}: add up within the block "
                               "first, one atomic each.",
                               figure(ratio(lanes, blocks)))};
  }
  return {shown,
          "There is one a block: more work for each block, so that there are fewer of them."};
}

std::string place_text(const std::string& file, int line) {
  const std::size_t slash = file.rfind('/');
  const std::string name = slash == std::string::npos ? file : file.substr(slash + 1);
  return name.empty() ? fmt::format("line {}", line) : fmt::format("{}:{}", name, line);
}

namespace {

/// What holds beside the limit: SMs without work, and a launch that takes longer than its kernel.
Limit with_remarks(const Kernel& kernel, Limit limit) {
  const auto blocks = static_cast<double>(kernel.blocks());
  const bool is_of_sms =
      kernel.limiter == "issue" || kernel.limiter == "alu" || kernel.limiter == "lsu";
  if (is_of_sms && kernel.sm_count > 0 && blocks < kernel.sm_count) {
    limit.tried +=
        fmt::format(" The grid has {} block{} for {} SMs: more blocks, if there is more work.",
                    figure(blocks), blocks == 1 ? "" : "s", kernel.sm_count);
  }
  const bool is_counted = kernel.counters.count("global_store_requests") != 0;
  if (is_counted && kernel.counter("global_store_requests") == 0 &&
      kernel.counter("global_atomic_requests") == 0) {
    limit.shown += " No thread writes to global memory.";
  }
  const double start_us = kernel.longest_us - run_time(kernel.longest_terms);
  if (kernel.limiter != "launch" && !kernel.longest_terms.empty() &&
      start_us > kernel.longest_us / 2) {
    limit.shown += fmt::format(" Of the {} of a launch {} go by before it begins.",
                               time_text(kernel.longest_us), time_text(start_us));
  }
  return limit;
}

Limit limit_by_resource(const Kernel& kernel) {
  if (kernel.limiter == "dram") {
    return dram_limit(kernel);
  }
  if (kernel.limiter == "l2") {
    return l2_limit(kernel);
  }
  if (kernel.limiter == "lsu") {
    return lsu_limit(kernel);
  }
  if (kernel.limiter == "latency") {
    return latency_limit(kernel);
  }
  if (kernel.limiter == "atomic") {
    return atomic_limit(kernel);
  }
  return kernel.limiter == "launch" ? Limit{"limited by the launch itself: it does nothing.", ""}
                                    : instruction_limit(kernel);
}

}  // namespace

Limit limit_of(const Kernel& kernel) {
  return with_remarks(kernel, limit_by_resource(kernel));
}

}  // namespace warpschool::profile
