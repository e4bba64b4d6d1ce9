// Tries the reader of untrusted files, and the writer that leaves whole ones.
#include "support/files.hpp"

#include "test_folder.hpp"

#include <array>
#include <fcntl.h>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <warpschool/harness/catch.hpp>

namespace warpschool::grader {
namespace {

TEST_CASE("an untrusted file is read only if it is an ordinary, small one", "[grader]") {
  const ScratchFolder folder;
  folder.add("good.cu", "text");
  folder.add("large.cu", std::string(101, 'x'));
  std::filesystem::create_symlink("good.cu", folder.path() / "link.cu");
  ::mkfifo((folder.path() / "pipe.cu").c_str(), 0600);
  CHECK(read_untrusted(folder.path() / "good.cu", 100) == "text");
  CHECK_FALSE(read_untrusted(folder.path() / "large.cu", 100));
  CHECK_FALSE(read_untrusted(folder.path() / "link.cu", 100));
  CHECK_FALSE(read_untrusted(folder.path() / "pipe.cu", 100));
  CHECK_FALSE(read_untrusted(folder.path() / "absent.cu", 100));
  CHECK_FALSE(read_untrusted(folder.path(), 100));
}

TEST_CASE("what is no file stays what it is when it is written to", "[grader]") {
  const ScratchFolder folder;
  const std::filesystem::path pipe = folder.path() / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
  REQUIRE(reader >= 0);
  write_file(pipe, "marks");
  std::array<char, 16> got{};
  CHECK(::read(reader, got.data(), got.size()) == 5);
  CHECK(std::string_view(got.data()) == "marks");
  CHECK(std::filesystem::is_fifo(pipe));
  ::close(reader);
}

TEST_CASE("any bytes become valid UTF-8", "[grader]") {
  CHECK(to_utf8("caf\xc3\xa9\t\n") == "caf\xc3\xa9\t\n");
  CHECK(to_utf8("a\r\nb") == "a\nb");
  CHECK(to_utf8("caf\xe9") == "caf\xef\xbf\xbd");
  CHECK(to_utf8("\x1b[31m") == "\xef\xbf\xbd[31m");
  CHECK(to_utf8("\xc0\x80") == "\xef\xbf\xbd\xef\xbf\xbd");
  CHECK(to_utf8("\xed\xa0\x80").find('\xed') == std::string::npos);
  CHECK(to_utf8("\xf0\x9f\x8e\x89") == "\xf0\x9f\x8e\x89");
}

TEST_CASE("a cut text says so and keeps its characters whole", "[grader]") {
  CHECK(cut("short", 10) == "short");
  CHECK(cut("ab\xc3\xa9", 3) == "ab\n[2 more bytes were cut off here]\n");
}

TEST_CASE("the edit distance counts single letters up to its limit", "[grader]") {
  CHECK(edit_distance("transpose", "transpose", 3) == 0);
  CHECK(edit_distance("transpoze", "transpose", 3) == 1);
  CHECK(edit_distance("trnspose", "transpose", 3) == 1);
  CHECK(edit_distance("", "abc", 5) == 3);
  CHECK(edit_distance("completely", "different", 3) == 4);
}

TEST_CASE("a written file is there with its folder and leaves no temporary one", "[grader]") {
  const ScratchFolder folder;
  write_file(folder.path() / "a" / "b.txt", "bytes");
  CHECK(read_file(folder.path() / "a" / "b.txt") == "bytes");
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path() / "a"), {}) == 1);
  CHECK_THROWS(read_file(folder.path() / "absent"));
}

}  // namespace
}  // namespace warpschool::grader
