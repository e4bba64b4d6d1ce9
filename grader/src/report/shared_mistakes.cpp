// Finds the students of a class who share a mistake.
#include "report/causes.hpp"
#include "report/mistakes.hpp"
#include "support/moment.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace warpschool::grader::report {

std::vector<Cluster> clusters_of(const ClassResult& result, std::size_t column) {
  std::map<std::tuple<int, Verdict, std::string, std::string>, Cluster> by_key;
  for (std::size_t i = 0; i < result.students.size(); ++i) {
    const StudentResult& student = result.students[i];
    if (column >= student.exercises.size()) {
      continue;
    }
    for (Mistake& mistake : mistakes_in(student.exercises[column])) {
      auto key = std::tuple(mistake.task, mistake.verdict, mistake.what, mistake.region);
      Cluster& cluster = by_key[std::move(key)];
      const bool is_first = cluster.students.empty();
      cluster.students.push_back(i);
      if (is_first) {
        cluster.what = mistake.exactly;
        cluster.example = std::move(mistake);
      } else if (cluster.what != mistake.exactly) {
        cluster.what = mistake.what;
      }
    }
  }
  std::vector<Cluster> clusters;
  clusters.reserve(by_key.size());
  for (auto& [key, cluster] : by_key) {
    clusters.push_back(std::move(cluster));
  }
  std::stable_sort(clusters.begin(), clusters.end(), [](const Cluster& left, const Cluster& right) {
    return left.example.is_empty != right.example.is_empty
               ? right.example.is_empty
               : left.students.size() > right.students.size();
  });
  return clusters;
}

std::string sentence_of(const Cluster& cluster) {
  const std::string& what = cluster.what;
  const std::size_t count = cluster.students.size();
  const std::string who = count_of(count, "student", "students");
  if (!cluster.example.is_known) {
    return who + ": " + what;
  }
  return who + " " + (count == 1 ? singular(what) : what);
}

}  // namespace warpschool::grader::report
