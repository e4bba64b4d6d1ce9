// A course of two exercises with a file each, vector_add.cu and transpose.cu.
#pragma once

#include "warpschool/course/course.hpp"

#include <string>

namespace warpschool::grader {

inline const course::Course& two_exercises() {
  static const course::Course kCourse = [] {
    course::Course course;
    course.modules.push_back({"1_first", "First", {}});
    for (const char* id : {"vector_add", "transpose"}) {
      course::Exercise exercise;
      exercise.id = id;
      exercise.module = "1_first";
      exercise.points.correctness = 10;
      exercise.files = {std::string(id) + ".cu"};
      course.modules.back().exercises.push_back(exercise);
    }
    return course;
  }();
  return kCourse;
}

}  // namespace warpschool::grader
