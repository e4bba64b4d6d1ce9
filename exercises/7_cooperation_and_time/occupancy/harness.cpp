// The tests of exercise occupancy. The functions called run_... are executed by the worker, next to
// the student's code; the TEST_CASEs by the judge.
#include "occupancy.hpp"

#include <algorithm>
#include <array>
#include <warpschool/harness.hpp>

using namespace warpschool::harness;

namespace {

struct Card {
  const char* name;
  Limits limits;
};

const std::vector<Card>& cards() {
  static const std::vector<Card> kCards{
      {"8-series", {512, 24, 8, 8192, 1, 256, 16384, 512, 0}},
      {"T4", {1024, 32, 16, 65536, 4, 256, 65536, 256, 0}},
      {"RTX 3080", {1024, 48, 16, 65536, 4, 256, 102400, 128, 1024}},
      {"A100", {1024, 64, 32, 65536, 4, 256, 167936, 128, 1024}},
      {"H200", {1024, 64, 32, 65536, 4, 256, 233472, 128, 1024}},
      // One block at a time, large units of registers, and reserved bytes that are no whole units.
      {"a card that nobody makes", {768, 32, 1, 65536, 4, 512, 65536, 256, 1000}},
  };
  return kCards;
}

using Name = std::string;  // of the card: only so that a failure says it

unsigned run_warps(Student& student, const Name&, Limits limits,
                   Named<"threads", unsigned> threads) {
  return CALL(student, blocks_by_warps)(limits, {threads, 32, 0});
}

unsigned run_registers(Student& student, const Name&, Limits limits,
                       Named<"threads", unsigned> threads, Named<"registers", unsigned> registers) {
  return CALL(student, blocks_by_registers)(limits, {threads, registers, 0});
}

unsigned run_shared(Student& student, const Name&, Limits limits, Named<"bytes", unsigned> bytes) {
  return CALL(student, blocks_by_shared_memory)(limits, {64, 32, bytes});
}

unsigned run_best(Student& student, const Name&, Limits limits,
                  Named<"registers", unsigned> registers,
                  Named<"bytes_a_thread", unsigned> bytes_a_thread) {
  return CALL(student, best_block_size)(limits, registers, bytes_a_thread);
}

Comparison run_comparison(Student& student, Named<"threads", unsigned> threads,
                          Named<"bytes", unsigned> bytes) {
  return CALL(student, compare_with_device)(threads, bytes);
}

// `count` of five values, others for another card or number of registers: over all of them each
// value meets many others, in a fraction of the questions.
std::vector<unsigned> some_of(const std::array<unsigned, 5>& values, std::size_t card,
                              unsigned registers, std::size_t count) {
  std::vector<unsigned> some;
  for (std::size_t i = 0; i < count; ++i) {
    some.push_back(values[(card + registers + 2 * i) % values.size()]);
  }
  return some;
}

unsigned round_up(unsigned value, unsigned unit) {
  return (value + unit - 1) / unit * unit;
}

unsigned by_warps(const Limits& limits, unsigned threads) {
  const unsigned blocks = std::min(limits.warps / (round_up(threads, 32) / 32), limits.blocks);
  return threads <= limits.threads_per_block ? blocks : 0;
}

auto is_by_warps(const Limits& limits, unsigned threads) {
  Limits any_block = limits;
  any_block.threads_per_block = threads;
  const unsigned in_parts = std::min(limits.warps * 32 / threads, limits.blocks);
  return EqualsExactly(by_warps(limits, threads))
      .mistaken(threads > limits.threads_per_block ? by_warps(any_block, threads) : -1.0,
                "So many blocks of " + std::to_string(threads) +
                    " threads would fit, but a block has at most " +
                    std::to_string(limits.threads_per_block) + " here: it does not run at all.")
      .mistaken(in_parts, "So many would fit if warps could be shared: a block of " +
                              std::to_string(threads) +
                              " threads takes whole warps, the last one too.");
}

unsigned by_registers(const Limits& limits, unsigned threads, unsigned registers) {
  const unsigned share = limits.registers / limits.schedulers;
  const unsigned warps = share / round_up(registers * 32, limits.register_unit) * limits.schedulers;
  return warps / (round_up(threads, 32) / 32);
}

unsigned by_shared(const Limits& limits, unsigned bytes) {
  const unsigned taken = round_up(bytes + limits.shared_reserved, limits.shared_unit);
  return taken == 0 ? limits.blocks : limits.shared_bytes / taken;
}

unsigned best(const Limits& limits, unsigned registers, unsigned bytes_a_thread) {
  unsigned best_threads = 0;
  unsigned most = 0;
  for (unsigned threads = 32; threads <= limits.threads_per_block; threads += 32) {
    const unsigned warps =
        threads / 32 *
        std::min({by_warps(limits, threads), by_registers(limits, threads, registers),
                  by_shared(limits, bytes_a_thread * threads)});
    if (warps > most) {
      most = warps;
      best_threads = threads;
    }
  }
  return best_threads;
}

}  // namespace

