// The tests of exercise warp_votes. The functions called run_... are executed by the worker, next
// to the student's code; the TEST_CASEs by the judge.
#include "warp_votes.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <tuple>
#include <warpschool/harness.hpp>

using namespace warpschool::harness;

namespace {

using Ints = std::vector<int>;
using Words = std::vector<unsigned>;
using Bytes = std::vector<unsigned char>;

using Votes = Output<unsigned>;

constexpr unsigned kUntouched = 77;

std::tuple<Votes, Votes, Votes> run_votes(Student& student, const Input<int>& values,
                                          Named<"limit", int> limit) {
  const std::size_t warps = (values.size() + 31) / 32;
  auto in = to_device(values);
  auto all = device_array<unsigned>(warps);
  auto any = device_array<unsigned>(warps);
  auto ballots = device_array<unsigned>(warps);
  CALL(student, warp_votes)(in, values.size(), limit, all, any, ballots);
  return {to_judge(all), to_judge(any), to_judge(ballots)};
}

/// The same, one behind the other.
auto run_votes_joined(Student& student, const Input<int>& values, Named<"limit", int> limit) {
  constexpr auto kJoin = [](Words joined, const Words& any, const Words& ballots) {
    joined.insert(joined.end(), any.begin(), any.end());
    joined.insert(joined.end(), ballots.begin(), ballots.end());
    return joined;
  };
  auto [all, any, ballots] = run_votes(student, values, limit);
  return in_judge(kJoin, all, any, ballots);
}

Output<unsigned> run_odd(Student& student, const Input<int>& values, Named<"limit", int> limit) {
  auto in = to_device(values);
  auto unanimous = to_device_in_place(Words(values.size(), kUntouched));
  CALL(student, odd_votes)(in, values.size(), limit, unanimous);
  return to_judge(unanimous);
}

Output<unsigned> run_keys(Student& student, const Input<unsigned char>& keys) {
  auto in = to_device(keys);
  auto counts = to_device_in_place(Words(256));
  CALL(student, count_keys)(in, keys.size(), counts);
  return to_judge(counts);
}

std::pair<Output<unsigned>, OutputValue<unsigned>> drawn(Student& student, const Input<int>& values,
                                                         int limit, unsigned first) {
  auto in = to_device(values);
  auto tickets = to_device_in_place(Words(values.size(), kUntouched));
  auto counter = device_value(first);
  CALL(student, draw_tickets)(in, values.size(), limit, tickets, counter);
  return {to_judge(tickets), to_judge(counter)};
}

/// The tickets, and behind them the counter.
auto run_tickets(Student& student, const Input<int>& values, Named<"limit", int> limit,
                 Named<"first", unsigned> first) {
  constexpr auto kJoin = [](Words tickets, unsigned counter) {
    tickets.push_back(counter);
    return tickets;
  };
  auto [tickets, counter] = drawn(student, values, limit, first);
  return in_judge(kJoin, tickets, counter);
}

/// The same, ascending: which value gets which ticket is not said.
auto run_sorted_tickets(Student& student, const Input<int>& values, Named<"limit", int> limit,
                        Named<"first", unsigned> first) {
  constexpr auto kSort = [](Words tickets, unsigned counter) {
    tickets.push_back(counter);
    std::sort(tickets.begin(), tickets.end());
    return tickets;
  };
  auto [tickets, counter] = drawn(student, values, limit, first);
  return in_judge(kSort, tickets, counter);
}

/// all, any and ballots, one after the other.
std::array<Words, 3> votes_on_host(const Ints& values, int limit) {
  const std::size_t warps = (values.size() + 31) / 32;
  std::array<Words, 3> votes{Words(warps, 1), Words(warps, 0), Words(warps, 0)};
  for (std::size_t i = 0; i < values.size(); ++i) {
    const unsigned above = values[i] > limit ? 1 : 0;
    votes[0][i / 32] &= above;
    votes[1][i / 32] |= above;
    votes[2][i / 32] |= above << i % 32;
  }
  return votes;
}

Words odd_on_host(const Ints& values, int limit) {
  Words unanimous(values.size(), kUntouched);
  Words agreed((values.size() + 31) / 32, 1);
  for (std::size_t i = 0; i < values.size(); ++i) {
    agreed[i / 32] &= values[i] % 2 != 0 && values[i] <= limit ? 0U : 1U;
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    unanimous[i] = values[i] % 2 != 0 ? agreed[i / 32] : kUntouched;
  }
  return unanimous;
}

Words keys_on_host(const Bytes& keys) {
  Words counts(256);
  for (const auto key : keys) {
    ++counts[key];
  }
  return counts;
}

/// For each key the number of warps that have it: counts where a group's lane adds 1 for all of it.
std::vector<double> groups_by_key(const Bytes& keys) {
  std::vector<double> groups(256);
  for (std::size_t i = 0; i < keys.size(); i += 32) {
    const auto first = keys.begin() + static_cast<std::ptrdiff_t>(i);
    const auto end = keys.size() - i < 32 ? keys.end() : first + 32;
    for (const unsigned char key : std::set<unsigned char>(first, end)) {
      ++groups[key];
    }
  }
  return groups;
}

/// How many different keys the warps have, added up: one atomicAdd is allowed for each.
std::size_t groups_of(const Bytes& keys) {
  std::size_t groups = 0;
  for (std::size_t i = 0; i < keys.size(); i += 32) {
    const auto first = keys.begin() + static_cast<std::ptrdiff_t>(i);
    groups += std::set<unsigned char>(first, first + 32).size();
  }
  return groups;
}

/// Tickets may come in any order: those that were drawn, sorted, and then the counter. A place
/// without a ticket that was written counts as one.
Words sorted_tickets(const Ints& values, int limit, const Words& answer) {
  Words drawn;
  for (std::size_t i = 0; i < values.size() && i < answer.size(); ++i) {
    if (values[i] > limit || answer[i] != kUntouched) {
      drawn.push_back(answer[i]);
    }
  }
  std::sort(drawn.begin(), drawn.end());
  drawn.push_back(answer.back());
  return drawn;
}

/// Where the last warp has lanes without a value: that its vote has these bits as well, or is 0.
std::function<std::vector<double>()> with_last(const Words& votes, std::size_t beyond,
                                               unsigned bits) {
  return [=] {
    std::vector<double> all(votes.begin(), votes.end());
    if (beyond > 0 && !all.empty()) {
      all.back() = bits == 0 ? 0 : static_cast<double>(votes.back() | bits);
    }
    return all;
  };
}

const char* const kVote =
    "__all_sync, __any_sync and __ballot_sync ask all lanes of a warp in one instruction; shuffles "
    "and memory ask them one by one.";

}  // namespace

