// Kernels of the kind that the course teaches give the right results and the right counts.
#include "guest.hpp"
#include "warpschool/harness/catch.hpp"

#include <cmath>
#include <numeric>

using namespace warpschool::sim;

namespace {

std::vector<float> ramp(std::size_t count) {
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    values[i] = static_cast<float>((i * 37 + 11) % 251) * 0.25f - 20.0f;
  }
  return values;
}

}  // namespace

TEST_CASE("vector add is right for sizes around the block's") {
  Guest guest = course_kernels();
  const int n = GENERATE(1, 31, 32, 33, 255, 256, 257, 1000);
  const std::vector<float> a = ramp(static_cast<std::size_t>(n));
  std::vector<float> expected = a;
  std::transform(a.begin(), a.end(), expected.begin(), [](float x) { return x + x; });
  const auto in = guest.upload(a);
  const auto out = guest.allocate<float>(a.size());
  const auto blocks = static_cast<std::uint32_t>((n + 255) / 256);
  const LaunchOutcome outcome =
      guest.launch("vector_add", {blocks, 1, 1}, {256, 1, 1}, in, in, out, n);
  CHECK(outcome.faults.empty());
  CHECK(guest.download<float>(out, a.size()) == expected);
}

TEST_CASE("a coalesced load takes four sectors a request and a whole warp a branch") {
  Guest guest = course_kernels();
  const int n = 1024;
  const auto in = guest.upload(ramp(1024));
  const auto out = guest.allocate<float>(1024);
  const Counters counters =
      guest.launch("vector_add", {4, 1, 1}, {256, 1, 1}, in, in, out, n).counters;
  CHECK(counters.warps == 32);
  CHECK(counters.global_load_requests == 64);
  CHECK(counters.global_load_sectors == 256);
  CHECK(counters.global_store_requests == 32);
  CHECK(counters.global_store_sectors == 128);
  CHECK(counters.branches == 32);
  CHECK(counters.divergent_branches == 0);
  CHECK(counters.warp_instructions == 32ull * 22);
  CHECK(counters.busiest_warp_instructions == Approx(22));
  CHECK(counters.mean_warp_instructions == Approx(22));
  CHECK(counters.thread_instructions == 1024ull * 22);
}

TEST_CASE("tiled matrix multiplication agrees with the host") {
  Guest guest = course_kernels();
  constexpr std::size_t n = 64;
  const std::vector<float> a = ramp(n * n);
  const auto in = guest.upload(a);
  const auto out = guest.allocate<float>(n * n);
  const LaunchOutcome outcome = guest.launch("matmul", {4, 4, 1}, {16, 16, 1}, in, in, out, 64);
  REQUIRE(outcome.faults.empty());
  const std::vector<float> result = guest.download<float>(out, n * n);
  std::size_t wrong = 0;
  for (std::size_t y = 0; y < n; ++y) {
    for (std::size_t x = 0; x < n; ++x) {
      float sum = 0;
      for (std::size_t k = 0; k < n; ++k) {
        sum = std::fma(a[y * n + k], a[k * n + x], sum);
      }
      wrong += sum != result[y * n + x] ? 1u : 0u;
    }
  }
  CHECK(wrong == 0);
  CHECK(outcome.counters.shared_load_passes == outcome.counters.shared_load_ideal_passes);
}

TEST_CASE("padding a transpose's tile removes its bank conflicts") {
  Guest guest = course_kernels();
  constexpr std::size_t n = 64;
  const std::vector<float> a = ramp(n * n);
  const auto in = guest.upload(a);
  for (const char* kernel : {"transpose_padded", "transpose_conflicts"}) {
    const auto out = guest.allocate<float>(n * n);
    const LaunchOutcome outcome = guest.launch(kernel, {2, 2, 1}, {32, 8, 1}, in, out, 64);
    REQUIRE(outcome.faults.empty());
    const std::vector<float> result = guest.download<float>(out, n * n);
    bool right = true;
    for (std::size_t i = 0; i < n * n; ++i) {
      right &= result[i] == a[i % n * n + i / n];
    }
    CHECK(right);
    const std::uint64_t degree =
        outcome.counters.shared_load_passes / outcome.counters.shared_load_ideal_passes;
    CHECK(degree == (std::string(kernel) == "transpose_padded" ? 1 : 32));
  }
}

