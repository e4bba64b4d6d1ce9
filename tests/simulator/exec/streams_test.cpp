// Races between launches and copies that nothing orders: Device told where each stands.
#include "guest.hpp"
#include "warpschool/harness/catch.hpp"

namespace warpschool::sim {
namespace {

/// Pieces of work of lanes that know of each other what they are told.
class Lanes {
 public:
  WorkOrder next(std::uint32_t lane, std::vector<std::uint32_t> before = {}) {
    WorkOrder order;
    order.generation = generation;
    order.lane = lane;
    order.number = ++last_.at(lane);
    before.resize(std::max<std::size_t>(before.size(), lane + 1));
    before[lane] = order.number - 1;
    order.before = std::move(before);
    order.stream = lane + 1;
    order.api = "asked";
    return order;
  }
  std::uint64_t generation = 1;

 private:
  std::vector<std::uint32_t> last_ = std::vector<std::uint32_t>(8);
};

struct Fixture {
  Guest guest = course_kernels();
  Lanes lanes;
  DeviceAddress a = guest.upload(std::vector<float>(256, 1.0f));
  DeviceAddress b = guest.upload(std::vector<float>(256, 2.0f));
  DeviceAddress c = guest.upload(std::vector<float>(256, 3.0f));

  /// to = from + from, of 4 blocks.
  std::vector<Fault> add(const WorkOrder& order, DeviceAddress from, DeviceAddress to) {
    const LaunchConfig config{{4, 1, 1}, {64, 1, 1}, 0, false};
    return guest.device
        .launch(*guest.module, "vector_add", config, Parameters(from, from, to, 256).bytes(),
                &order)
        .faults;
  }
  std::optional<Fault> copy(const WorkOrder& order, CopiedRows rows) {
    rows.pitch = rows.pitch == 0 ? rows.width : rows.pitch;
    return guest.device.check_copy(order, {&rows, 1});
  }
};

TEST_CASE("launches race where nothing orders them", "[sim]") {
  Fixture f;
  CHECK(f.add(f.lanes.next(0), f.a, f.b).empty());
  CHECK(f.add(f.lanes.next(1), f.a, f.c).empty());  // both read a
  const auto faults = f.add(f.lanes.next(2), f.b, f.a);
  REQUIRE(faults.size() == 1);
  CHECK(faults[0].kind == FaultKind::kRace);
  CHECK_FALSE(faults[0].is_write);
  REQUIRE(faults[0].other);
  CHECK(faults[0].other->is_write);
  REQUIRE(faults[0].other->work);
  CHECK(faults[0].other->work->other.kernel == "vector_add");
  CHECK(faults[0].other->work->other.stream == 1);
  CHECK(faults[0].other->work->own.stream == 3);
}

TEST_CASE("launches do not race with what comes before them", "[sim]") {
  Fixture f;
  CHECK(f.add(f.lanes.next(0), f.a, f.b).empty());
  CHECK(f.add(f.lanes.next(1, {1}), f.b, f.c).empty());
  CHECK(f.add(f.lanes.next(0), f.a, f.a).empty());
  // Of the first lane only the first launch comes before this one.
  CHECK(f.add(f.lanes.next(2, {1, 1}), f.c, f.b).empty());
  CHECK(f.add(f.lanes.next(3, {1, 1}), f.a, f.c).size() == 1);
}

TEST_CASE("an older writer stays, though ordered launches read what it wrote", "[sim]") {
  Fixture f;
  CHECK(f.add(f.lanes.next(0), f.a, f.b).empty());
  CHECK(f.add(f.lanes.next(1), f.c, f.c).empty());  // so that the next one has unordered work
  CHECK(f.add(f.lanes.next(0), f.b, f.a).empty());
  CHECK(f.add(f.lanes.next(2, {0, 1}), f.b, f.c).size() == 1);
}

TEST_CASE("races within a launch are found beside unordered work", "[sim]") {
  Fixture f;
  CHECK(f.add(f.lanes.next(0), f.a, f.b).empty());
  CHECK(f.add(f.lanes.next(1), f.a, f.c).empty());
  // Each block reads what the next one writes.
  const auto faults = f.add(f.lanes.next(0), f.b + 256, f.b);
  REQUIRE(faults.size() == 1);
  CHECK(faults[0].kind == FaultKind::kRace);
  REQUIRE(faults[0].other);
  CHECK_FALSE(faults[0].other->work);
  CHECK(faults[0].other->block.x == 0);
}

TEST_CASE("a new generation orders everything", "[sim]") {
  Fixture f;
  CHECK(f.add(f.lanes.next(0), f.a, f.b).empty());
  CHECK_FALSE(f.copy(f.lanes.next(3), {f.c, 1024, 1, 1, 0, 0, true}));
  ++f.lanes.generation;
  CHECK(f.add(f.lanes.next(1), f.b, f.a).empty());
  CHECK(f.add(f.lanes.next(1), f.b, f.c).empty());
}

TEST_CASE("copies race with launches before and after them", "[sim]") {
  Fixture f;
  CHECK(f.add(f.lanes.next(0), f.a, f.b).empty());
  CHECK_FALSE(f.copy(f.lanes.next(1), {f.a, 1024, 1, 1, 0, 0, false}));
  const auto written = f.copy(f.lanes.next(1), {f.a + 1000, 1, 1, 1, 0, 0, true});
  REQUIRE(written);
  CHECK(written->thread_count == 0);
  CHECK(written->address == f.a + 1000);
  CHECK_FALSE(written->other->is_write);
  CHECK(f.copy(f.lanes.next(2), {f.b + 6, 9, 1, 1, 0, 0, false}));
  CHECK_FALSE(f.copy(f.lanes.next(2), {f.c + 3, 601, 1, 1, 0, 0, true}));
  CHECK_FALSE(f.copy(f.lanes.next(0), {f.b, 1024, 1, 1, 0, 0, true}));
  const auto read = f.add(f.lanes.next(3, {9}), f.c, f.a);
  REQUIRE(read.size() == 1);
  CHECK(read[0].other->where.line == 0);
  CHECK(read[0].other->work->other.api == std::string("asked"));
}

TEST_CASE("copies race with copies where they share a byte", "[sim]") {
  Fixture f;
  // Columns of 12 bytes of 8 rows of 64.
  CHECK_FALSE(f.copy(f.lanes.next(0), {f.a, 12, 8, 1, 64, 0, true}));
  CHECK_FALSE(f.copy(f.lanes.next(1), {f.a + 12, 52, 8, 1, 64, 0, true}));
  CHECK_FALSE(f.copy(f.lanes.next(2), {f.a + 512, 512, 1, 1, 0, 0, true}));
  const auto fault = f.copy(f.lanes.next(3, {9, 9}), {f.a + 200, 313, 1, 1, 0, 0, false});
  REQUIRE(fault);
  CHECK(fault->address == f.a + 512);
  CHECK(f.copy(f.lanes.next(4, {0, 9, 9}), {f.a + 64 + 11, 1, 1, 1, 0, 0, false}));
  CHECK_FALSE(f.copy(f.lanes.next(4, {0, 9, 9}), {f.a + 64 + 12, 1, 1, 1, 0, 0, false}));
}

TEST_CASE("memory that was freed meanwhile takes no part", "[sim]") {
  Fixture f;
  std::vector<float> host(256);
  Memory& memory = f.guest.device.memory();
  const auto* pinned = memory.adopt_host(host.data(), 1024, AllocationKind::kPinnedHost);
  CHECK_FALSE(f.copy(f.lanes.next(0), {pinned->begin, 1024, 1, 1, 0, 0, true}));
  memory.release(pinned->begin);
  pinned = memory.adopt_host(host.data(), 1024, AllocationKind::kPinnedHost);
  CHECK_FALSE(f.copy(f.lanes.next(1), {pinned->begin, 1024, 1, 1, 0, 0, true}));
  CHECK(f.add(f.lanes.next(2, {0, 1}), pinned->begin, f.a).empty());
}

TEST_CASE("work that very much other work followed counts as ordered", "[sim]") {
  Fixture f;
  CHECK_FALSE(f.copy(f.lanes.next(0), {f.a, 4, 1, 1, 0, 0, true}));
  for (int i = 0; i < 600; ++i) {
    CHECK_FALSE(f.copy(f.lanes.next(1), {f.b, 4, 1, 1, 0, 0, true}));
  }
  CHECK_FALSE(f.copy(f.lanes.next(2), {f.a, 4, 1, 1, 0, 0, true}));
}

TEST_CASE("without race checks nothing is remembered", "[sim]") {
  Fixture f;
  f.guest.device.options().checks.races = false;
  CHECK(f.add(f.lanes.next(0), f.a, f.b).empty());
  CHECK_FALSE(f.copy(f.lanes.next(1), {f.b, 4, 1, 1, 0, 0, true}));
  CHECK(f.add(f.lanes.next(2), f.b, f.a).empty());
}

}  // namespace
}  // namespace warpschool::sim