TEST_CASE("each warp votes, also a partial one", "[task 1][correctness]") {
  const auto limit = GENERATE(0, 39);  // most are above the first, few above the second
  const auto values = random_ints(GENERATE(edge_sizes(5000)), 0, 40);
  const auto expected = votes_on_host(values, limit);
  const auto answer = ask(run_votes, values, limit);
  const std::size_t beyond = (32 - values.size() % 32) % 32;  // lanes of the last warp without one
  CHECK_THAT(part<0>(answer),
             EqualsExactly(expected[0])
                 .mistaken(with_last(expected[0], beyond, 0),
                           "In the last warp, lanes without a value vote no: in __all_sync they "
                           "must not stand in the way of the others."));
  CHECK_THAT(part<1>(answer),
             EqualsExactly(expected[1])
                 .mistaken(with_last(expected[1], beyond, 1),
                           "In the last warp, lanes without a value vote yes, and __any_sync finds "
                           "one that does."));
  CHECK_THAT(part<2>(answer),
             EqualsExactly(expected[2])
                 .mistaken(with_last(expected[2], beyond, ~(beyond == 0 ? 0U : ~0U >> beyond)),
                           "In the last warp, lanes without a value have a bit in the ballot."));
}

TEST_CASE("the odd values vote among themselves", "[task 2][correctness]") {
  const auto values = random_ints(GENERATE(edge_sizes(5000)), 0, 40);
  const auto alone = [&values] {
    std::vector<double> votes(values.size(), kUntouched);
    for (std::size_t i = 0; i < values.size(); ++i) {
      votes[i] = values[i] % 2 == 0 ? kUntouched : values[i] > 2 ? 1 : 0;
    }
    return votes;
  };
  CHECK_THAT(ask(run_odd, values, 2),
             EqualsExactly(odd_on_host(values, 2))
                 .threads(256)
                 .mistaken(alone,
                           "Each lane has its own value's vote: the mask must name all lanes that "
                           "take part, and a ballot before the branch tells which these are."));
}

