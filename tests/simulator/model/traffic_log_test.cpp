// Requests that were logged and replayed leave the L2 that they would have left at once.
#include "model/traffic.hpp"
#include "warpschool/harness/catch.hpp"

#include <array>
#include <random>
#include <vector>

namespace warpschool::sim {
namespace {

/// A device whose L2 is so small that requests drive each other out all the time.
DeviceProfile small_l2() {
  DeviceProfile profile = *find_profile("h200");
  profile.l2_bytes = 1 << 18;
  return profile;
}

struct Request {
  bool is_store = false;
  std::vector<std::uint64_t> sectors;
};

/// Kernels' habit: some rows of lines, whose turns come one after the other, and words here and
/// there.
std::vector<Request> interleaved_rows(unsigned seed, std::uint64_t sets) {
  std::mt19937 random(seed);
  std::array<std::uint64_t, 4> next{0, sets * 5, sets * 9 + 3, 77};
  std::vector<Request> requests;
  for (int i = 0; i < 20000; ++i) {
    const auto row = static_cast<unsigned>(random() % 5);
    Request request;
    request.is_store = row % 2 == 1;
    const std::uint64_t line = row == 4 ? random() % (sets * 16) : next.at(row)++;
    for (std::uint64_t sector = random() % 3; sector < 4; ++sector) {
      request.sectors.push_back(line * 4 + sector);
    }
    requests.push_back(request);
  }
  return requests;
}

void send(Traffic& traffic, const Request& request, Counters& counters) {
  if (request.is_store) {
    traffic.store(request.sectors, request.sectors[0] % 2 == 0 ? 0b11 : 0, counters);
  } else {
    traffic.load(request.sectors, counters, false);
  }
}

TEST_CASE("a replay of logs gives the counters of direct requests", "[sim][model]") {
  const DeviceProfile profile = small_l2();
  const std::vector<Request> requests = interleaved_rows(GENERATE(1u, 2u, 3u), 255);
  Counters direct, logged;
  Traffic at_once(profile, 8, 0), whole(profile, 8, 0), part(whole);
  for (const Request& request : requests) {
    send(at_once, request, direct);
  }
  at_once.finish(direct);

  TrafficLog log;
  part.set_log(log);
  std::array<TrafficLog::Range, TrafficLog::kShards> done{};
  for (std::size_t begin = 0; begin < requests.size(); begin += 5000) {  // as chunks of blocks are
    log.close_runs();
    for (std::size_t i = begin; i < begin + 5000; ++i) {
      send(part, requests[i], logged);
    }
    ReplaySum sum;
    for (unsigned shard = 0; shard < TrafficLog::kShards; ++shard) {
      done.at(shard) = {done.at(shard).end, log.lines.at(shard).size()};
      whole.replay(log, shard, done.at(shard), sum);
    }
    whole.add(sum, logged);
  }
  whole.finish(logged);
  CHECK(log.requests == 20000);
  CHECK(logged.dram_bytes == direct.dram_bytes);
  CHECK(logged.l2_sector_slots == direct.l2_sector_slots);
}

TEST_CASE("rows that take turns are logged as a few runs", "[sim][model]") {
  const DeviceProfile profile = *find_profile("h200");
  Traffic whole(profile, 8, 0), part(whole);
  TrafficLog log;
  Counters counters;
  part.set_log(log);
  for (std::uint64_t line = 0; line < 6400; ++line) {
    part.load(std::vector<std::uint64_t>{line * 4}, counters, false);
    part.store(std::vector<std::uint64_t>{line * 4 + (1 << 24)}, 1, counters);
  }
  CHECK(log.requests == 12800);
  CHECK(log.size_bytes() < 12800 * sizeof(std::uint64_t) / 20);
}

}  // namespace
}  // namespace warpschool::sim
