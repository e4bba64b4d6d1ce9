// The tests of exercise compact_ballot. `ranks`, `counts`, `places` and `run` are executed by the
// worker, next to the student's code; the TEST_CASEs by the judge.
#include "compact_ballot.hpp"

#include <bit>
#include <warpschool/harness.hpp>
#include <warpschool/harness/backend.hpp>

using namespace warpschool::harness;

namespace {

using Values = std::vector<int>;
using Counts = std::vector<unsigned>;

Output<int> ranks(Student& student, const Input<int>& values, Named<"limit", int> limit) {
  auto in = to_device(values);
  auto result = device_array<int>(values.size());
  CALL(student, rank_in_warps)(in, values.size(), limit, result);
  return to_judge(result);
}

std::size_t shares_for(std::size_t n, std::size_t each) {
  return (n + 8 * each - 1) / (8 * each) * 8;
}

Output<unsigned> counts(Student& student, const Input<int>& values, Named<"each"> each,
                        Named<"limit", int> limit) {
  auto in = to_device(values);
  auto result = device_array<unsigned>(shares_for(values.size(), each));
  CALL(student, count_shares)(in, values.size(), each, limit, result);
  return to_judge(result);
}

Output<unsigned> places(Student& student, const Input<unsigned>& counts) {
  auto in = to_device(counts);
  auto result = device_array<unsigned>(counts.size());
  CALL(student, place_shares)(in, static_cast<unsigned>(counts.size()), result);
  return to_judge(result);
}

// The kept values; all of the array if the count cannot be.
auto run(Student& student, const Input<int>& values, Named<"limit", int> limit) {
  auto in = to_device(values);
  auto kept = device_array<int>(values.size());
  auto count = device_value<unsigned>();
  auto scratch = device_array<unsigned>(values.size() / 32 + 8);
  CALL(student, compact)(in, values.size(), limit, kept, count, scratch);
  constexpr auto kCut = [](Values all, unsigned number) {
    all.resize(std::min<std::size_t>(number, all.size()));
    return all;
  };
  return in_judge(kCut, to_judge(kept), to_judge(count));
}

Values ranks_on_host(const Values& values, int limit) {
  Values result(values.size(), -1);
  int rank = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    rank = i % 32 == 0 ? 0 : rank;
    if (values[i] > limit) {
      result[i] = rank++;
    }
  }
  return result;
}

auto are_ranks(const Values& values, int limit) {
  const Values ranks = ranks_on_host(values, limit);
  std::vector<double> with_own(ranks.begin(), ranks.end());
  for (double& rank : with_own) {
    rank += rank < 0 ? 0 : 1;
  }
  return EqualsExactly(ranks).mistaken(
      [=] { return with_own; },
      "My own bit is counted, too: a rank is how many lanes below me keep their value.");
}

Counts counts_on_host(const Values& values, std::size_t each, int limit) {
  Counts result(shares_for(values.size(), each));
  for (std::size_t i = 0; i < values.size(); ++i) {
    result[i / each] += values[i] > limit ? 1U : 0U;
  }
  return result;
}

Values kept_on_host(const Values& values, int limit) {
  Values kept;
  std::copy_if(values.begin(), values.end(), std::back_inserter(kept),
               [limit](int value) { return value > limit; });
  return kept;
}

constexpr std::size_t kRows = 4;  // of 32 values, that a warp reads at a time

// 32 values of a share, some perhaps beyond the end.
struct Row {
  std::uint32_t ballot;
  std::size_t number;  // in the share
  bool is_in_last_round, is_in_whole_round;
};

