// The tests of exercise kmeans. The functions above the TEST_CASEs that take a Student are executed
// by the worker, next to the student's code; the TEST_CASEs by the judge.
#include "kmeans.hpp"

#include <warpschool/harness.hpp>

using namespace warpschool::harness;

namespace {

using Points = std::vector<int>;  // kDims numbers a point
using Numbers = std::vector<unsigned>;
using Assigned = std::tuple<Numbers, unsigned>;           // labels, changes
using Clustered = std::tuple<Numbers, Points, unsigned>;  // labels, centroids, rounds

constexpr unsigned kNoLabel = ~0U;

std::pair<Output<unsigned>, OutputValue<unsigned>> assign(Student& student,
                                                          const Input<int>& points,
                                                          const Input<int>& centroids,
                                                          const Input<unsigned>& before) {
  auto in = to_device(points);
  auto means = to_device(centroids);
  auto labels = to_device_in_place(before);
  auto changes = device_value<unsigned>(5);
  CALL(student, assign_points)
  (in, before.size(), means, static_cast<unsigned>(centroids.size() / kDims), labels, changes);
  return {to_judge(labels), to_judge(changes)};
}

Output<unsigned> sum(Student& student, const Input<int>& points, const Input<unsigned>& labels,
                     Named<"k", unsigned> k) {
  auto in = to_device(points);
  auto of = to_device(labels);
  auto sums = to_device_in_place(Numbers(std::size_t{k} * kSums));
  CALL(student, sum_clusters)(in, labels.size(), of, k, sums);
  return to_judge(sums);
}

std::tuple<Output<unsigned>, Output<int>, unsigned> cluster(
    Student& student, const Input<int>& points, const Input<int>& centroids,
    Named<"max_rounds", unsigned> max_rounds) {
  const std::size_t n = points.size() / kDims;
  auto in = to_device(points);
  auto means = to_device_in_place(centroids);
  auto labels = to_device_in_place(Numbers(n, kNoLabel));
  const unsigned rounds = CALL(student, kmeans)(
      in, n, means, static_cast<unsigned>(centroids.size() / kDims), labels, max_rounds);
  return {to_judge(labels), to_judge(means), rounds};
}

Output<unsigned> labels_of_three_rounds(Student& student, const Input<int>& points,
                                        const Input<int>& centroids) {
  return std::get<0>(cluster(student, points, centroids, 3));
}

Assigned assign_on_host(const Points& points, const Points& centroids, Numbers labels,
                        unsigned changes) {
  const Numbers before = labels;
  for_each_row(labels.size(), [&](std::size_t i) {
    int least = std::numeric_limits<int>::max();
    unsigned best = 0;
    for (std::size_t c = 0; c < centroids.size() / kDims; ++c) {
      int distance = 0;
      for (std::size_t d = 0; d < kDims; ++d) {
        const int difference = points[i * kDims + d] - centroids[c * kDims + d];
        distance += difference * difference;
      }
      best = distance < least ? static_cast<unsigned>(c) : best;
      least = std::min(least, distance);
    }
    labels[i] = best;
  });
  for (std::size_t i = 0; i < labels.size(); ++i) {
    changes += labels[i] == before[i] ? 0U : 1U;
  }
  return {labels, changes};
}

/// The label of each point if a centroid is taken by `takes(distance, the one of the best so far,
/// that of the first)`, where the best so far begins as that of the first.
template <class Takes>
std::vector<double> labels_by(const Points& points, const Points& centroids, Takes takes) {
  const auto distance_of = [&](std::size_t i, std::size_t c) {
    int distance = 0;
    for (std::size_t d = 0; d < kDims; ++d) {
      const int difference = points[i * kDims + d] - centroids[c * kDims + d];
      distance += difference * difference;
    }
    return distance;
  };
  std::vector<double> labels(points.size() / kDims);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const int first = distance_of(i, 0);
    int best = first;
    for (std::size_t c = 1; c < centroids.size() / kDims; ++c) {
      if (const int distance = distance_of(i, c); takes(distance, best, first)) {
        best = distance;
        labels[i] = static_cast<double>(c);
      }
    }
  }
  return labels;
}

