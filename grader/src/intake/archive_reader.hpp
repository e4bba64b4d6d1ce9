// One archive being read with libarchive, entry by entry and within limits.
#pragma once

#include "intake/archive.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

struct archive;
struct archive_entry;

namespace warpschool::grader::intake {

/// What has been taken of the limits, by an archive and all that are in it.
struct Budget {
  const UnpackLimits& limits;
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;
  std::uint64_t kept = 0;
};

class ArchiveReader {
 public:
  explicit ArchiveReader(Budget& budget);

  /// False: it cannot be read.
  bool open(const ArchiveSource& source);
  /// The next entry; nullptr at the end, and where there is a problem.
  archive_entry* next();
  bool is_zip() const;
  /// Is given the entry's data and where it lies in the file; false: that is enough.
  using Take = std::function<bool(std::string_view block, std::uint64_t offset)>;
  /// ARCHIVE_EOF at the end, ARCHIVE_OK if `take` had enough, else what went wrong.
  int each_block(const Take& take);
  /// Passes over the data; a tar has to be unpacked for that, which counts.
  void skip();
  /// Why it could not be read to its end; empty so far.
  const std::string& problem() const { return problem_; }

 private:
  std::string damage() const;
  bool within_limits(std::size_t more);

  struct Close {
    void operator()(archive* opened) const;
  };

  Budget& budget_;
  std::unique_ptr<archive, Close> reader_;
  std::uint64_t packed_bytes_ = 0;
  std::uint64_t own_bytes_ = 0;
  std::string problem_;
};

}  // namespace warpschool::grader::intake
