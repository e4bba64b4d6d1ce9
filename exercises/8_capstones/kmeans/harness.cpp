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
                     unsigned k) {
  auto in = to_device(points);
  auto of = to_device(labels);
  auto sums = to_device_in_place(Numbers(std::size_t{k} * kSums));
  CALL(student, sum_clusters)(in, labels.size(), of, k, sums);
  return to_judge(sums);
}

std::tuple<Output<unsigned>, Output<int>, unsigned> cluster(Student& student,
                                                            const Input<int>& points,
                                                            const Input<int>& centroids,
                                                            unsigned max_rounds) {
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
  // The last is the first once more.
  std::copy_n(centroids.begin(), kDims, centroids.end() - kDims);
  const auto before = random_labels(n, 3);
  const auto answer = ask(assign, points, centroids, before);
  CHECK_THAT(part<0>(answer),
             EqualsExactly(std::get<0>(assign_on_host(points, centroids, before, 5))));
}

TEST_CASE("centroids as far away as can be", "[task 1][correctness]") {
  const auto points = random_points(500, 0, 20);
  const auto centroids = random_points(40, 980, 1023);
  const Numbers before(500, 0);
  CHECK_THAT(part<0>(ask(assign, points, centroids, before)),
             EqualsExactly(std::get<0>(assign_on_host(points, centroids, before, 5))));
}

TEST_CASE("changed labels are counted", "[task 2][correctness]") {
  const std::size_t n = GENERATE(edge_sizes(20'000, 1));
  const auto points = random_points(n);
  const auto centroids = random_points(3);
  const auto before = random_labels(n, 3);
  const auto answer = ask(assign, points, centroids, before);
  CHECK_THAT(part<1>(answer),
             EqualsExactly(std::get<1>(assign_on_host(points, centroids, before, 5))));
}

TEST_CASE("the sums of points with the same label", "[task 3][correctness]") {
  const std::size_t n = GENERATE(edge_sizes(100'000, 1));
  const unsigned k = GENERATE(1U, 7U, 64U);
  const auto points = random_points(n);
  const auto labels = random_labels(n, k);
  CHECK_THAT(ask(sum, points, labels, k), EqualsExactly(sum_on_host(points, labels, k)));
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