auto are_nearest(const Points& points, const Points& centroids, const Numbers& before) {
  const auto by = [=](auto takes) { return [=] { return labels_by(points, centroids, takes); }; };
  return EqualsExactly(std::get<0>(assign_on_host(points, centroids, before, 0)))
      .mistaken(by([](int distance, int best, int) { return distance > best; }),
                "These are the farthest centroids: a nearer one has the smaller distance.")
      .mistaken(by([](int distance, int best, int) { return distance <= best; }),
                "Of several centroids that are equally near the last is taken, where it must be "
                "the first.")
      .mistaken(by([](int distance, int, int first) { return distance < first; }),
                "These are the last centroids that are nearer than the first: the least distance "
                "must be kept together with the centroid that has it.")
      .mistaken(
          [=] {
            const Points some(centroids.begin(), centroids.end() - kDims);
            return labels_by(points, some,
                             [](int distance, int best, int) { return distance < best; });
          },
          "The last centroid is left out.")
      .mistaken([n = before.size()] { return std::vector<double>(n, 0); },
                "All points have label 0: which distance does a centroid have to come below, "
                "before any is known?");
}

/// What changes of so many points add up to if each warp's ballot counts as `count(ballot, warp)`.
template <class Count>
double changes_by(const Numbers& before, const Numbers& labels, double changes, Count count) {
  for (std::size_t first = 0; first < labels.size(); first += 32) {
    std::uint32_t ballot = 0;
    for (std::size_t i = first; i < std::min(first + 32, labels.size()); ++i) {
      ballot |= labels[i] != before[i] ? 1U << (i - first) : 0U;
    }
    changes += count(ballot, first / 32);
  }
  return changes;
}

double bits_of(std::uint32_t ballot) {
  double bits = 0;
  for (; ballot != 0; ballot &= ballot - 1) {
    ++bits;
  }
  return bits;
}

Numbers sum_on_host(const Points& points, const Numbers& labels, unsigned k) {
  Numbers sums(std::size_t{k} * kSums);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    for (std::size_t d = 0; d < kSums; ++d) {
      sums[std::size_t{labels[i]} * kSums + d] +=
          d < kDims ? static_cast<unsigned>(points[i * kDims + d]) : 1U;
    }
  }
  return sums;
}

Clustered cluster_on_host(const Points& points, Points centroids, unsigned max_rounds) {
  Numbers labels(points.size() / kDims, kNoLabel);
  unsigned rounds = 0;
  while (rounds < max_rounds) {
    ++rounds;
    unsigned changes = 0;
    std::tie(labels, changes) = assign_on_host(points, centroids, labels, 0);
    if (changes == 0) {
      break;
    }
    const auto sums = sum_on_host(points, labels, static_cast<unsigned>(centroids.size() / kDims));
    for (std::size_t i = 0; i < centroids.size(); ++i) {
      const unsigned count = sums[i / kDims * kSums + kDims];
      if (count > 0) {
        centroids[i] = static_cast<int>((sums[i / kDims * kSums + i % kDims] + count / 2) / count);
      }
    }
  }
  return {labels, centroids, rounds};
}

Points random_points(std::size_t n, int low = 0, int high = 1023) {
  return random_ints(n * kDims, low, high);
}

Numbers random_labels(std::size_t n, unsigned k) {
  Numbers labels(n);
  for (unsigned& label : labels) {
    label = static_cast<unsigned>(random_number(0, k - 1));
  }
  return labels;
}

}  // namespace

