// Counters and times as text and JSON.
#include "warpschool/sim/counters.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace warpschool::sim {
namespace {

struct IntegerField {
  const char* name;
  std::uint64_t Counters::*member;
};
struct RealField {
  const char* name;
  double Counters::*member;
};

#define WARPSCHOOL_FIELD(name) \
  { #name, &Counters::name }
constexpr std::array kIntegers = std::to_array<IntegerField>({
    IntegerField WARPSCHOOL_FIELD(launches),
    IntegerField WARPSCHOOL_FIELD(blocks),
    IntegerField WARPSCHOOL_FIELD(threads),
    IntegerField WARPSCHOOL_FIELD(warps),
    IntegerField WARPSCHOOL_FIELD(warp_instructions),
    IntegerField WARPSCHOOL_FIELD(thread_instructions),
    IntegerField WARPSCHOOL_FIELD(issue_slots),
    IntegerField WARPSCHOOL_FIELD(int32_issue_slots),
    IntegerField WARPSCHOOL_FIELD(int32_alu_slots),
    IntegerField WARPSCHOOL_FIELD(int32_mad_slots),
    IntegerField WARPSCHOOL_FIELD(fp32_instructions),
    IntegerField WARPSCHOOL_FIELD(fp64_instructions),
    IntegerField WARPSCHOOL_FIELD(int32_instructions),
    IntegerField WARPSCHOOL_FIELD(sfu_instructions),
    IntegerField WARPSCHOOL_FIELD(sfu_slots),
    IntegerField WARPSCHOOL_FIELD(branches),
    IntegerField WARPSCHOOL_FIELD(divergent_branches),
    IntegerField WARPSCHOOL_FIELD(barriers),
    IntegerField WARPSCHOOL_FIELD(shuffles),
    IntegerField WARPSCHOOL_FIELD(votes),
    IntegerField WARPSCHOOL_FIELD(tensor_instructions),
    IntegerField WARPSCHOOL_FIELD(global_load_requests),
    IntegerField WARPSCHOOL_FIELD(global_load_sectors),
    IntegerField WARPSCHOOL_FIELD(global_store_requests),
    IntegerField WARPSCHOOL_FIELD(global_store_sectors),
    IntegerField WARPSCHOOL_FIELD(global_load_threads),
    IntegerField WARPSCHOOL_FIELD(global_store_threads),
    IntegerField WARPSCHOOL_FIELD(global_l1_passes),
    IntegerField WARPSCHOOL_FIELD(local_l1_passes),
    IntegerField WARPSCHOOL_FIELD(local_load_requests),
    IntegerField WARPSCHOOL_FIELD(local_store_requests),
    IntegerField WARPSCHOOL_FIELD(constant_requests),
    IntegerField WARPSCHOOL_FIELD(constant_passes),
    IntegerField WARPSCHOOL_FIELD(constant_requests_by_register),
    IntegerField WARPSCHOOL_FIELD(shared_load_requests),
    IntegerField WARPSCHOOL_FIELD(shared_load_passes),
    IntegerField WARPSCHOOL_FIELD(shared_store_requests),
    IntegerField WARPSCHOOL_FIELD(shared_store_passes),
    IntegerField WARPSCHOOL_FIELD(shared_load_requests_off),
    IntegerField WARPSCHOOL_FIELD(shared_store_requests_off),
    IntegerField WARPSCHOOL_FIELD(shared_load_ideal_passes),
    IntegerField WARPSCHOOL_FIELD(shared_store_ideal_passes),
    IntegerField WARPSCHOOL_FIELD(shared_atomic_requests),
    IntegerField WARPSCHOOL_FIELD(shared_atomic_passes),
    IntegerField WARPSCHOOL_FIELD(most_shared_write_threads),
    IntegerField WARPSCHOOL_FIELD(global_atomic_requests),
    IntegerField WARPSCHOOL_FIELD(global_atomic_threads),
    IntegerField WARPSCHOOL_FIELD(l1_hit_sectors),
    IntegerField WARPSCHOOL_FIELD(l2_sector_slots),
    IntegerField WARPSCHOOL_FIELD(l2_read_lines),
    IntegerField WARPSCHOOL_FIELD(l2_read_sectors),
    IntegerField WARPSCHOOL_FIELD(overtaken_sectors),
    IntegerField WARPSCHOOL_FIELD(dram_bytes),
});
// Sums of clocks add up; block_critical_path_clk is a mean over blocks, and is merged apart as the
// maximum among the integers is.
constexpr std::array kReals = std::to_array<RealField>({
    RealField WARPSCHOOL_FIELD(atomic_slice_clk),
    RealField WARPSCHOOL_FIELD(busiest_warp_instructions),
    RealField WARPSCHOOL_FIELD(mean_warp_instructions),
    RealField WARPSCHOOL_FIELD(block_critical_path_clk),
});
#undef WARPSCHOOL_FIELD

static_assert(sizeof(Counters) == 8 * (kIntegers.size() + kReals.size()),
              "every counter is in a table");

}  // namespace

Counters& Counters::operator+=(const Counters& other) {
  const auto all = static_cast<double>(blocks + other.blocks);
  if (all > 0) {
    block_critical_path_clk = (block_critical_path_clk * static_cast<double>(blocks) +
                               other.block_critical_path_clk * static_cast<double>(other.blocks)) /
                              all;
  }
  const std::uint64_t most = std::max(most_shared_write_threads, other.most_shared_write_threads);
  for (const IntegerField& field : kIntegers) {
    this->*field.member += other.*field.member;
  }
  most_shared_write_threads = most;
  for (const RealField& field : kReals) {
    if (field.member != &Counters::block_critical_path_clk) {
      this->*field.member += other.*field.member;
    }
  }
  return *this;
}

std::string to_json(const Counters& counters) {
  nlohmann::ordered_json json;
  for (const IntegerField& field : kIntegers) {
    json[field.name] = counters.*field.member;
  }
  for (const RealField& field : kReals) {
    json[field.name] = counters.*field.member;
  }
  return json.dump();
}

std::string to_json(const ModelledTime& time) {
  const nlohmann::ordered_json json = {
      {"total_us", time.total_us},     {"start_us", time.start_us},
      {"issue_us", time.issue_us},     {"alu_us", time.alu_us},
      {"lsu_us", time.lsu_us},         {"l2_us", time.l2_us},
      {"dram_us", time.dram_us},       {"atomic_us", time.atomic_us},
      {"latency_us", time.latency_us}, {"blocks_per_sm", time.blocks_per_sm},
      {"occupancy", time.occupancy},   {"occupancy_limiter", time.occupancy_limiter},
      {"limiter", time.limiter}};
  return json.dump();
}

}  // namespace warpschool::sim
