// Compares all works on one exercise by their uncommon fingerprints, over an index from fingerprint
// to works.
#include "similarity/compare.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>
#include <unordered_set>

namespace warpschool::grader {
namespace {

using Pair = std::pair<std::size_t, std::size_t>;
using Hashes = std::unordered_set<std::uint64_t>;

/// One kind of marks (fingerprints of the source, of the PTX, comments), of all works.
class Index {
 public:
  Index(const std::vector<Work>& works, const SimilarityRules& rules)
      : works_(works), marks_(works.size()) {
    const auto share =
        static_cast<std::size_t>(rules.common_share * static_cast<double>(works.size()));
    most_ = std::max(rules.common_least, share);
  }

  void add(std::size_t work, std::uint64_t mark, const Hashes& given) {
    if (given.count(mark) == 0 && marks_[work].insert(mark).second) {
      holders_[mark].push_back(work);
    }
  }

  /// Once all are added: what many have is forgotten.
  void forget_idioms() {
    for (auto& [mark, holders] : holders_) {
      if (holders.size() > most_) {
        for (const std::size_t work : holders) {
          marks_[work].erase(mark);
        }
        holders.clear();
      }
    }
  }

  bool has(std::size_t work, std::uint64_t mark) const { return marks_[work].count(mark) > 0; }

  /// How many marks each pair shares that shares any; never two earlier works.
  std::map<Pair, std::size_t> shared() const {
    std::map<Pair, std::size_t> counts;
    for (const auto& [mark, holders] : holders_) {
      for (std::size_t i = 0; i < holders.size(); ++i) {
        for (std::size_t j = i + 1; j < holders.size(); ++j) {
          if (!works_[holders[i]].earlier || !works_[holders[j]].earlier) {
            ++counts[{std::min(holders[i], holders[j]), std::max(holders[i], holders[j])}];
          }
        }
      }
    }
    return counts;
  }

  double share(const Pair& pair, std::size_t marks) const {
    const std::size_t fewer = std::min(marks_[pair.first].size(), marks_[pair.second].size());
    return fewer == 0 ? 0 : static_cast<double>(marks) / static_cast<double>(fewer);
  }

 private:
  const std::vector<Work>& works_;
  std::vector<Hashes> marks_;                                            // of each work
  std::unordered_map<std::uint64_t, std::vector<std::size_t>> holders_;  // of each mark
  std::size_t most_;
};

std::uint64_t hash_of(const std::string& text) {
  return std::hash<std::string>{}(text);
}

/// All that is known of the works on one exercise.
class Comparison {
 public:
  Comparison(const std::vector<Work>& works, const std::vector<std::string>& stubs,
             const std::vector<std::string>& stub_ptx, const SimilarityRules& rules)
      : rules_(rules),
        source_(works, rules),
        ptx_(works, rules),
        comments_(works, rules),
        prints_(works.size()),
        said_(works.size()) {
    read_stubs(stubs, stub_ptx);
    for (std::size_t i = 0; i < works.size(); ++i) {
      read(i, works[i]);
    }
    source_.forget_idioms();
    ptx_.forget_idioms();
    comments_.forget_idioms();
  }

  std::vector<Likeness> flagged() const;

 private:
  void read_stubs(const std::vector<std::string>& stubs, const std::vector<std::string>& stub_ptx);
  void read(std::size_t index, const Work& work);
  bool is_flagged(const Likeness& likeness) const;
  std::vector<std::string> shared_comments(const Pair& pair) const;
  std::vector<SharedLines> shared_lines(const Pair& pair) const;