TEST_CASE("each point gets its nearest centroid", "[task 1][correctness]") {
  const std::size_t n = GENERATE(edge_sizes(20'000, 1));
  const auto points = random_points(n);
  auto centroids = random_points(GENERATE(1U, 5U, 64U));
  // The last but one is the first once more.
  if (centroids.size() > 2 * kDims) {
    std::copy_n(centroids.begin(), kDims, centroids.end() - 2 * kDims);
  }
  const auto before = random_labels(n, 3);
  const auto answer = ask(assign, points, centroids, before);
  CHECK_THAT(part<0>(answer), are_nearest(points, centroids, before));
}

TEST_CASE("centroids as far away as can be", "[task 1][correctness]") {
  const auto points = random_points(500, 0, 20);
  const auto centroids = random_points(40, 980, 1023);
  const Numbers before(500, 0);
  CHECK_THAT(part<0>(ask(assign, points, centroids, before)),
             are_nearest(points, centroids, before));
}

TEST_CASE("changed labels are counted", "[task 2][correctness]") {
  const std::size_t n = GENERATE(edge_sizes(20'000, 1));
  const auto points = random_points(n);
  const auto centroids = random_points(3);
  const auto before = random_labels(n, 3);
  const auto answer = ask(assign, points, centroids, before);
  const auto [labels, changes] = assign_on_host(points, centroids, before, 5);
  const auto by = [&, &now = labels](auto count) { return changes_by(before, now, 5, count); };
  CHECK_THAT(
      part<1>(answer),
      EqualsExactly(changes)
          .mistaken(by([](std::uint32_t ballot, std::size_t) { return ballot == 0 ? 0 : 1; }),
                    "That is the number of warps with a change: the lane that adds must add as "
                    "many as its warp's ballot has bits.")
          .mistaken(
              by([](std::uint32_t ballot, std::size_t) { return static_cast<double>(ballot); }),
              "That is the sum of the ballots themselves: one is a mask with a bit a lane, "
              "and __popc() counts its bits.")
          .mistaken(by([](std::uint32_t ballot, std::size_t) {
                      return bits_of(ballot) * bits_of(ballot);
                    }),
                    "Each lane with a change adds the count of its whole warp: one of them must.")
          .mistaken(by([](std::uint32_t ballot, std::size_t warp) {
                      return warp % 8 == 0 ? bits_of(ballot) : 0;
                    }),
                    "Only the first warp of each block adds its changes: one lane of each warp "
                    "must."));
}

TEST_CASE("the sums of points with the same label", "[task 3][correctness]") {
  const std::size_t n = GENERATE(edge_sizes(100'000, 1));
  const unsigned k = GENERATE(1U, 7U, 64U);
  const auto points = random_points(n);
  const auto labels = random_labels(n, k);
  const Numbers sums = sum_on_host(points, labels, k);
  const auto without_counts = [&sums] {
    std::vector<double> those(sums.begin(), sums.end());
    for (std::size_t i = kDims; i < those.size(); i += kSums) {
      those[i] = 0;
    }
    return those;
  };
  CHECK_THAT(ask(sum, points, labels, k),
             EqualsExactly(sums).mistaken(without_counts,
                                          "The coordinates are right, and the numbers of points "
                                          "behind them are 0: count each point, too."));
}

TEST_CASE("all points in one cluster of many", "[task 4][correctness]") {
  const auto points = random_points(5003);
  const Numbers labels(5003, 59);
  CHECK_THAT(ask(sum, points, labels, 64U), EqualsExactly(sum_on_host(points, labels, 64)));
}

TEST_CASE("a few rounds", "[task 5][correctness]") {
  const auto points = random_points(3001);
  const auto centroids = random_points(9);
  const unsigned rounds = GENERATE(0U, 1U, 2U);
  const auto [labels, means, made] = cluster_on_host(points, centroids, rounds);
  const auto answer = ask(cluster, points, centroids, rounds);
  CHECK_THAT(part<0>(answer), EqualsExactly(labels));
  CHECK_THAT(part<1>(answer), EqualsExactly(means));
  CHECK_THAT(part<2>(answer), EqualsExactly(made));
}

TEST_CASE("stops when no label changes", "[task 6][correctness]") {
  const auto points = random_points(GENERATE(1U, 33U, 700U));
  const auto centroids = random_points(GENERATE(1U, 4U));
  const auto [labels, means, made] = cluster_on_host(points, centroids, 60);
  const auto answer = ask(cluster, points, centroids, 60U);
  CHECK_THAT(part<0>(answer), EqualsExactly(labels));
  CHECK_THAT(part<1>(answer), EqualsExactly(means));
  CHECK_THAT(part<2>(answer), EqualsExactly(made));
}

TEST_CASE("beats sums in global memory", "[task 6][timing]") {
  CHECK_THAT(race(
                 labels_of_three_rounds,
                 [](std::size_t n) {
                   return std::tuple{random_points(n), random_points(16)};
                 },
                 [](const Points& points, const Points& centroids) {
                   return EqualsExactly(std::get<0>(cluster_on_host(points, centroids, 3)));
                 }),
             MeetsThreshold());
}

TEST_CASE("few atomics in global memory", "[task 4][counters]") {
  const auto points = random_points(20'000);
  const auto labels = random_labels(20'000, 16);
  CHECK_THAT(count(sum, points, labels, 16U),
             MeetsLimits(EqualsExactly(sum_on_host(points, labels, 16))));
}

TEST_CASE("an atomic a warp counts the changes", "[task 2][counters]") {
  const auto points = random_points(20'000);
  const auto centroids = random_points(16);
  const Numbers before(20'000, kNoLabel);
  const auto expected = std::get<0>(assign_on_host(points, centroids, before, 5));
  CHECK_THAT(
      count([](Student& student, const Input<int>& in, const Input<int>& means,
               const Input<unsigned>& old) { return std::get<0>(assign(student, in, means, old)); },
            points, centroids, before),
      MeetsLimits(EqualsExactly(expected)));
}
