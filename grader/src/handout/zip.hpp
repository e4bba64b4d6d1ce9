// A zip archive with equal bytes for equal files: no times of day, no owners.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

struct archive;

namespace warpschool::grader {

/// Written beside its place and moved there by finish(); without it nothing is left behind.
class ZipFile {
 public:
  /// Throws std::runtime_error naming the file, as do the others.
  explicit ZipFile(const std::filesystem::path& file);
  ~ZipFile();
  ZipFile(const ZipFile&) = delete;
  ZipFile& operator=(const ZipFile&) = delete;

  void add(const std::string& name, std::string_view bytes, bool executable = false);
  void finish();

 private:
  [[noreturn]] void fail() const;

  struct Close {
    void operator()(archive* open) const;
  };
  std::filesystem::path file_, beside_;
  std::unique_ptr<archive, Close> archive_;
};

}  // namespace warpschool::grader