TEST_CASE("a shuffle reduction and a tree reduction sum all values") {
  Guest guest = course_kernels();
  const int n = 5000;
  const std::vector<float> a = ramp(5000);
  const double expected = std::accumulate(a.begin(), a.end(), 0.0);
  const auto in = guest.upload(a);
  const auto out = guest.upload(std::vector<float>(20, 0.0f));
  REQUIRE(guest.launch("reduce_shuffle", {7, 1, 1}, {128, 1, 1}, in, out, n).faults.empty());
  CHECK(static_cast<double>(guest.download<float>(out, 1)[0]) == Approx(expected).epsilon(1e-5));
  const LaunchOutcome outcome = guest.launch("reduce_tree", {20, 1, 1}, {256, 1, 1}, in, out, n);
  REQUIRE(outcome.faults.empty());
  const std::vector<float> partial = guest.download<float>(out, 20);
  CHECK(std::accumulate(partial.begin(), partial.end(), 0.0) == Approx(expected).epsilon(1e-5));
  CHECK(outcome.counters.divergent_branches == 20 * 6 + 1);
}

TEST_CASE("a shared histogram counts every byte") {
  Guest guest = course_kernels();
  std::vector<unsigned char> bytes(10000);
  std::vector<int> expected(256, 0);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<unsigned char>(i * i % 251);
    ++expected[bytes[i]];
  }
  const auto in = guest.upload(bytes);
  const auto out = guest.upload(std::vector<int>(256, 0));
  const LaunchOutcome outcome = guest.launch("histogram", {8, 1, 1}, {256, 1, 1}, in, out, 10000);
  REQUIRE(outcome.faults.empty());
  CHECK(guest.download<int>(out, 256) == expected);
  CHECK(outcome.counters.global_atomic_threads == 8ull * 256);
}

TEST_CASE("functions call themselves, lanes to different depths") {
  Guest guest = course_kernels();
  const auto out = guest.allocate<int>(16);
  REQUIRE(guest.launch("recursion", {1, 1, 1}, {16, 1, 1}, out).faults.empty());
  CHECK(guest.download<int>(out, 16) ==
        std::vector<int>{0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610});
}

TEST_CASE("lanes call different functions through pointers of an initialised table") {
  Guest guest = course_kernels();
  const auto out = guest.allocate<int>(4);
  REQUIRE(guest.launch("through_pointers", {1, 1, 1}, {4, 1, 1}, out).faults.empty());
  CHECK(guest.download<int>(out, 4) == std::vector<int>{3, 3, 5, 9});
}

TEST_CASE("device printf formats as the host's, and the maths library answers") {
  Guest guest = course_kernels();
  const auto out = guest.allocate<float>(4);
  const LaunchOutcome outcome = guest.launch("prints", {1, 1, 1}, {4, 1, 1}, out);
  REQUIRE(outcome.faults.empty());
  CHECK(outcome.printed == "lane 3| 1.50|1099511627776|x%\n");
  CHECK(guest.download<float>(out, 4)[2] == std::sin(1.0f));
}

TEST_CASE("a spin lock inside a warp ends") {
  Guest guest = course_kernels();
  for (const char* kernel : {"spin_lock", "greedy_spin_lock"}) {
    const auto lock = guest.upload(std::vector<int>(1, 0));
    const auto counter = guest.upload(std::vector<int>(1, 0));
    const LaunchOutcome outcome = guest.launch(kernel, {2, 1, 1}, {64, 1, 1}, lock, counter);
    CHECK(outcome.faults.empty());
    CHECK(guest.download<int>(counter, 1)[0] == 128);
  }
}

TEST_CASE("a block may wait for a later one") {
  Guest guest = course_kernels();
  const auto flag = guest.upload(std::vector<int>(1, 0));
  const auto out = guest.upload(std::vector<int>(32, 0));
  REQUIRE(guest.launch("waits_for_block", {3, 1, 1}, {32, 1, 1}, flag, out).faults.empty());
  CHECK(guest.download<int>(out, 32) == std::vector<int>(32, 1));
}

namespace {

/// A kernel with a pointer in %a, the thread in %r1 and these instructions.
Guest timed_kernel(const std::string& body) {
  return Guest(
      ".version 7.0\n.target sm_70\n.address_size 64\n"
      ".visible .entry k(.param .u64 a)\n{\n.shared .align 4 .b8 s[256];\n.reg .pred %p;\n.reg "
      ".b32 %r<9>;\n.reg .f32 %f<9>;\n"
      ".reg .b64 %d<9>;\n.reg .b64 %a;\nld.param.u64 %a, [a];\nmov.u32 %r1, %tid.x;\n" +
      body + "ret;\n}\n");
}

Counters counters_of(const std::string& body) {
  Guest guest = timed_kernel(body);
  const LaunchOutcome outcome =
      guest.launch("k", {1, 1, 1}, {32, 1, 1}, guest.allocate<float>(4096));
  REQUIRE(outcome.faults.empty());
  return outcome.counters;
}

}  // namespace

