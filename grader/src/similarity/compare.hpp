// Which works of a class are alike beyond what the exercise makes alike. It flags and never judges:
// what it finds, a person looks at.
#pragma once

#include "similarity/fingerprints.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace warpschool::grader {

/// What one student handed in for one exercise, or did in an earlier year.
struct Work {
  std::string who;
  bool earlier = false;  ///< not of this class: compared with this class, not with its like
  std::string source;    ///< all files, one after the other
  std::string ptx;       ///< what the compiler made of it, or empty
};

/// Lines of two works that say the same.
struct SharedLines {
  int left_first = 0, left_last = 0;
  int right_first = 0, right_last = 0;
};

/// Two works that share something uncommon.
struct Likeness {
  std::size_t left = 0, right = 0;    ///< indices of the works; an earlier work is the right one
  std::size_t marks = 0;              ///< uncommon fingerprints that both have
  double share = 0;                   ///< `marks` of those of the work that has fewer
  std::vector<std::string> comments;  ///< uncommon lines of comment that both have
  std::size_t ptx_marks = 0;          ///< as `marks`, of the PTX
  double ptx_share = 0;               ///< as `share`, of the PTX
  std::vector<SharedLines> lines;     ///< in the order of the left work

  /// What the pages sort by: the marks times their share, two for each comment, five for all of the
  /// PTX.
  double weight() const;
};

struct SimilarityRules {
  std::size_t common_least = 5;    ///< what more works than these have is an idiom, ...
  double common_share = 0.15;      ///< ... and more than this part of all works
  std::size_t least_marks = 4;     ///< a pair is flagged from so many marks on ...
  double least_share = 0.5;        ///< ... that are this part of the smaller work's,
  std::size_t least_comments = 2;  ///< or with so many comments;
  std::size_t ptx_works =
      20;  ///< by PTX alone where there are so many works: among few, idioms cannot be told
};

/// The pairs that are flagged, the most alike first. `stubs`: texts that all were given; their
/// fingerprints and comments count for nothing.
std::vector<Likeness> likenesses(const std::vector<Work>& works,
                                 const std::vector<std::string>& stubs,
                                 const std::vector<std::string>& stub_ptx = {},
                                 const SimilarityRules& rules = {});

}  // namespace warpschool::grader