// For each share the sum of what `weight` makes of its rows; nothing if that is 0 for all, which
// many mistakes have in common.
template <class Weight>
std::vector<double> rows_of_shares(const Values& values, std::size_t each, int limit,
                                   Weight weight) {
  std::vector<double> sums(shares_for(values.size(), each));
  for (std::size_t share = 0; share < sums.size(); ++share) {
    const std::size_t begin = share * each, end = std::min(begin + each, values.size());
    constexpr std::size_t kRound = kRows * 32;
    for (std::size_t first = begin; first < end; first += 32) {
      const std::size_t round = (first - begin) / kRound;
      Row row{0, (first - begin) / 32, round == (end - begin - 1) / kRound,
              round < (end - begin) / kRound};
      for (std::size_t i = first; i < std::min(first + 32, end); ++i) {
        row.ballot |= values[i] > limit ? 1U << (i - first) : 0U;
      }
      sums[share] += weight(row);
    }
  }
  const bool is_any = std::any_of(sums.begin(), sums.end(), [](double sum) { return sum > 0; });
  return is_any ? sums : std::vector<double>();
}

// What lies before each share.
Counts before_each(const Counts& counts) {
  Counts places(counts.size());
  for (std::size_t s = 1; s < counts.size(); ++s) {
    places[s] = places[s - 1] + counts[s - 1];
  }
  return places;
}

Counts random_counts(std::size_t shares) {
  Counts counts(shares);
  for (unsigned& count : counts) {
    count = static_cast<unsigned>(random_number(0, 512));
  }
  return counts;
}

double bits_of(const Row& row) {
  return static_cast<double>(std::popcount(row.ballot));
}

auto are_counts(const Values& values, std::size_t each, int limit) {
  const auto by = [=](auto weight) {
    return [=] { return rows_of_shares(values, each, limit, weight); };
  };
  const std::size_t shares = shares_for(values.size(), each);
  return EqualsExactly(counts_on_host(values, each, limit))
      .mistaken(by([](const Row& row) { return static_cast<double>(row.ballot & 1U); }),
                "Only the values of lane 0 are counted: every lane knows its own `keep` alone, and "
                "a ballot tells it those of all.")
      .mistaken(by([](const Row& row) { return row.number % kRows == 0 ? bits_of(row) : 0; }),
                "Only the first row of each round is counted: a round has kRows of them.")
      .mistaken(by([](const Row& row) { return row.number < kRows ? bits_of(row) : 0; }),
                "Only the first kRows rows are counted: the share goes on behind them.")
      .mistaken(by([](const Row& row) { return row.is_in_whole_round ? bits_of(row) : 0; }),
                "Only whole rounds of kRows rows are counted: a division of integers rounds down, "
                "and what is left over at the end of a share wants a round, too.")
      .mistaken(by([](const Row& row) {
                  return bits_of(row) * static_cast<double>(std::min(row.number + 1, kRows));
                }),
                "Rows are counted more than once: a round reads kRows rows of 32, so the next one "
                "begins kRows * 32 values on.")
      .mistaken(by([](const Row& row) {
                  return row.is_in_last_round && row.number % kRows == kRows - 1 ? bits_of(row) : 0;
                }),
                "That is the count of the last row alone: counts of rows are added up.")
      .mistaken(by([](const Row& row) { return static_cast<double>(row.ballot); }),
                "That is the sum of the ballots themselves: one is a mask with a bit a lane, and "
                "__popc() counts its bits.")
      .mistaken([=] { return std::vector<double>(each < kRows * 32 ? shares : 0); },
                "Nothing is counted of shares that are shorter than a round of kRows rows: does "
                "what is left over have a round, too, and is the count of each row added?");
}

auto are_places(const Counts& counts) {
  const Counts places = before_each(counts);
  std::vector<double> with_own(places.begin(), places.end());
  for (std::size_t s = 0; s < counts.size(); ++s) {
    with_own[s] += static_cast<double>(counts[s]);
  }
  return EqualsExactly(places).mistaken(
      [=] { return with_own; },
      "Each share's own count is in its place, too: it begins behind those before it, "
      "and share 0 at 0.");
}

