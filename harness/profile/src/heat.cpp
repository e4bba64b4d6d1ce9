// How close a kernel comes to the GPU's limits, and which of its lines take most of it.
#include "warpschool/profile/limits.hpp"
#include "warpschool/screen/figures.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <set>
#include <tuple>

namespace warpschool::profile {
namespace {

using screen::figure;

/// The cost of a line in the resource that limits the kernel, and what it is a part of.
struct Cost {
  const char* words;
  std::function<double(const Line&)> of;
};

Cost cost_for(const std::string& limiter) {
  if (limiter == "dram" || limiter == "l2") {
    return {"of the sectors of global memory",
            [](const Line& line) { return line.counter("global_sectors"); }};
  }
  if (limiter == "lsu") {
    return {"of the passes through L1 and shared memory", [](const Line& line) {
              return line.counter("shared_passes") + line.counter("shuffles") +
                     1.25 * line.counter("global_passes");
            }};
  }
  if (limiter == "atomic") {
    return {"of the atomics", [](const Line& line) { return line.counter("atomic_threads"); }};
  }
  if (limiter == "latency") {
    return {"of the time that warps spent until its instructions were issued",
            [](const Line& line) { return line.counter("waited_clk"); }};
  }
  return {"of the issued instructions",
          [](const Line& line) { return line.counter("issue_slots"); }};
}

}  // namespace

/// As docs/TIME_MODEL.md has it: the slowest of the SM's three, and the rest beside it.
double run_time(const Numbers& terms) {
  constexpr double kOverlap = 2.5;
  double sum = std::pow(
      std::max({number(terms, "issue_us"), number(terms, "alu_us"), number(terms, "lsu_us")}),
      kOverlap);
  for (const char* const term : {"l2_us", "dram_us", "atomic_us", "latency_us"}) {
    sum += std::pow(number(terms, term), kOverlap);
  }
  return std::pow(sum, 1 / kOverlap);
}

std::vector<SpeedOfLight> speed_of_light(const Kernel& kernel) {
  const double time = run_time(kernel.longest_terms);
  const auto share = [&](const char* term, double tail) {
    return std::min(1.0, ratio(number(kernel.longest_terms, term), time * tail));
  };
  const double tail = kernel.tail();
  const double issue = share("issue_us", tail), alu = share("alu_us", tail);
  const double lsu = share("lsu_us", tail), l2 = share("l2_us", 1), dram = share("dram_us", 1);
  return {{"Compute (SM) Throughput", std::max(issue, alu),
           kernel.limiter == "issue" || kernel.limiter == "alu"},
          {"Memory Throughput", std::max({lsu, l2, dram}),
           kernel.limiter == "lsu" || kernel.limiter == "l2" || kernel.limiter == "dram"},
          {"Issue Slots Busy", issue, kernel.limiter == "issue"},
          {"Busiest Pipeline", alu, kernel.limiter == "alu"},
          {"L1/TEX Cache Throughput", lsu, kernel.limiter == "lsu"},
          {"L2 Cache Throughput", l2, kernel.limiter == "l2"},
          {"DRAM Throughput", dram, kernel.limiter == "dram"},
          {"Atomics on Global Memory", share("atomic_us", 1), kernel.limiter == "atomic"}};
}

HeatScale heat_of(const Kernel& kernel) {
  const Cost cost = cost_for(kernel.limiter);
  HeatScale heat;
  heat.words = cost.words;
  double sum = 0;
  for (const Line& line : kernel.lines) {
    sum += cost.of(line);
  }
  for (const Line& line : kernel.lines) {
    heat.shares.push_back(ratio(cost.of(line), sum));
  }
  return heat;
}

std::string occupancy_text(const Kernel& kernel) {
  const Occupancy& fit = kernel.occupancy;
  const auto threads = static_cast<double>(kernel.threads_per_block());
  std::string text =
      fmt::format("{:.0f} %: {} block{} of {} threads on an SM", 100 * fit.share, fit.blocks_per_sm,
                  fit.blocks_per_sm == 1 ? "" : "s", figure(threads));
  if (fit.limiter == "shared memory") {
    text += fmt::format(", limited by shared memory ({} bytes a block; its warps would allow {})",
                        figure(static_cast<double>(fit.shared_bytes_per_block)), fit.by_warps);
  } else if (fit.limiter == "registers") {
    text += fmt::format(", limited by registers (about {} a thread; its warps would allow {})",
                        fit.registers_per_thread, fit.by_warps);
  } else if (fit.limiter == "blocks") {
    text += fmt::format(
        ", limited by the most blocks that an SM takes ({}; its warps would allow "
        "{})",
        fit.by_blocks, fit.by_warps);
  } else if (fit.share < 1) {
    text += ", limited by the size of the block: no further block's warps fit";
  }
  return text;
}

std::vector<const Access*> accesses_to_show(const Kernel& kernel, std::size_t most) {
  std::vector<const Access*> all;
  all.reserve(kernel.accesses.size());
  for (const Access& access : kernel.accesses) {
    all.push_back(&access);
  }
  const auto rank = [](const Access* access) {
    return std::tuple(access->wasted() * access->requests, access->cost * access->requests);
  };
  std::stable_sort(all.begin(), all.end(),
                   [&](const Access* a, const Access* b) { return rank(a) > rank(b); });
  std::vector<const Access*> shown;
  for (const Access* const access : all) {
    const bool is_first_of_its_kind =
        std::none_of(shown.begin(), shown.end(),
                     [&](const Access* one) { return one->is_shared == access->is_shared; });
    if (shown.size() < most && (access->wasted() > 0 || is_first_of_its_kind)) {
      shown.push_back(access);
    }
  }
  return shown;
}

std::string access_text(const Access& access) {
  const char* const verb = access.is_atomic ? "update" : access.is_write ? "write" : "read";
  const std::string who =
      access.lanes() == 1 ? "One lane" : fmt::format("{} lanes", access.lanes());
  const std::string of = access.memory.empty() ? "" : " of " + access.memory;
  const std::string begin =
      fmt::format("{} {}{} {} bytes{}{}", who, verb, access.lanes() == 1 ? "s" : "", access.bytes,
                  access.lanes() == 1 ? "" : " each", of);
  if (access.is_shared) {
    return access.wasted() == 0
               ? fmt::format("{}: {} pass{}, no bank conflict.", begin, access.cost,
                             access.cost == 1 ? "" : "es")
               : fmt::format(
                     "{}: {} passes one after the other, where {} would do without bank "
                     "conflicts.",
                     begin, access.cost, access.ideal);
  }
  const double used = 100.0 * access.lanes() * access.bytes / (32.0 * std::max(1, access.cost));
  return access.wasted() == 0
             ? fmt::format("{}: {} sector{} of 32 bytes, no more than they need.", begin,
                           access.cost, access.cost == 1 ? "" : "s")
             : fmt::format("{}: {} sectors of 32 bytes, of which {:.0f} % is used; {} would do.",
                           begin, access.cost, std::min(100.0, used), access.ideal);
}

}  // namespace warpschool::profile