  const SimilarityRules& rules_;
  Index source_, ptx_, comments_;
  std::vector<std::vector<Fingerprint>> prints_;
  std::vector<std::vector<Comment>> said_;
  std::set<std::string, std::less<>> given_names_;
  Hashes given_prints_, given_ptx_, given_comments_;
};

void Comparison::read_stubs(const std::vector<std::string>& stubs,
                            const std::vector<std::string>& stub_ptx) {
  for (const std::string& stub : stubs) {
    given_names_.merge(names_in(stub));
  }
  // Every gram of the stub, not only those that winnowing would keep: a work's windows lie
  // otherwise.
  constexpr Winnowing kAll{Winnowing{}.k, 1};
  for (const std::string& stub : stubs) {
    for (const Fingerprint& print : fingerprints_of_source(stub, given_names_, kAll)) {
      given_prints_.insert(print.hash);
    }
    for (const Comment& comment : comments_in(stub)) {
      given_comments_.insert(hash_of(comment.text));
    }
  }
  for (const std::string& ptx : stub_ptx) {
    for (const Fingerprint& print : fingerprints_of_ptx(ptx, kAll)) {
      given_ptx_.insert(print.hash);
    }
  }
}

void Comparison::read(std::size_t index, const Work& work) {
  prints_[index] = fingerprints_of_source(work.source, given_names_);
  for (const Fingerprint& print : prints_[index]) {
    source_.add(index, print.hash, given_prints_);
  }
  for (const Fingerprint& print : fingerprints_of_ptx(work.ptx)) {
    ptx_.add(index, print.hash, given_ptx_);
  }
  said_[index] = comments_in(work.source);
  for (const Comment& comment : said_[index]) {
    comments_.add(index, hash_of(comment.text), given_comments_);
  }
}

bool Comparison::is_flagged(const Likeness& likeness) const {
  const auto many = [&](std::size_t marks, double share) {
    return marks >= rules_.least_marks && share >= rules_.least_share;
  };
  const bool by_ptx = prints_.size() >= rules_.ptx_works;
  return many(likeness.marks, likeness.share) ||
         (by_ptx && many(likeness.ptx_marks, likeness.ptx_share)) ||
         likeness.comments.size() >= rules_.least_comments;
}

std::vector<std::string> Comparison::shared_comments(const Pair& pair) const {
  std::vector<std::string> shared;
  for (const Comment& comment : said_[pair.first]) {
    const std::uint64_t hash = hash_of(comment.text);
    const bool new_one = std::find(shared.begin(), shared.end(), comment.text) == shared.end();
    if (new_one && comments_.has(pair.first, hash) && comments_.has(pair.second, hash)) {
      shared.push_back(comment.text);
    }
  }
  return shared;
}

/// Neighbouring and overlapping pieces become one where they do so on both sides.
std::vector<SharedLines> Comparison::shared_lines(const Pair& pair) const {
  std::unordered_map<std::uint64_t, const Fingerprint*> right;
  for (const Fingerprint& print : prints_[pair.second]) {
    if (source_.has(pair.second, print.hash)) {
      right.emplace(print.hash, &print);
    }
  }
  std::vector<SharedLines> lines;
  for (const Fingerprint& print : prints_[pair.first]) {
    const auto found = right.find(print.hash);
    if (found == right.end() || !source_.has(pair.first, print.hash)) {
      continue;
    }
    const Fingerprint& other = *found->second;
    const bool goes_on = !lines.empty() && print.first_line <= lines.back().left_last + 1 &&
                         other.first_line <= lines.back().right_last + 1 &&
                         other.last_line >= lines.back().right_first;
    if (!goes_on) {
      lines.push_back({print.first_line, print.last_line, other.first_line, other.last_line});
      continue;
    }
    SharedLines& last = lines.back();
    last.left_last = std::max(last.left_last, print.last_line);
    last.right_first = std::min(last.right_first, other.first_line);
    last.right_last = std::max(last.right_last, other.last_line);
  }
  return lines;
}

std::vector<Likeness> Comparison::flagged() const {
  std::map<Pair, Likeness> pairs;
  for (const auto& [pair, marks] : source_.shared()) {
    pairs[pair].marks = marks;
    pairs[pair].share = source_.share(pair, marks);
  }
  for (const auto& [pair, marks] : ptx_.shared()) {
    pairs[pair].ptx_marks = marks;
    pairs[pair].ptx_share = ptx_.share(pair, marks);
  }
  for (const auto& [pair, marks] : comments_.shared()) {
    pairs[pair].comments = shared_comments(pair);
  }
  std::vector<Likeness> flagged;
  for (auto& [pair, likeness] : pairs) {
    if (is_flagged(likeness)) {
      likeness.left = pair.first;
      likeness.right = pair.second;
      likeness.lines = shared_lines(pair);
      flagged.push_back(std::move(likeness));
    }
  }
  std::stable_sort(flagged.begin(), flagged.end(),
                   [](const Likeness& a, const Likeness& b) { return a.weight() > b.weight(); });
  return flagged;
}

}  // namespace

double Likeness::weight() const {
  return static_cast<double>(marks) * share + 2 * static_cast<double>(comments.size()) +
         5 * ptx_share;
}

std::vector<Likeness> likenesses(const std::vector<Work>& works,
                                 const std::vector<std::string>& stubs,
                                 const std::vector<std::string>& stub_ptx,
                                 const SimilarityRules& rules) {
  return Comparison(works, stubs, stub_ptx, rules).flagged();
}

}  // namespace warpschool::grader
