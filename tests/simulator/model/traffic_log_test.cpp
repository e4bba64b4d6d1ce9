// Requests that were logged and replayed leave the L2 that they would have left at once.
#include "model/traffic.hpp"
#include "warpschool/harness/catch.hpp"

#include <array>
#include <map>
#include <random>
#include <vector>

namespace warpschool::sim {
namespace {

/// A device whose L2 is so small that requests drive each other out all the time.
DeviceProfile small_l2(std::uint64_t bytes) {
  DeviceProfile profile = *find_profile("h200");
  profile.l2_bytes = bytes;
  return profile;
}

constexpr std::size_t kRequests = 100'000;

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
  for (std::size_t i = 0; i < kRequests; ++i) {
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

/// Loops whose threads go on by the size of the grid: each warp loads a sector of lines at equal
/// distances, and the next warp the sector behind it. At times a row of lines comes in between, or
/// a single one.
std::vector<Request> strided_loops(unsigned seed, std::uint64_t sets) {
  std::mt19937 random(seed);
  std::vector<Request> requests;
  std::uint64_t row = sets * 3;
  while (requests.size() < kRequests) {
    const std::uint64_t step =
        random() % 4 == 0 ? random() % 9 + 1 : std::uint64_t{1} << random() % 14;
    const std::uint64_t begin = random() % (sets * 16), turns = random() % 80 + 1;
    const std::uint64_t warps = random() % 6 + 1, noise = random() % 3;
    for (std::uint64_t warp = 0; warp < warps; ++warp) {
      for (std::uint64_t turn = 0; turn < turns; ++turn) {
        const std::uint64_t line = begin + warp / 4 + turn * step;
        requests.push_back({false, {line * 4 + warp % 4}});
        if (noise == 1 && random() % 8 == 0) {
          requests.push_back({true, {++row * 4, row * 4 + 1}});
        } else if (noise == 2 && random() % 30 == 0) {
          requests.push_back({random() % 2 == 0, {random() % (sets * 64)}});
        }
      }
    }
  }
  requests.resize(kRequests);
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
  const DeviceProfile profile = small_l2(GENERATE(1u << 18, 1u << 22));
  const std::uint64_t sets = SectorCache::sets_for(profile.l2_bytes);
  const unsigned seed = GENERATE(1u, 2u, 3u, 4u, 5u, 6u);
  const std::vector<Request> requests =
      GENERATE(true, false) ? interleaved_rows(seed, sets) : strided_loops(seed, sets);
  Counters direct, logged;
  SharedL2 one(profile), other(profile);
  Traffic at_once(profile, one.begin_launch(), 8, 0);
  Traffic whole(profile, other.begin_launch(), 8, 0), part(whole);
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
  CHECK(log.requests == kRequests);
  CHECK(logged.dram_bytes == direct.dram_bytes);
  CHECK(logged.l2_sector_slots == direct.l2_sector_slots);
}

/// The requests of each set, in their order.
using BySet = std::map<std::uint32_t, std::vector<std::uint64_t>>;

TEST_CASE("a log keeps the order of requests within each set", "[sim][model]") {
  const SectorCache l2(GENERATE(1u << 18, 1u << 22, 1u << 24));
  std::mt19937 random(GENERATE(1u, 2u, 3u, 4u));
  for (int stream = 0; stream < 200; ++stream) {
    TrafficLog log;
    BySet sent, logged;
    // Few places near each other, so that runs of all kinds meet.
    const std::uint64_t base = random() % (std::uint64_t{l2.sets()} * 3),
                        area = std::uint64_t{64} << random() % 7;
    const auto send_one = [&](std::uint64_t line) {
      const auto sectors = static_cast<unsigned>(random() % 8 == 0 ? 3 : 1);
      const LineRun request = LineRun::of(LineRun::Request::kLoad, line, sectors, 0);
      log.add(request, l2);
      sent[l2.set_index(line)].push_back(request.word);
    };
    std::array<std::uint64_t, 3> rows{base, base + area / 2, base + random() % area};
    for (int step = 0; step < 100; ++step) {
      const std::uint64_t distance = std::uint64_t{1} << (random() % 2 == 0 ? random() % 11 : 9);
      const std::uint64_t first = base + random() % area;
      std::uint64_t across = first + distance * (random() % 10);  // a row that meets the loop
      across -= std::min<std::uint64_t>(across, random() % 6);
      const std::uint64_t turns = random() % 3 == 0 ? random() % 24 : 0;
      for (std::uint64_t turn = 0; turn < turns; ++turn) {
        send_one(first + turn * distance);
        const auto kind = random() % 8;
        if (kind < 3) {
          send_one(kind == 0 ? first + (turn + random() % 6) * distance : across++);
        }
      }
      send_one(rows.at(random() % 3)++);
      if (random() % 16 == 0) {
        log.close_runs();
      }
    }
    for (const std::vector<LineRun>& shard : log.lines) {
      for (const LineRun run : shard) {
        for (unsigned l = 0; l <= run.beyond(); ++l) {
          const std::uint64_t line = run.first_line() + (std::uint64_t{l} << run.stride());
          logged[l2.set_index(line)].push_back(
              LineRun::of(run.request(), line, run.sectors(), run.full()).word);
        }
      }
    }
    REQUIRE(logged == sent);
  }
}

TEST_CASE("rows that take turns are logged as a few runs", "[sim][model]") {
  const DeviceProfile profile = *find_profile("h200");
  SharedL2 l2(profile);
  Traffic whole(profile, l2.begin_launch(), 8, 0), part(whole);
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

TEST_CASE("loops that go on by the size of the grid are logged as a few runs", "[sim][model]") {
  const DeviceProfile profile = *find_profile("h200");
  SharedL2 l2(profile);
  Traffic whole(profile, l2.begin_launch(), 8, 0), part(whole);
  TrafficLog log;
  Counters counters;
  part.set_log(log);
  constexpr std::uint64_t kGridLines = 512;
  for (std::uint64_t warp = 0; warp < 8; ++warp) {
    for (std::uint64_t turn = 0; turn < 64; ++turn) {
      const std::uint64_t line = 1000 + warp / 4 + turn * kGridLines;
      part.load(std::vector<std::uint64_t>{line * 4 + warp % 4}, counters, false);
    }
  }
  CHECK(log.requests == 512);
  CHECK(log.size_bytes() <= std::uint64_t{8} * 2 * sizeof(std::uint64_t));
}

}  // namespace
}  // namespace warpschool::sim
