// Every kind of fault has a sentence, and its cause a name in JSON.
#include "sample_faults.hpp"
#include "warpschool/harness/catch.hpp"

#include <nlohmann/json.hpp>

namespace warpschool::sim {
namespace {

TEST_CASE("every kind has a name and an explanation that ends in a full stop", "[sim][data]") {
  for (std::size_t kind = 0; kind < kFaultKinds; ++kind) {
    Fault fault = read_of_4(static_cast<FaultKind>(kind));
    fault.detail = "It was wrong. Mend it.";
    CAPTURE(to_string(fault.kind));
    CHECK_FALSE(std::string(to_string(fault.kind)).empty());
    const std::string text = explain(fault);
    REQUIRE_FALSE(text.empty());
    CHECK((text.back() == '.' || text.back() == '?'));
    CHECK(says(text, ". "));
  }
}

TEST_CASE("a cause is said in the sentence and has a stable name in JSON", "[sim][data]") {
  const auto cause = [](const Fault& fault) {
    return nlohmann::json::parse(to_json(fault)).at("cause");
  };
  Fault fault = race_in_a_tile();
  CHECK(cause(fault).is_null());
  fault.cause = RaceCause::kLostUpdate;
  CHECK(cause(fault) == nlohmann::json{{"name", "lost_update"}});
  CHECK(says(explain(fault), "what another did in between is lost"));

  fault = read_of_4(FaultKind::kUninitialisedRead);
  fault.cause = UninitialisedCause{UninitialisedCause::What::kPartOfConstant, "weights"};
  CHECK(cause(fault) == nlohmann::json{{"name", "part_of_constant"}, {"variable", "weights"}});
  CHECK(
      says(explain(fault), "of the __constant__ variable 'weights', which nobody has set, though"));

  fault = read_of_4(FaultKind::kInvalidLaneMask);
  fault.cause = LaneMaskCause{LaneMaskCause::What::kMissingLane, 20, 0};
  CHECK(cause(fault) ==
        nlohmann::json{{"name", "missing_lane"}, {"lane", 20}, {"used_at_line", 0}});
  CHECK(says(explain(fault), "asked for the value of lane 20, and uses what comes."));
  fault.cause = LaneMaskCause{LaneMaskCause::What::kMissingLane, 20, 31};
  CHECK(says(explain(fault), "asked for the value of lane 20, and line 31 uses what came."));
  fault.cause = LaneMaskCause{LaneMaskCause::What::kNoSuchLane, 20};
  CHECK(says(explain(fault), "lane 20, but the block has no such thread in this warp."));
  fault.detail = "what it gets is undefined";
  CHECK(says(explain(fault), "no such thread in this warp: what it gets is undefined."));

  fault = read_of_4(FaultKind::kDivergentBarrier);
  BarrierCause barrier;
  barrier.what = BarrierCause::What::kWentPast;
  barrier.condition = {fault.where.file, 8, 3};
  barrier.condition_text = "if (i < n)";
  fault.cause = barrier;
  CHECK(cause(fault).at("name") == "went_past");
  CHECK(cause(fault).at("condition").at("line") == 8);
  CHECK(says(explain(fault), ", to which 'if (i < n)' at line 8 leads, but thread 0 of its block"));

  fault = read_of_4(FaultKind::kDeadlock);
  DeadlockCause deadlock;
  deadlock.what = DeadlockCause::What::kBlocksNotResident;
  deadlock.resident = 2;
  fault.cause = deadlock;
  CHECK(cause(fault) == nlohmann::json{{"name", "blocks_not_resident"}, {"resident", 2}});
  CHECK(says(explain(fault), "place for 2 blocks of this kernel at a time"));
}

TEST_CASE("a cause of another kind is none", "[sim][data]") {
  const FaultCause cause = TrapCause::kNotCooperative;
  CHECK(is_cause(cause, TrapCause::kNotCooperative));
  CHECK_FALSE(is_cause(cause, RaceCause::kLostUpdate));
  CHECK_FALSE(is_cause(FaultCause{}, TrapCause::kNotCooperative));
  CHECK(to_string(FaultCause{}) == std::string());
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
  CHECK(json.at("grid_dim") == nlohmann::json::array({1, 1, 1}));
  CHECK(json.at("other").at("is_atomic") == false);
  CHECK(json.at("other").at("work").is_null());
  CHECK(json.at("other").at("own_work").is_null());
  fault.allocation = AllocationRef{0x200000000000, 4000, "", "x.cu:31", 0, {}};
  CHECK(nlohmann::json::parse(to_json(fault)).at("allocation").at("element") == 256);
  fault.access_bytes = 3;
  CHECK(nlohmann::json::parse(to_json(fault)).at("allocation").at("element").is_null());
}

}  // namespace
}  // namespace warpschool::sim