TEST_CASE("a warp that does more than the others of its block is seen, also among idle blocks") {
  std::string body = "mov.u32 %r2, %ctaid.x;\nsetp.ge.u32 %p, %r2, 3;\n@%p bra END;\n";
  body += "setp.ge.u32 %p, %r1, 32;\n@%p bra END;\n";
  for (int i = 0; i < 100; ++i) {
    body += "xor.b32 %r1, %r1, 5;\n";  // the first warp's alone, of the first three blocks
  }
  Guest guest = timed_kernel(body + "END:\n");
  const auto counted = [&](unsigned blocks) {
    return guest.launch("k", {blocks, 1, 1}, {96, 1, 1}, guest.allocate<float>(4096)).counters;
  };
  const Counters busy = counted(3), among_idle = counted(24);
  CHECK(busy.busiest_warp_instructions - 100 ==
        Approx(busy.mean_warp_instructions - 100.0 / 3).epsilon(0.001));
  CHECK(among_idle.busiest_warp_instructions / among_idle.mean_warp_instructions >
        0.85 * busy.busiest_warp_instructions / busy.mean_warp_instructions);
}

TEST_CASE("writes to shared memory are those of the block that has most, whoever idles beside it") {
  Guest guest = timed_kernel(
      "mov.u32 %r2, %ctaid.x;\nsetp.ge.u32 %p, %r2, 1;\n@%p bra END;\n"
      "setp.ge.u32 %p, %r1, 48;\n@%p bra END;\n"  // a warp and a half of the first block
      "mov.u64 %d1, s;\nmul.wide.u32 %d2, %r1, 4;\nadd.s64 %d1, %d1, %d2;\n"
      "st.shared.u32 [%d1], %r1;\nred.shared.add.u32 [%d1], %r1;\nld.shared.u32 %r3, [%d1];\n"
      "END:\n");
  const auto counted = [&](unsigned blocks, unsigned threads) {
    return guest.launch("k", {blocks, 1, 1}, {threads, 1, 1}, guest.allocate<float>(4096)).counters;
  };
  Counters both = counted(1, 64);
  CHECK(both.most_shared_write_threads == 96);
  const Counters idle = counted(100, 1024);
  CHECK(idle.most_shared_write_threads == 96);
  both += idle;
  CHECK(both.most_shared_write_threads == 96);
}

TEST_CASE("words of a struct that are stored in turn take L2 as whole sectors do") {
  const std::string address = "mul.wide.u32 %d1, %r1, 12;\nadd.s64 %d2, %a, %d1;\n";
  const std::string first = "st.global.u32 [%d2], %r1;\n", second = "st.global.u32 [%d2+4], %r1;\n",
                    third = "st.global.u32 [%d2+8], %r1;\n";
  CHECK(counters_of(address + first + second + third).l2_sector_slots == 12);
  CHECK(counters_of(address + first + second).l2_sector_slots == std::uint64_t{3} * 8);
  // A load that waits for a store stands between: three times the price of sectors in part.
  const std::string load = "ld.global.u32 %r2, [%a+8192];\n";
  const Counters apart = counters_of(address + first + load + second + load + third);
  CHECK(apart.l2_sector_slots - apart.l2_read_sectors == std::uint64_t{3} * 3 * 8);
  CHECK(apart.global_store_sectors ==
        counters_of(address + first + second + third).global_store_sectors);
}

TEST_CASE("a division by a new divisor waits for three results of the pipe of roots") {
  const auto clk = [](const std::string& divisor) {
    return counters_of(
               "mov.u32 %r2, 1000000;\nadd.s32 %r3, %r1, 3;\nadd.s32 %r4, %r1, 5;\n"
               "div.u32 %r5, %r2, %r3;\ndiv.u32 %r6, %r5, " +
               divisor +
               ";\nmul.wide.u32 %d1, %r1, 4;\nadd.s64 %d2, %a, %d1;\nst.global.u32 [%d2], %r6;\n")
        .block_critical_path_clk;
  };
  const DeviceProfile& h200 = *find_profile("h200");
  const double anew = clk("%r4"), again = clk("%r3");
  // 17 machine instructions, three of them there; of a divisor that had its reciprocal 12.
  CHECK(anew - again == Approx(14 * h200.alu_latency_clk + 3 * h200.sfu_latency_clk -
                               (11 * h200.alu_latency_clk + h200.sfu_latency_clk)));
}