TEST_CASE("keys are counted", "[task 3][correctness]") {
  auto keys = random_bytes(GENERATE(edge_sizes(5000)));
  const auto kinds = GENERATE(1, 5, 256);
  for (auto& key : keys) {
    key = static_cast<unsigned char>(key % kinds);
  }
  CHECK_THAT(ask(run_keys, keys),
             EqualsExactly(keys_on_host(keys))
                 .mistaken([&] { return groups_by_key(keys); },
                           "One lane of each group is counted: the one that adds must add as many "
                           "as its group has, which is the number of bits in the group's mask."));
}

TEST_CASE("each ticket is drawn once", "[task 4][correctness]") {
  const auto values = random_ints(GENERATE(edge_sizes(5000)), 0, 40);
  const auto limit = GENERATE(-1, 20, 39);
  const unsigned first = 1000;
  Words expected;
  for (const int value : values) {
    if (value > limit) {
      expected.push_back(first + static_cast<unsigned>(expected.size()));
    }
  }
  expected.push_back(first + static_cast<unsigned>(expected.size()));
  const auto answer = ask(run_tickets, values, limit, first);
  CHECK_THAT(mapped(answer, [&](const Words& of) { return sorted_tickets(values, limit, of); }),
             EqualsExactly(expected));
}

TEST_CASE("the lanes vote", "[task 1][counters]") {
  const std::size_t warps = 128;
  const auto values = random_ints(32 * warps - 5, 0, 40);
  auto [expected, any, ballots] = votes_on_host(values, 0);
  expected.insert(expected.end(), any.begin(), any.end());
  expected.insert(expected.end(), ballots.begin(), ballots.end());
  CHECK_THAT(count(run_votes_joined, values, 0)
                 .per("votes_per_warp", "votes", warps)
                 .advise("votes_per_warp", kVote),
             MeetsLimits(EqualsExactly(expected)));
}

TEST_CASE("the odd lanes vote", "[task 2][counters]") {
  const std::size_t warps = 128;
  const auto values = random_ints(32 * warps, 0, 40);
  CHECK_THAT(count(run_odd, values, 2)
                 .per("votes_per_warp", "votes", warps)
                 .advise("votes_per_warp", kVote),
             MeetsLimits(EqualsExactly(odd_on_host(values, 2))));
}

TEST_CASE("one atomicAdd for all equal keys of a warp", "[task 3][counters]") {
  auto keys = random_bytes(4096);
  for (auto& key : keys) {
    key = static_cast<unsigned char>(key % 5);
  }
  CHECK_THAT(count(run_keys, keys)
                 .per("atomics_per_group", "global_atomic_threads", groups_of(keys))
                 .advise("atomics_per_group",
                         "Of the lanes of a warp with equal keys one adds, and for all of them: "
                         "which lanes are these, and how many?")
                 .per("instructions_per_warp", "warp_instructions", keys.size() / 32),
             MeetsLimits(EqualsExactly(keys_on_host(keys))));
}

TEST_CASE("one atomicAdd for all lanes that draw together", "[task 4][counters]") {
  const std::size_t warps = 128;
  const auto values = random_ints(32 * warps, 0, 40);
  unsigned counter = 1000;
  Words expected;
  for (const int value : values) {
    expected.push_back(value > 20 ? counter++ : kUntouched);
  }
  expected.push_back(counter);
  std::sort(expected.begin(), expected.end());
  CHECK_THAT(count(run_sorted_tickets, values, 20, 1000U)
                 .per("atomics_per_warp", "global_atomic_threads", warps)
                 .advise("atomics_per_warp",
                         "One lane of those that draw together adds for all of them, and hands the "
                         "old value on to the others."),
             MeetsLimits(EqualsExactly(expected)));
}
