// Groups submissions by their files and hands them out to the threads of a run.
#include "commands/work_queue.hpp"

#include <map>
#include <tuple>
#include <utility>

namespace warpschool::grader {
namespace {

std::vector<EqualSubmissions> grouped(const std::vector<ResultKey>& submissions) {
  std::vector<EqualSubmissions> works;
  std::map<std::tuple<std::string, std::string, std::string, std::string>, std::size_t> known;
  for (const ResultKey& key : submissions) {
    const auto [work, is_new] = known.emplace(
        std::tuple(key.exercise, key.files, key.rules, key.environment), works.size());
    if (is_new) {
      works.emplace_back();
    }
    works[work->second].push_back(key);
  }
  return works;
}

}  // namespace

WorkQueue::WorkQueue(const std::vector<ResultKey>& submissions) : submissions_(submissions.size()) {
  std::vector<EqualSubmissions> works = grouped(submissions);
  works_ = works.size();
  for (EqualSubmissions& work : works) {
    waiting_.push_back(std::move(work));
  }
}

std::optional<EqualSubmissions> WorkQueue::next() {
  const std::scoped_lock lock(mutex_);
  if (waiting_.empty()) {
    return std::nullopt;
  }
  EqualSubmissions work = std::move(waiting_.front());
  waiting_.pop_front();
  return work;
}

void WorkQueue::give_back(EqualSubmissions rest) {
  if (rest.empty()) {
    return;
  }
  const std::scoped_lock lock(mutex_);
  waiting_.push_back(std::move(rest));
}

}  // namespace warpschool::grader
