#include "warpschool/sim/fault.hpp"

#include "warpschool/harness/catch.hpp"

#include <nlohmann/json.hpp>

namespace warpschool::sim {
namespace {

Fault read_of_4(FaultKind kind) {
  Fault fault;
  fault.kind = kind;
  fault.kernel = "add";
  fault.where = {"/home/me/x.cu", 12, 5};
  fault.block = {3, 0, 0};
  fault.thread = {17, 0, 0};
  fault.space = Space::kGlobal;
  fault.address = 0x200000000400;
  fault.access_bytes = 4;
  return fault;
}

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_CASE("a read past the end names thread, line, distance and allocation", "[sim][data]") {
  Fault fault = read_of_4(FaultKind::kOutOfBounds);
  fault.allocation = AllocationRef{0x200000000000, 4000, "", "/home/me/x.cu:31", 4};
  CHECK(explain(fault) ==
        "Thread 17 of block 3 read 4 bytes at line 12 of x.cu, 4 bytes past the end of the "
        "4000-byte allocation made at "
        "line 31. Check the index against n before you use it.");
}

TEST_CASE("a write before the begin says so", "[sim][data]") {
  Fault fault = read_of_4(FaultKind::kOutOfBounds);
  fault.is_write = true;
  fault.thread_count = 3;
  fault.space = Space::kShared;
  fault.allocation = AllocationRef{0, 64, "tile", "", -4};
  const std::string text = explain(fault);
  CHECK(says(text, "Thread 17 of block 3 (and 2 more of its warp) wrote 4 bytes"));
  CHECK(says(text, "4 bytes before the begin of the 64-byte variable 'tile' in shared memory"));
  CHECK(says(text, "below 0"));
}

TEST_CASE("a null pointer is called one", "[sim][data]") {
  Fault fault = read_of_4(FaultKind::kOutOfBounds);
  fault.address = 8;
  CHECK(says(explain(fault), "through a null pointer (address 0x8)"));
  fault.address = 0xdeadbeef00;
  CHECK(says(explain(fault), "where nothing is allocated"));
}

TEST_CASE("an allocation of another file is named with its file", "[sim][data]") {
  Fault fault = read_of_4(FaultKind::kUseAfterFree);
  fault.allocation = AllocationRef{0, 64, "", "main.cu:9", 0};
  CHECK(says(explain(fault), "made at main.cu:9"));
}

TEST_CASE("a race names both threads and both lines", "[sim][data]") {
  Fault fault = read_of_4(FaultKind::kRace);
  fault.is_write = true;
  fault.space = Space::kShared;
  fault.allocation = AllocationRef{0, 1024, "tile", "", 0};
  fault.other = RaceParty{{"/home/me/x.cu", 14, 1}, {3, 0, 0}, {4, 1, 0}, false};
  const std::string text = explain(fault);
  CHECK(says(text, "Thread 17 of block 3 wrote 4 bytes at line 12 of x.cu"));
  CHECK(says(text, "thread (4, 1) of block 3 reads at line 14 of x.cu"));
  CHECK(says(text, "__syncthreads()"));
  fault.other->block = {5, 0, 0};
  CHECK(says(explain(fault), "Blocks run in any order"));
}

TEST_CASE("a deadlock lists each waiting line once", "[sim][data]") {
  Fault fault = read_of_4(FaultKind::kDeadlock);
  fault.waiting_at = {{"x.cu", 12, 0}, {"x.cu", 20, 0}, {"x.cu", 12, 0}};
  CHECK(says(explain(fault), "(they wait at line 12 of x.cu; line 20 of x.cu)"));
}

TEST_CASE("every kind has a name and an explanation that ends in a full stop", "[sim][data]") {
  for (int kind = 0; kind <= static_cast<int>(FaultKind::kInvalidLaunch); ++kind) {
    const Fault fault = read_of_4(static_cast<FaultKind>(kind));
    CAPTURE(to_string(fault.kind));
    CHECK_FALSE(std::string(to_string(fault.kind)).empty());
    const std::string text = explain(fault);
    REQUIRE_FALSE(text.empty());
    CHECK((text.back() == '.' || text.back() == '?'));
    CHECK(says(text, ". "));
  }
}

TEST_CASE("a fault is one JSON object without line breaks", "[sim][data]") {
  Fault fault = read_of_4(FaultKind::kRace);
  fault.other = RaceParty{{"x.cu", 14, 1}, {3, 0, 0}, {4, 0, 0}, true};
  fault.detail = "not UTF-8: \xff\n";
  const std::string text = to_json(fault);
  CHECK(text.find('\n') == std::string::npos);
  const auto json = nlohmann::json::parse(text);
  CHECK(json.at("kind") == "race");
  CHECK(json.at("address") == "0x200000000400");
  CHECK(json.at("thread") == nlohmann::json::array({17, 0, 0}));
  CHECK(json.at("where").at("line") == 12);
  CHECK(json.at("other").at("is_write") == true);
  CHECK(json.at("allocation").is_null());
}

}  // namespace
}  // namespace warpschool::sim
