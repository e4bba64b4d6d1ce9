// Tries which files of a folder are taken as submissions.
#include "intake/submissions.hpp"

#include "intake/intake.hpp"
#include "small_course.hpp"
#include "test_folder.hpp"

#include <warpschool/harness/catch.hpp>

namespace warpschool::grader {
namespace {

Result<ClassFolder> scan(const std::filesystem::path& place) {
  intake::IntakeOptions options;
  options.submissions = {place};
  auto taken = intake::take_in(options, two_exercises());
  if (!taken) {
    return taken.diagnostics();
  }
  return std::move(taken->folder);
}

std::string reason_of(const ClassFolder& folder, const std::string& path) {
  for (const UnmatchedFile& file : folder.unmatched) {
    if (file.path == path) {
      return file.reason;
    }
  }
  return "matched";
}

TEST_CASE("files are found at any depth and the nearest of two counts", "[grader]") {
  const ScratchFolder folder;
  folder.add("ada/vector_add.cu", "near");
  folder.add("ada/old/vector_add.cu", "far");
  folder.add("boris/a/b/transpose.cu", "deep");
  const auto found = scan(folder.path());
  REQUIRE(found);
  CHECK(found->students == std::vector<std::string>{"ada", "boris"});
  CHECK(found->of("ada", "vector_add").files.at(0).bytes == "near");
  CHECK(found->of("ada", "vector_add").notes.size() == 1);
  CHECK(reason_of(*found, "ada/old/vector_add.cu") == "ada/vector_add.cu was graded instead");
  CHECK(found->of("boris", "transpose").files.at(0).bytes == "deep");
  CHECK(found->of("boris", "vector_add").is_missing());
}

TEST_CASE("files that belong to nothing are listed with a suggestion", "[grader]") {
  const ScratchFolder folder;
  folder.add("stray.cu", "x");
  folder.add("ada/vector_ad.cu", "x");
  folder.add("ada/Transpose.cu", "x");
  folder.add("boris/vector_add.cu", "x");
  folder.add("ada/vector_add (1).cu", "x");
  folder.add("ada/notes.txt", "x");
  folder.add("ada/.DS_Store", "x");
  folder.add("__MACOSX/ada/vector_add.cu", "x");
  const auto found = scan(folder.path());
  REQUIRE(found);
  CHECK(found->students == std::vector<std::string>{"ada", "boris"});
  CHECK(found->unmatched.size() == 5);
  CHECK(reason_of(*found, "stray.cu") == "lies in no student's folder");
  CHECK(reason_of(*found, "ada/vector_ad.cu") ==
        "no exercise asks for a file of this name (did you mean vector_add.cu?)");
  CHECK(reason_of(*found, "ada/Transpose.cu").find("transpose.cu?") != std::string::npos);
  CHECK(reason_of(*found, "ada/vector_add (1).cu").find("vector_add.cu?") != std::string::npos);
  CHECK(reason_of(*found, "ada/notes.txt") == "no exercise asks for a file of this name");
}

TEST_CASE("links are not followed", "[grader]") {
  const ScratchFolder folder;
  folder.add("secret.cu", "secret");
  folder.add("class/ada/x", "");
  std::filesystem::create_symlink(folder.path() / "secret.cu",
                                  folder.path() / "class/ada/vector_add.cu");
  std::filesystem::create_directory_symlink(folder.path(), folder.path() / "class/ada/loop");
  const auto found = scan(folder.path() / "class");
  REQUIRE(found);
  CHECK(found->of("ada", "vector_add").is_missing());
  CHECK(reason_of(*found, "ada/vector_add.cu") == "is a link: links are not followed");
  CHECK(reason_of(*found, "ada/loop") == "is a link: links are not followed");
}

TEST_CASE("an empty file is missing, a file of zero bytes or UTF-16 or too many bytes is no text",
          "[grader]") {
  const ScratchFolder folder;
  folder.add("empty/vector_add.cu", "");
  folder.add("blank/vector_add.cu", " \r\n\t\n");
  folder.add("zeros/vector_add.cu", std::string("a\0b", 3));
  folder.add("wide/vector_add.cu",
             "\xff\xfe"
             "a");
  folder.add("large/vector_add.cu", std::string(kLargestSource + 1, 'x'));
  const auto found = scan(folder.path());
  REQUIRE(found);
  CHECK(found->of("empty", "vector_add").is_missing());
  CHECK(found->of("blank", "vector_add").is_missing());
  for (const char* student : {"zeros", "wide", "large"}) {
    CHECK_FALSE(found->of(student, "vector_add").is_missing());
    CHECK_FALSE(found->of(student, "vector_add").files.at(0).problem.empty());
  }
}

TEST_CASE("the hash of a submission follows its bytes, not its place", "[grader]") {
  const ScratchFolder folder;
  folder.add("ada/vector_add.cu", "same");
  folder.add("boris/deep/vector_add.cu", "same");
  folder.add("chen/vector_add.cu", "other");
  const auto found = scan(folder.path());
  REQUIRE(found);
  CHECK(found->of("ada", "vector_add").hash == found->of("boris", "vector_add").hash);
  CHECK(found->of("ada", "vector_add").hash != found->of("chen", "vector_add").hash);
}

TEST_CASE("a submissions' folder that is not there is bad input", "[grader]") {
  const ScratchFolder folder;
  CHECK_FALSE(scan(folder.path() / "absent"));
}

}  // namespace
}  // namespace warpschool::grader