// How many shuffles the kernels make for 32 values, beside none of which a ballot needs.
template <class R>
Counted<R> with_shuffles(Counted<R> counted, std::size_t n) {
  const double shuffles = counters_of(counted.answer()).value_or(CounterValues{})["shuffles"];
  return counted
      .with("shuffles_a_row", shuffles * 32 / static_cast<double>(n),
            "shuffles for each row of 32 values")
      .advise("shuffles_a_row",
              "One __ballot_sync tells every lane who keeps a value, and __popc counts: a scan or "
              "a sum by shuffles takes five steps or more for each row of 32 values.");
}

}  // namespace

TEST_CASE("each kept value knows its rank in the warp", "[task 1][correctness]") {
  const auto values = random_ints(GENERATE(edge_sizes(5000)));
  const int limit = GENERATE(-500, 300);
  CHECK_THAT(ask(ranks, values, limit), are_ranks(values, limit));
}

TEST_CASE("each share's kept values are counted", "[task 2][correctness]") {
  const auto values = random_ints(GENERATE(edge_sizes(20'000)));
  const auto each = GENERATE(std::size_t{32}, std::size_t{160}, std::size_t{512});
  CHECK_THAT(ask(counts, values, each, 100), are_counts(values, each, 100));
}

TEST_CASE("each share knows what lies before it", "[task 3][correctness]") {
  const auto shares = GENERATE(std::size_t{0}, std::size_t{8}, std::size_t{64}, std::size_t{1000},
                               std::size_t{2056});
  const Counts counts = random_counts(shares);
  CHECK_THAT(ask(places, counts), are_places(counts));
}

TEST_CASE("the kept values of any number, in order", "[task 4][correctness]") {
  const auto values = random_ints(GENERATE(edge_sizes(simulated() ? 1 << 15 : 1 << 18)));
  const int limit = GENERATE(-1001, 0, 990, 1000);  // all, half, few, none
  CHECK_THAT(ask(run, values, limit), EqualsExactly(kept_on_host(values, limit)));
}

TEST_CASE("millions of values", "[task 4][correctness]") {
  const auto values = random_ints((simulated() ? 1U << 19 : 1U << 21) + 12'345);
  CHECK_THAT(ask(run, values, 250), EqualsExactly(kept_on_host(values, 250)));
}

TEST_CASE("beats a single block", "[task 4][timing]") {
  CHECK_THAT(race(
                 run,
                 [](std::size_t n) {
                   return std::tuple{random_ints(n), 0};
                 },
                 [](const Values& values, int limit) {
                   return EqualsExactly(kept_on_host(values, limit));
                 }),
             MeetsThreshold());
}

TEST_CASE("a warp counts its share without an atomic a value", "[task 2][counters]") {
  const auto values = random_ints((1U << 15) + 69);
  CHECK_THAT(with_shuffles(count(counts, values, std::size_t{512}, 0), values.size()),
             MeetsLimits(EqualsExactly(counts_on_host(values, 512, 0))));
}

TEST_CASE("a place takes few loads, and no warp all of the work", "[task 3][counters]") {
  const Counts counts = random_counts(2048);
  CHECK_THAT(
      count(places, counts)
          .per("loads_per_share", "global_load_threads", counts.size())
          .advise("loads_per_share",
                  "All lanes of a block need the sum of what is before the block: each thread "
                  "reads some of these counts, once for the block, and they add up what they read.")
          .advise("busiest_warp_instructions",
                  "One warp adds up what all threads of its block could: let each begin at its own "
                  "number and go on in steps of a block."),
      MeetsLimits(are_places(counts)));
}

TEST_CASE("at most one atomic for 32 values, and little traffic", "[task 4][counters]") {
  const auto values = random_ints((1U << 18) + 77);
  CHECK_THAT(with_shuffles(count(run, values, 0), values.size())
                 .per("dram_bytes_per_value", "dram_bytes", values.size())
                 .per("loads_per_value", "global_load_threads", values.size()),
             MeetsLimits(EqualsExactly(kept_on_host(values, 0))));
}
