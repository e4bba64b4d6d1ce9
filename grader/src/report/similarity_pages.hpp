// The pages of `grader similarity`: a list of pairs, and a page a pair with both works side by
// side.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace warpschool::grader {

/// One side of a pair.
struct SimilarWork {
  std::string name;  ///< display name; of an earlier year with the year's folder
  std::string id;    ///< what tells people apart
  bool earlier = false;
  std::string source;
};

struct SimilarPiece {
  int left_first = 0, left_last = 0;  ///< lines from 1
  int right_first = 0, right_last = 0;
};

/// Two works on one exercise that share something uncommon (similarity/compare.hpp says what the
/// figures are).
struct SimilarPair {
  std::string exercise, title;
  SimilarWork left, right;
  std::size_t marks = 0;
  double share = 0;
  bool has_ptx = false;
  double ptx_share = 0;
  std::vector<std::string> comments;
  std::vector<SimilarPiece> pieces;
  double weight = 0;
};

struct SimilarityReport {
  std::string course, term;
  std::size_t works = 0;  ///< compared
  bool with_ptx = false;
  std::vector<SimilarPair> pairs;  ///< in course order, of one exercise the most alike first
};

/// Writes folder/index.html, folder/<exercise>-<number>.html and folder/report.css; pages of
/// earlier runs go. Throws std::runtime_error naming the file that could not be written.
void write_similarity(const SimilarityReport& report, const std::filesystem::path& folder);

}  // namespace warpschool::grader
