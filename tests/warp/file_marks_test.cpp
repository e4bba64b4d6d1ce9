// Marks of files: what counts as a change.
#include "file_marks.hpp"

#include "scratch.hpp"

#include <fstream>
#include <warpschool/harness/catch.hpp>

namespace warpschool::warp {
namespace {

namespace fs = std::filesystem;

void write(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file) << text;
}

TEST_CASE("a file's mark changes with its size and its time, and says that it is gone",
          "[warp][marks]") {
  const Scratch scratch;
  const fs::path file = scratch / "a.cu";
  CHECK(mark_of(file) == "absent " + file.string());
  write(file, "x");
  const std::string first = mark_of(file);
  CHECK(mark_of(file) == first);
  fs::last_write_time(file, fs::last_write_time(file) + std::chrono::milliseconds(1));
  const std::string touched = mark_of(file);
  CHECK(touched != first);
  write(file, "xy");
  CHECK(mark_of(file) != touched);
}

TEST_CASE("a folder's mark has all files below it, but not those of editors", "[warp][marks]") {
  const Scratch scratch;
  write(scratch / "in/deep/a.hpp", "x");
  const std::string first = mark_of_all(scratch.folder());
  write(scratch / "in/deep/.a.hpp.swp", "x");
  write(scratch / "in/deep/a.hpp~", "x");
  write(scratch / ".git/index", "x");
  CHECK(mark_of_all(scratch.folder()) == first);
  write(scratch / "in/deep/b.hpp", "x");
  const std::string second = mark_of_all(scratch.folder());
  CHECK(second != first);
  fs::remove(scratch / "in/deep/b.hpp");
  CHECK(mark_of_all(scratch.folder()) == first);
  write(scratch / "in/deep/a.hpp", "another");
  CHECK(mark_of_all(scratch.folder()) != first);
}

TEST_CASE("a folder's mark has only the files asked for", "[warp][marks]") {
  const Scratch scratch;
  const auto is_header = [](const fs::path& file) { return file.extension() == ".hpp"; };
  write(scratch / "a.hpp", "x");
  const std::string first = mark_of_all(scratch.folder(), is_header);
  write(scratch / "a.md", "x");
  CHECK(mark_of_all(scratch.folder(), is_header) == first);
  CHECK(mark_of_all(scratch.folder()) != first);
}

}  // namespace
}  // namespace warpschool::warp