TEST_CASE("a division of zero goes a longer way, with all lanes") {
  const auto slots = [](const std::string& dividend) {
    return counters_of(
               "cvt.rn.f32.u32 %f1, %r1;\nadd.rn.f32 %f2, %f1, 0f3F800000;\n"
               "div.rn.f32 %f3, " +
               dividend + ", %f2;\nmul.wide.u32 %d1, %r1, 4;\nadd.s64 %d2, %a, %d1;\n" +
               "st.global.f32 [%d2], %f3;\n")
        .issue_slots;
  };
  CHECK(slots("%f1") == slots("%f2") + 34);  // of lane 0 it is zero
}

TEST_CASE("a branch waits for its predicate, and what follows for the branch") {
  const auto clk = [](unsigned turns) {
    // In a register, as nvcc would unroll a loop whose turns it knows.
    return counters_of("mov.u32 %r3, " + std::to_string(turns) +
                       ";\nmov.u32 %r2, 0;\nTOP:\nadd.s32 %r2, %r2, 1;\n"
                       "setp.ne.s32 %p, %r2, %r3;\n@%p bra TOP;\nst.global.u32 [%a], %r2;\n")
        .block_critical_path_clk;
  };
  // A sum of 4 clocks, a comparison of 13, a branch that is issued, and 5 behind it.
  CHECK(clk(101) - clk(1) == Approx(100 * (4 + 13 + 1 + 5)));
}

TEST_CASE("arrays of lanes pass through L1, and what is stored in them goes on to L2") {
  const auto counters = [](const std::string& place) {
    return counters_of(
        ".local .align 4 .b8 array[64];\nmov.u64 %d1, array;\n"
        "mul.wide.u32 %d3, %r1, 4;\nadd.s64 %d4, %a, %d3;\n"
        "and.b32 %r2, %r1, " +
        place +
        ";\nmul.wide.u32 %d2, %r2, 4;\nadd.s64 %d2, %d1, %d2;\n"
        "st.local.u32 [%d2], %r1;\nld.local.u32 %r3, [%d2];\n"
        "st.global.u32 [%d4], %r3;\n");
  };
  const Counters one = counters("0"), four = counters("3"), eight = counters("7");
  CHECK(one.local_load_requests == 1);
  CHECK(one.local_l1_passes == 2);
  CHECK(four.l2_sector_slots == one.l2_sector_slots + 16 - 4);  // places of 8 lanes are a sector
  CHECK(four.local_l1_passes == 2 * 2);                         // four lines
  CHECK(eight.local_l1_passes == 2 * 3);
}

TEST_CASE("a store to a place of which a load is under way is held back") {
  const auto overtaken = [](const std::string& between, const std::string& now = "%r2") {
    return counters_of(
               "mul.wide.u32 %d1, %r1, 4;\nadd.s64 %d2, %a, %d1;\nmov.u32 %r2, 7;\n"
               "ld.global.u32 %r3, [%d2];\n" +
               between + "st.global.u32 [%d2], " + now +
               ";\nadd.u32 %r4, %r3, %r1;\nst.global.u32 [%d2+256], %r4;\n")
        .overtaken_sectors;
  };
  CHECK(overtaken("") == 4);
  CHECK(overtaken("setp.ne.u32 %p, %r3, 5;\n") == 4);  // a comparison can wait
  CHECK(overtaken("", "%r3") == 0);
  CHECK(overtaken("add.u32 %r2, %r3, 1;\n") == 0);
  CHECK(overtaken("bar.sync 0;\n") == 0);
  CHECK(overtaken("st.global.u32 [%d2+512], %r3;\n") == 0);
  CHECK(overtaken("setp.ne.u32 %p, %r3, 5;\n@%p bra END;\nEND:\n") == 0);
  CHECK(overtaken("ld.global.u32 %r5, [%d2];\nadd.u32 %r2, %r5, 1;\n") == 0);
}

TEST_CASE("a warp waits for a sum of floats in shared memory, lane by lane") {
  const auto clk = [](unsigned shift) {
    return counters_of(
               "mov.u64 %d1, s;\nmul.wide.u32 %d2, %r1, 4;\nadd.s64 %d2, %d1, %d2;\n"
               "mov.u32 %r2, 0;\nst.shared.u32 [%d2], %r2;\nbar.sync 0;\n"
               "shr.u32 %r3, %r1, " +
               std::to_string(shift) +
               ";\nmul.wide.u32 %d3, %r3, 4;\nadd.s64 %d3, %d1, %d3;\n"
               "mov.f32 %f1, 0f3F800000;\nred.shared.add.f32 [%d3], %f1;\nbar.sync 0;\n")
        .block_critical_path_clk;
  };
  CHECK(clk(3) - clk(0) == Approx(7 * 95));  // eight lanes a word
}
