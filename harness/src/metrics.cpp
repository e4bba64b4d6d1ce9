// Computes a counter metric by name.
#include "warpschool/harness/metrics.hpp"

#include <cmath>
#include <limits>

namespace warpschool::harness {
namespace {

double get(const CounterValues& counters, const char* name) {
  const auto found = counters.find(name);
  return found == counters.end() ? 0 : found->second;
}

double ratio(double part, double whole) {
  return whole == 0 ? std::numeric_limits<double>::quiet_NaN() : part / whole;
}

struct Formula {
  Metric metric;
  double (*value)(const CounterValues&);
};

using C = const CounterValues&;

constexpr const char* kHelpForBarriers =
    "A barrier is needed between a write and another thread's read only; where both are lanes of "
    "one warp, __syncwarp() does, which is no barrier of the block.";

double shared_requests(C c) {
  return get(c, "shared_load_requests") + get(c, "shared_store_requests") +
         get(c, "shared_atomic_requests");
}

/// What a warp touches in memory.
std::vector<Formula> formulas_of_memory() {
  return {
      {{"sectors_per_request", "32-byte sectors that one warp's global load or store touches",
        "Neighbouring threads should use neighbouring elements: 4-byte elements then need 4 "
        "sectors a request."},
       [](C c) {
         return ratio(get(c, "global_load_sectors") + get(c, "global_store_sectors"),
                      get(c, "global_load_requests") + get(c, "global_store_requests"));
       }},
      {{"sectors_per_load", "32-byte sectors that one warp's global load touches",
        "Neighbouring threads should read neighbouring elements."},
       [](C c) { return ratio(get(c, "global_load_sectors"), get(c, "global_load_requests")); }},
      {{"sectors_per_store", "32-byte sectors that one warp's global store touches",
        "Neighbouring threads should write neighbouring elements."},
       [](C c) { return ratio(get(c, "global_store_sectors"), get(c, "global_store_requests")); }},
      {{"shared_bank_conflicts",
        "extra passes over shared memory because lanes of a warp used different words of one bank",
        "Which word does each lane of a warp use? Two lanes conflict when the words differ by a "
        "multiple of 32.",
        false},
       [](C c) {
         return get(c, "shared_load_passes") + get(c, "shared_store_passes") +
                get(c, "shared_atomic_passes") - get(c, "shared_load_ideal_passes") -
                get(c, "shared_store_ideal_passes") - get(c, "shared_atomic_requests");
       }},
      {{"shared_conflict_ratio",
        "passes over shared memory for each pass that would do without bank conflicts",
        "Which word does each lane of a warp use? Two lanes conflict when the words differ by a "
        "multiple of 32."},
       [](C c) {
         return ratio(get(c, "shared_load_passes") + get(c, "shared_store_passes"),
                      get(c, "shared_load_ideal_passes") + get(c, "shared_store_ideal_passes"));
       }},
      {{"shared_requests", "times that warps used shared memory",
        "Values that lanes of one warp exchange need no shared memory.", false},
       &shared_requests},
      {{"shared_requests_per_warp", "times that a warp used shared memory",
        "Values that lanes of one warp exchange need no shared memory."},
       [](C c) { return ratio(shared_requests(c), get(c, "warps")); }},
      {{"shared_store_requests", "times that warps stored to shared memory",
        "Does every step store to shared memory, and do all lanes take part in it?", false},
       [](C c) { return get(c, "shared_store_requests"); }},
      {{"shared_writes_of_a_block",
        "stores and atomics to shared memory of the block that has most, counted by threads",
        "Values that lanes of one warp exchange need no shared memory."},
       [](C c) { return get(c, "most_shared_write_threads"); }},
      {{"global_atomic_threads", "atomic operations on global memory, counted by threads",
        "Combine inside the block first; then one thread adds.", false},
       [](C c) { return get(c, "global_atomic_threads"); }},
      {{"global_atomics_per_block",
        "atomic operations on global memory a block, counted by threads",
        "Combine inside the block first; then one thread adds."},
       [](C c) { return ratio(get(c, "global_atomic_threads"), get(c, "blocks")); }},
      {{"global_loads_per_thread", "elements that a thread reads from global memory",
        "What several threads of a block need can be read once and shared."},
       [](C c) { return ratio(get(c, "global_load_threads"), get(c, "threads")); }},
      {{"constant_passes_per_request",
        "passes through the constant cache for one request of a warp: its distinct addresses",
        "Constant memory is for values that all lanes read together: let the index not depend on "
        "the thread."},
       [](C c) { return ratio(get(c, "constant_passes"), get(c, "constant_requests")); }}};
}

/// What the lanes of a warp do, and what they wait for.
std::vector<Formula> formulas_of_lanes() {
  return {{{"shuffles_per_warp", "shuffles that a warp executed",
            "__shfl_down_sync and its kin move values between registers of a warp."},
           [](C c) { return ratio(get(c, "shuffles"), get(c, "warps")); }},
          {{"divergent_branches", "branches at which lanes of one warp went different ways",
            "Let whole warps, not single lanes, decide.", false},
           [](C c) { return get(c, "divergent_branches"); }},
          {{"divergent_branch_ratio",
            "share of branches at which lanes of one warp went different ways",
            "Let whole warps, not single lanes, decide."},
           [](C c) { return ratio(get(c, "divergent_branches"), get(c, "branches")); }},
          {{"barriers", "times that warps waited at a barrier", kHelpForBarriers, false},
           [](C c) { return get(c, "barriers"); }},
          {{"barriers_per_warp", "barriers that a warp waited at", kHelpForBarriers},
           [](C c) { return ratio(get(c, "barriers"), get(c, "warps")); }},
          {{"warp_imbalance",
            "instructions of a block's busiest warp for each that its warps execute on average",
            "Let all warps of a block do as much: the others wait for the busiest one."},
           [](C c) {
             return ratio(get(c, "busiest_warp_instructions"), get(c, "mean_warp_instructions"));
           }},
          {{"thread_efficiency", "lanes that worked, of 32, averaged over the instructions",
            "Idle lanes come from divergence and from partial warps."},
           [](C c) { return ratio(get(c, "thread_instructions"), get(c, "warp_instructions")); }}};
}

const std::vector<Formula>& formulas() {
  static const std::vector<Formula> kFormulas = [] {
    std::vector<Formula> all = formulas_of_memory();
    const std::vector<Formula> lanes = formulas_of_lanes();
    all.insert(all.end(), lanes.begin(), lanes.end());
    return all;
  }();
  return kFormulas;
}

}  // namespace

const std::vector<Metric>& metrics() {
  static const std::vector<Metric> kMetrics = [] {
    std::vector<Metric> all;
    for (const Formula& formula : formulas()) {
      all.push_back(formula.metric);
    }
    for (const Metric& metric :
         {Metric{"launches", "kernel launches", "Does each launch do enough?", false},
          Metric{"host_to_device_copies", "copies from the host to the device",
                 "What is on the device already need not be copied again.", false},
          Metric{"device_to_host_copies", "copies from the device to the host",
                 "Only results need to come back.", false},
          Metric{"copied_bytes", "bytes copied between host and device", "Copy what is needed.",
                 false},
          Metric{"waits", "times that the host waited for the device within the call",
                 "What waits? Synchronisations do, and so do copies and frees that return when all "
                 "is done: those of a stream, cudaMemcpyAsync and cudaFreeAsync, do not.",
                 false},
          Metric{"leaked_allocations", "allocations that were not released",
                 "Each cudaMalloc needs its cudaFree and each texture object its "
                 "cudaDestroyTextureObject, "
                 "also where the function returns early.",
                 false},
          Metric{"managed_allocations", "calls that allocated managed memory",
                 "cudaMallocManaged makes managed memory; a __managed__ variable is there without "
                 "a call.",
                 false},
          Metric{"pinned_allocations", "calls that allocated pinned memory",
                 "cudaMallocHost and cudaHostAlloc make pinned memory: is that what is asked for?",
                 false},
          Metric{"overlap",
                 "time of copies and kernels added up, over the time in which any of them ran",
                 "Copies and kernels overlap in different streams, none of them the default one, "
                 "with pinned memory and without a wait between them.",
                 false},
          Metric{"default_stream_kernels", "kernels launched in the default stream",
                 "A launch that names no stream goes to the default one: give each its stream, the "
                 "fourth of <<<grid, block, bytes, stream>>>.",
                 false},
          Metric{"kernel_streams", "streams that kernels ran in",
                 "Does each launch go to the stream that it is meant for, the fourth of "
                 "<<<grid, block, bytes, stream>>>?",
                 false}}) {
      all.push_back(metric);
    }
    return all;
  }();
  return kMetrics;
}

const Metric* find_metric(const std::string& name) {
  for (const Metric& metric : metrics()) {
    if (name == metric.name) {
      return &metric;
    }
  }
  return nullptr;
}

std::optional<double> metric_value(const std::string& name, const CounterValues& counters) {
  for (const Formula& formula : formulas()) {
    if (name == formula.metric.name) {
      return formula.value(counters);
    }
  }
  if (const auto counter = counters.find(name); counter != counters.end()) {
    return counter->second;
  }
  return find_metric(name) != nullptr ? std::optional<double>(0) : std::nullopt;
}

std::optional<double> largest_metric_value(const std::string& name,
                                           const std::vector<CounterValues>& launches) {
  const Metric* metric = find_metric(name);
  if (metric == nullptr || !metric->is_ratio) {
    return metric_value(name, sum_of(launches));
  }
  double largest = std::numeric_limits<double>::quiet_NaN();
  for (const CounterValues& launch : launches) {
    largest = std::fmax(largest, metric_value(name, launch).value_or(largest));  // NaN gives way
  }
  return largest;
}

CounterValues sum_of(const std::vector<CounterValues>& launches) {
  CounterValues sum;
  for (const CounterValues& launch : launches) {
    for (const auto& [name, value] : launch) {
      sum[name] += value;
    }
  }
  return sum;
}

}  // namespace warpschool::harness
