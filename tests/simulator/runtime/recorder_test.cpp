// Tries the recorder of launches, faults, notes and copies.
#include "runtime/report/recorder.hpp"

#include "runtime/report/allocations_made.hpp"
#include "warpschool/harness/catch.hpp"

#include <array>
#include <nlohmann/json.hpp>

namespace warpschool::sim::runtime {
namespace {

using Json = nlohmann::json;

TEST_CASE("a report holds launches, faults, notes and copies, once", "[runtime]") {
  Recorder recorder(false);
  LaunchRecord launch;
  launch.kernel = "add";
  launch.config.grid = {4, 1, 1};
  launch.time.total_us = 2.5;
  recorder.launch(launch);
  Fault fault;
  fault.kind = FaultKind::kOutOfBounds;
  recorder.fault(fault);
  recorder.note("a reason");
  recorder.work({"host_to_device", "", 0, {0, 1}, 100});
  recorder.work({"kernel", "add", 0, {1, 2}, 0});

  const Json report = Json::parse(recorder.take());
  CHECK(report["launches"][0]["kernel"] == "add");
  CHECK(report["launches"][0]["grid"] == Json::array({4, 1, 1}));
  CHECK(report["launches"][0]["time_us"] == 2.5);
  CHECK(report["launches"][0]["counters"].is_object());
  CHECK(report["faults"][0]["kind"] == "out_of_bounds");
  CHECK_FALSE(report["faults"][0]["text"].get<std::string>().empty());
  CHECK(report["notes"][0] == "a reason");
  CHECK(report["copies"]["host_to_device"] == 1);
  CHECK(report["copies"]["bytes"] == 100);
  CHECK(report["timeline"].size() == 2);
  CHECK(Json::parse(recorder.take())["launches"].empty());
}

TEST_CASE("calls that allocate are counted by kind, until the report is taken", "[runtime]") {
  Recorder recorder(false);
  forget_allocations_made();
  note_allocation(AllocationKind::kDevice);
  note_allocation(AllocationKind::kManaged);
  note_allocation(AllocationKind::kManaged);
  note_allocation(AllocationKind::kPinnedHost);
  const Json made = Json::parse(recorder.take())["allocated"];
  CHECK(made == Json{{"device", 1}, {"managed", 2}, {"pinned", 1}});
  CHECK(Json::parse(recorder.take())["allocated"]["managed"] == 0);
}

TEST_CASE("memory that host code reads is counted, released or not", "[runtime]") {
  Recorder recorder(false);
  forget_allocations_made();
  Memory memory(1 << 20);
  alignas(8) std::array<std::byte, 96> host{};
  memory.allocate(512, AllocationKind::kDevice, {}, "x.cu:1");
  const Allocation* released =
      memory.adopt_host(host.data(), 64, AllocationKind::kPinnedHost, "x.cu:2");
  memory.adopt_host(host.data() + 64, 32, AllocationKind::kManaged, {}, "counter");
  const auto seen = [&] { return Json::parse(recorder.take(&memory))["host_memory"]; };
  CHECK(seen() == Json{{"bytes", 96}, {"largest", "x.cu:2"}});
  note_release(*released);
  memory.release(released->begin);
  CHECK(seen() == Json{{"bytes", 96}, {"largest", "x.cu:2"}});
  CHECK(seen() == Json{{"bytes", 32}, {"largest", "counter"}});  // since the report was taken
}

TEST_CASE("a constant that nobody set is told, and is no memory that is zero by chance",
          "[runtime]") {
  Recorder recorder(false);
  Fault note;
  note.kind = FaultKind::kUninitialisedRead;
  note.where = {"scale.cu", 3, 1};
  note.cause = UninitialisedCause{UninitialisedCause::What::kConstant, "scale"};
  recorder.note(note);
  note.where.line = 4;
  note.cause = UninitialisedCause{UninitialisedCause::What::kManaged, {}};
  recorder.note(note);
  const Json report = Json::parse(recorder.take());
  CHECK(report["notes"].size() == 2);
  CHECK(report["unset_reads"].size() == 1);
}

TEST_CASE("of very many equal faults of host code the first are told, and that there are more",
          "[runtime]") {
  Recorder recorder(false);
  for (int i = 0; i < 1000; ++i) {
    recorder.host_fault(FaultKind::kInvalidFree, "cudaFree: freed already");
    CHECK(recorder.take_misuse());  // each call is told that it was one
  }
  recorder.host_fault(FaultKind::kInvalidFree, "cudaFree: no allocation");
  Fault of_kernel;
  of_kernel.kind = FaultKind::kOutOfBounds;
  of_kernel.kernel = "add";
  for (int i = 0; i < 30; ++i) {
    recorder.fault(of_kernel);
  }
  const Json report = Json::parse(recorder.take());
  CHECK(report["faults"].size() == 20 + 1 + 30);
  CHECK(report["notes"].size() == 1);
  recorder.host_fault(FaultKind::kInvalidFree, "cudaFree: freed already");
  CHECK(Json::parse(recorder.take())["faults"].size() == 1);
}

TEST_CASE("a source line of a fault may hold any bytes", "[runtime]") {
  Recorder recorder(false);
  recorder.note("caf\xe9");
  CHECK_FALSE(Json::parse(recorder.take())["notes"].empty());
}

}  // namespace
}  // namespace warpschool::sim::runtime
