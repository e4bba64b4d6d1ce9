// How exercises are named on the command line.
#include "tree.hpp"

#include <filesystem>
#include <fstream>
#include <unistd.h>
#include <warpschool/harness/catch.hpp>

namespace warpschool::warp {
namespace {

namespace fs = std::filesystem;

/// A course of one exercise in a folder of its own.
class SmallTree {
 public:
  SmallTree() {
    fs::create_directories(folder_ / "exercises/1_m/adder");
    std::ofstream(folder_ / "exercises/1_m/adder/sums.cu");
    tree_.source = folder_;
    tree_.course = *course::parse(
        "title: t\nmodules:\n  - id: 1_m\n    title: M\n    exercises:\n"
        "      - {id: adder, title: Add, points: {correctness: 1}, files: [sums.cu]}\n",
        "course.yaml");
  }
  ~SmallTree() { fs::remove_all(folder_); }
  SmallTree(const SmallTree&) = delete;
  SmallTree& operator=(const SmallTree&) = delete;

  std::string found(const std::string& word) const {
    const auto exercise = find_exercise(tree_, word);
    return exercise ? (*exercise)->id : to_string(exercise.diagnostics().front());
  }
  fs::path operator/(const char* path) const { return folder_ / path; }

 private:
  fs::path folder_ = fs::temp_directory_path() / ("find_exercise." + std::to_string(::getpid()));
  Tree tree_;
};

}  // namespace

TEST_CASE("an exercise is named by its id, its folder or a file in it", "[warp][tree]") {
  const SmallTree tree;
  CHECK(tree.found("adder") == "adder");
  CHECK(tree.found("sums.cu") == "adder");
  CHECK(tree.found(tree / "exercises/1_m/adder") == "adder");
  CHECK(tree.found(tree / "exercises/1_m/adder/") == "adder");
  CHECK(tree.found(tree / "exercises/1_m/adder/sums.cu") == "adder");
  CHECK(tree.found(tree / "exercises/1_m").find("there is no exercise") == 0);
  CHECK(tree.found(tree / "exercises/1_m/adder/gone.cu").find("there is no exercise") == 0);
  CHECK(tree.found("add").find("did you mean adder?") != std::string::npos);
}

}  // namespace warpschool::warp
