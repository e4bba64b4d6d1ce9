// Fingerprints of a program text by winnowing: of every k-gram of tokens a hash, and of every
// window of neighbouring hashes the smallest is kept. Whatever two texts share in at least k +
// window - 1 tokens, they share a fingerprint of; what is shorter than k tokens leaves none.
//
// Source: S. Schleimer, D. Wilkerson, A. Aiken, "Winnowing: Local Algorithms for Document
// Fingerprinting", SIGMOD 2003 (robust winnowing: of equal minima the one chosen before stays).
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace warpschool::grader {

struct Winnowing {
  std::size_t k = 10;      ///< tokens of a gram
  std::size_t window = 6;  ///< grams of a window
};

/// A gram that was kept, and the lines that its tokens stand on (from 1).
struct Fingerprint {
  std::uint64_t hash = 0;
  int first_line = 0;
  int last_line = 0;
};

/// Of C++ or CUDA source. Names that are not in `given` count as one name, so that renaming changes
/// nothing; comments and directives count for nothing. Names that begin with two underscores are
/// CUDA's, and kept.
std::vector<Fingerprint> fingerprints_of_source(std::string_view source,
                                                const std::set<std::string, std::less<>>& given,
                                                const Winnowing& winnowing = {});

/// Of PTX text. Registers count as one name, declarations of registers for nothing. The lines are
/// those of the PTX.
std::vector<Fingerprint> fingerprints_of_ptx(std::string_view ptx, const Winnowing& winnowing = {});

/// All names that occur in a source: what fingerprints_of_source() calls given.
std::set<std::string, std::less<>> names_in(std::string_view source);

struct Comment {
  std::string text;  ///< in lower case, marks and runs of blanks made one blank each
  int line = 0;      ///< from 1
};

/// The comments of a source that say something: at least three words, one entry a line.
std::vector<Comment> comments_in(std::string_view source);

}  // namespace warpschool::grader
