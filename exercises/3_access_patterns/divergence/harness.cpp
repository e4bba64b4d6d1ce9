// The tests of exercise divergence. `assigned` and `run` are executed by the worker, next to the
// student's code; the TEST_CASEs by the judge.
#include "divergence.hpp"

#include <algorithm>
#include <set>
#include <warpschool/harness.hpp>

using namespace warpschool::harness;

namespace {

using Numbers = std::vector<unsigned>;
using Elements = std::vector<std::size_t>;

Output<std::size_t> assigned(Student& student, Named<"n"> n) {
  auto element = device_array<std::size_t>((n + kThreads - 1) / kThreads * kThreads);
  CALL(student, elements)(n, element);
  return to_judge(element);
}

Output<unsigned> run(Student& student, const Input<unsigned>& in) {
  auto in_on_device = to_device(in);
  auto out = device_array<unsigned>(in.size());
  CALL(student, scramble)(in_on_device, out, in.size());
  return to_judge(out);
}

Numbers scrambled(const Numbers& in) {
  Numbers out = in;
  for (std::size_t i = 0; i < in.size(); ++i) {
    for (unsigned round = 0; round < 32; ++round) {
      if (i % 2 == 0) {
        out[i] = out[i] * 1664525U + 1013904223U;
        out[i] ^= out[i] >> 15U;
      } else {
        out[i] ^= out[i] << 13U;
        out[i] ^= out[i] >> 17U;
        out[i] ^= out[i] << 5U;
      }
    }
  }
  return out;
}

Numbers random_numbers(std::size_t n) {
  const auto values = random_ints(n, 1, 1 << 30);
  return {values.begin(), values.end()};
}

/// How many threads each element has.
Numbers threads_of(const Elements& elements, std::size_t n) {
  Numbers threads(n);
  for (const std::size_t element : elements) {
    if (element < n) {
      ++threads[element];
    }
  }
  return threads;
}

/// Warps with both even and odd elements.
std::size_t mixed_warps(const Elements& elements, std::size_t n) {
  std::set<std::size_t> kinds;  // 2 * warp + parity
  for (std::size_t t = 0; t < elements.size(); ++t) {
    if (elements[t] < n) {
      kinds.insert(t / 32 * 2 + elements[t] % 2);
    }
  }
  std::set<std::size_t> warps;
  for (const std::size_t kind : kinds) {
    warps.insert(kind / 2);
  }
  return kinds.size() - warps.size();
}

}  // namespace

TEST_CASE("each element has one thread, each warp one kind", "[task 1][correctness]") {
  const auto n = GENERATE(edge_sizes(5000, 1));
  const auto answer = ask(assigned, n);
  const Numbers threads = threads_of(answer.value(), n);
  const auto odd_one =
      std::find_if(threads.begin(), threads.end(), [](unsigned t) { return t != 1; });
  if (odd_one != threads.end()) {
    book(answer.finding(Verdict::kWrong,
                        "Element " + std::to_string(odd_one - threads.begin()) + " has " +
                            std::to_string(*odd_one) + " threads.",
                        "Each element needs exactly one thread. Write down those of threads 0 to "
                        "63 for n = 64, then those of a smaller n."));
  }
  CHECK(odd_one == threads.end());
  const std::size_t mixed = mixed_warps(answer.value(), n);
  constexpr std::size_t kAtASeam = 1;  // evens first, then odds: one warp may have both
  if (mixed > kAtASeam) {
    book(answer.finding(Verdict::kWrong,
                        std::to_string(mixed) + " warps have even and odd elements.",
                        "Warps are runs of 32 threads of the grid: which elements has each run?"));
  }
  CHECK(mixed <= kAtASeam);
}

TEST_CASE("any number of elements is scrambled", "[task 2][correctness]") {
  const auto in = random_numbers(GENERATE(edge_sizes(20000)));
  CHECK_THAT(ask(run, in), EqualsExactly(scrambled(in)));
}

TEST_CASE("no warp does the work of both kinds", "[task 2][counters]") {
  const std::size_t n = 1 << 14;
  const auto in = random_numbers(n);
  auto counted = count(run, in);
  CHECK_THAT(counted.per("warp_instructions_per_element", "warp_instructions", n)
                 .advise("warp_instructions_per_element",
                         "Warps do the work of both kinds: by lanes that go different ways, or by "
                         "computing both and choosing then. All lanes of a warp should go the same "
                         "way before they compute.")
                 .with("modelled_us", counted.answer().elapsed_us()),
             MeetsLimits(EqualsExactly(scrambled(in))));
}