TEST_CASE("warps and blocks are limited", "[task 1][correctness]") {
  const auto threads = GENERATE(1U, 32U, 33U, 64U, 96U, 100U, 256U, 257U, 320U, 512U, 513U, 768U,
                                1000U, 1024U, 1025U);
  for (const auto& [name, limits] : cards()) {
    CHECK_THAT(ask(run_warps, Name(name), limits, threads), is_by_warps(limits, threads));
  }
}

TEST_CASE("registers are given in units, by schedulers", "[task 2][correctness]") {
  const auto registers = GENERATE(1U, 8U, 9U, 16U, 31U, 32U, 33U, 40U, 41U, 64U, 72U, 128U, 255U);
  for (std::size_t card = 0; card < cards().size(); ++card) {
    const auto& [name, limits] = cards()[card];
    for (const unsigned threads : some_of({32, 100, 256, 384, 1024}, card, registers, 2)) {
      CHECK_THAT(ask(run_registers, Name(name), limits, threads, registers),
                 EqualsExactly(by_registers(limits, threads, registers)));
    }
  }
}

TEST_CASE("shared memory is given in units, and some is reserved", "[task 3][correctness]") {
  const auto bytes = GENERATE(0U, 1U, 128U, 1000U, 1024U, 2048U, 5000U, 8192U, 15360U, 16384U,
                              16385U, 49152U, 65536U, 99U * 1024, 227U * 1024, 228U * 1024);
  for (const auto& [name, limits] : cards()) {
    CHECK_THAT(ask(run_shared, Name(name), limits, bytes), EqualsExactly(by_shared(limits, bytes)));
  }
}

TEST_CASE("the runtime says the same", "[task 3][correctness]") {
  const auto threads = GENERATE(32U, 100U, 256U, 1000U, 1024U);
  const auto bytes = GENERATE(0U, 1000U, 10'000U, 40'000U);
  const auto comparison = ask(run_comparison, threads, bytes);
  const unsigned from_device = comparison.value().from_device;
  REQUIRE(from_device > 0);
  CHECK_THAT(mapped(comparison, [](const Comparison& both) { return both.from_limits; }),
             EqualsExactly(from_device));
}

TEST_CASE("the smallest block with the most warps is chosen", "[task 4][correctness]") {
  const auto registers = GENERATE(8U, 20U, 32U, 33U, 40U, 56U, 100U, 168U, 255U);
  for (std::size_t card = 0; card < cards().size(); ++card) {
    const auto& [name, limits] = cards()[card];
    for (const unsigned bytes : some_of({0, 8, 50, 200, 10'000}, card, registers, 3)) {
      CHECK_THAT(ask(run_best, Name(name), limits, registers, bytes),
                 EqualsExactly(best(limits, registers, bytes)));
    }
  }
}
