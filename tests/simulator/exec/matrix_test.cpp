// Matrix instructions: what they count, and what they refuse. (What they compute:
// tests/golden/exec/matrix.)
#include "guest.hpp"
#include "warpschool/harness/catch.hpp"

using namespace warpschool::sim;

namespace {

std::string kernel(const std::string& body) {
  return R"(.version 7.5
.target sm_80
.address_size 64
.visible .entry test(.param .u64 data) {
  .reg .pred %p;
  .reg .b64 %data, %at;
  .reg .b32 %lane, %r<9>;
  .reg .f32 %f<9>;
  .shared .align 32 .b8 tile[4096];
  ld.param.u64 %data, [data];
  mov.u32 %lane, %tid.x;
)" + body +
         "\n  ret;\n}\n";
}

const char* const kEight = "{%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7}";

struct Run {
  explicit Run(const std::string& body, unsigned threads = 32) : guest(kernel(body)) {
    guest.device.options().checks.uninitialised = false;
    const DeviceAddress data = guest.upload(std::vector<std::uint16_t>(4096, 0));
    outcome = guest.launch("test", {1, 1, 1}, {threads, 1, 1}, data);
  }
  bool has(FaultKind kind, const std::string& words) const {
    return outcome.faults.size() == 1 && outcome.faults[0].kind == kind &&
           explain(outcome.faults[0]).find(words) != std::string::npos;
  }
  Guest guest;
  LaunchOutcome outcome;
};

std::string load_a(const std::string& layout, const std::string& address, unsigned stride) {
  return "  wmma.load.a.sync.aligned." + layout + ".m16n16k16.f16 " + kEight + ", [" + address +
         "], " + std::to_string(stride) + ";\n";
}

}  // namespace

TEST_CASE("a tile of halves is four requests of eight sectors in either layout") {
  for (const char* layout : {"row", "col"}) {
    const Run run(load_a(layout, "%data", 64));
    REQUIRE(run.outcome.faults.empty());
    CHECK(run.outcome.counters.global_load_requests == 4);
    CHECK(run.outcome.counters.global_load_sectors == 32);
  }
}

TEST_CASE("a leading dimension of 64 halves makes rows meet in one bank, eight more do not") {
  const std::string to_shared = "  mov.u64 %at, tile;\n  cvta.shared.u64 %at, %at;\n";
  const Run conflicts(to_shared + load_a("row", "%at", 64));
  REQUIRE(conflicts.outcome.faults.empty());
  CHECK(conflicts.outcome.counters.shared_load_requests == 4);
  CHECK(conflicts.outcome.counters.shared_load_passes == 32);
  const Run padded(to_shared + load_a("row", "%at", 72));
  CHECK(padded.outcome.counters.shared_load_passes == 4);
}

TEST_CASE("a product counts once and takes its issue slots") {
  const std::string text =
      "  mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f0, %f1, %f2, %f3}, "
      "{%r0, %r1, %r2, %r3}, {%r4, %r5}, {%f0, %f1, %f2, %f3};\n";
  const Run without(""), with(text);
  REQUIRE(with.outcome.faults.empty());
  CHECK(with.outcome.counters.tensor_instructions == 1);
  CHECK(with.outcome.counters.issue_slots == without.outcome.counters.issue_slots + 8);
  CHECK(with.outcome.counters.warp_instructions == without.outcome.counters.warp_instructions + 1);
}

TEST_CASE("ldmatrix moves sixteen bytes a lane, a quarter of the warp a pass") {
  const Run run(
      "  mov.u64 %at, tile;\n  mad.wide.u32 %at, %lane, 16, %at;\n"
      "  ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r0, %r1, %r2, %r3}, [%at];\n");
  REQUIRE(run.outcome.faults.empty());
  CHECK(run.outcome.counters.shared_load_requests == 1);
  CHECK(run.outcome.counters.shared_load_passes == 4);
}

TEST_CASE("matrix instructions without the whole warp are faults") {
  const std::string load = load_a("row", "%data", 16);
  const std::string halves = "  setp.lt.u32 %p, %lane, 16;\n";
  CHECK(Run(load, 48).has(FaultKind::kInvalidLaneMask, "only 16 threads in this warp"));
  CHECK(Run(halves + "  @%p exit;\n" + load).has(FaultKind::kInvalidLaneMask, "16 had ended"));
  CHECK(Run(halves + "  @%p bra OVER;\n" + load + "OVER:\n")
            .has(FaultKind::kInvalidLaneMask, "only 16 came"));
  CHECK(Run(halves + "  @%p " + load.substr(2)).has(FaultKind::kInvalidLaneMask, "only 16 came"));
  CHECK(Run(halves + "  @%p bra OTHER;\n" + load + "  bra OVER;\nOTHER:\n" + load + "OVER:\n")
            .has(FaultKind::kInvalidLaneMask, "only 16 came"));
}

TEST_CASE("lanes that come one after the other to a matrix instruction wait for each other") {
  const Run run(
      "  setp.lt.u32 %p, %lane, 7;\n  @%p bra LATE;\n  mov.u32 %r8, 1;\n"
      "  bra OVER;\nLATE:\n  mov.u32 %r8, 2;\nOVER:\n" +
      load_a("row", "%data", 16));
  CHECK(run.outcome.faults.empty());
}

TEST_CASE("addresses and leading dimensions of matrices must be alike and aligned") {
  CHECK(Run(load_a("row", "%data+16", 16)).has(FaultKind::kMisaligned, "multiple of 32 bytes"));
  CHECK(Run(load_a("row", "%data", 20)).has(FaultKind::kMisaligned, "multiple of 8 elements"));
  CHECK(Run("  mad.wide.u32 %data, %lane, 32, %data;\n" + load_a("row", "%data", 16))
            .has(FaultKind::kInvalidLaneMask, "different addresses"));
  const std::string b = "  wmma.load.b.sync.aligned.row.m32n8k16.f16 ";
  // Eight halves are a row of this tile: it may stand beside another one.
  CHECK(Run(b + kEight + ", [%data+16], 16;\n").outcome.faults.empty());
  CHECK(Run(b + kEight + ", [%data+8], 16;\n").has(FaultKind::kMisaligned, "multiple of 16 bytes"));
}

TEST_CASE("ldmatrix refuses memory that is not shared") {
  CHECK(Run("  ldmatrix.sync.aligned.m8n8.x1.b16 {%r0}, [%data];\n")
            .has(FaultKind::kOutOfBounds, "not one of shared memory"));
}

TEST_CASE("a fragment with a wrong number of registers is refused") {
  const Run run("  wmma.load.a.sync.aligned.row.m16n16k16.f16 {%r0, %r1}, [%data], 16;\n");
  CHECK(run.has(FaultKind::kInvalidInstruction, "a fragment of other than 8 registers"));
}
