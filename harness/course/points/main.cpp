// course_points: the last of an exercise's ctest tests. It judges nothing itself.
//   course_points warpschool-build.json EXERCISE
// Prints what the judges' results under results/EXERCISE add up to and leaves one line of it in
// points.txt for the table at the end of the run. Exit status: 0 full marks, 1 not yet, 2 bad
// usage, 77 nothing lost, but not all of it runs on this machine.
#include "points.hpp"

#include <cstdio>
#include <exception>
#include <fstream>
#include <iostream>

namespace {

namespace course = warpschool::course;
using warpschool::Diagnostics;
using warpschool::Result;

int complain(const Diagnostics& diagnostics) {
  for (const warpschool::Diagnostic& diagnostic : diagnostics) {
    std::cerr << to_string(diagnostic) << '\n';
  }
  return 2;
}

int run(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: course_points warpschool-build.json EXERCISE\n";
    return 2;
  }
  const std::string id = argv[2];
  const Result<course::Build> build = course::read_manifest(argv[1], id);
  if (!build) {
    return complain(build.diagnostics());
  }
  const Result<course::Course> course = course::load(build->course);
  if (!course) {
    return complain(course.diagnostics());
  }
  const course::Exercise* exercise = course->find(id);
  if (exercise == nullptr) {
    return complain({{build->course.string(), 0, 0, "has no exercise '" + id + "'", ""}});
  }
  const course::Score score = read_score(*exercise, *build);
  std::cout << summary(*exercise, *build, score);
  std::error_code ignored;  // without the folder there is no line in the table, nothing worse
  std::filesystem::create_directories(build->directory / "results" / id, ignored);
  std::ofstream(build->directory / "results" / id / "points.txt")
      << one_line(*exercise, score) << '\n';
  return score.skipped() ? 77 : score.full() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "course_points: internal error: %s\n", error.what());
    return 3;
  }
}
