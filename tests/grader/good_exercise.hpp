// A course folder with one exercise that lint has nothing to say about.
#pragma once

#include "lint/lint.hpp"
#include "test_folder.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string>

namespace warpschool::grader {

inline constexpr const char* kStubOfOneTask =
    "int a;\n// TODO(1): say it (about 1 line)\n// END TODO(1)\nint b;\n";
inline constexpr const char* kModelAnswer =
    "int a;\n// TODO(1): say it (about 1 line)\nint said;\n// END TODO(1)\nint b;\n";

inline course::Exercise exercise_x() {
  course::Exercise exercise;
  exercise.id = "x";
  exercise.module = "1_m";
  exercise.points.correctness = 10;
  exercise.files = {"x.cu"};
  return exercise;
}

/// A course folder with one exercise that has nothing to complain about.
struct GoodExercise {
  GoodExercise() {
    folder.add("exercises/1_m/x/README.md",
               "# x\n## You will learn\n## Before\n[The page of module 1](../README.md)\n\n"
               "    thread 0 -> a[0]\n\n## Predict\n## Tasks\n## Run\n## Done when\n");
    folder.add("exercises/1_m/x/hints.md", "## Task 1\n\n1. one\n2. two\n3. three\n");
    folder.add("exercises/1_m/x/x.cu", kStubOfOneTask);
    folder.add("exercises/1_m/x/x.hpp", "// interface\n");
    folder.add("exercises/1_m/x/harness.cpp", "TEST_CASE(\"a\", \"[task 1][correctness]\") {}\n");
    folder.add("exercises/1_m/x/reference.cu", "// reference\n");
    folder.add("solutions/1_m/x/x.cu", kModelAnswer);
    folder.add("solutions/1_m/x/why.md", "Because.\n");
    for (const char* name : {"wrong_a", "race_b", "memory_fault_c"}) {
      folder.add(fmt::format("solutions/1_m/x/near_misses/{}.cu", name), kModelAnswer);
    }
  }
  Diagnostics lint() const {
    return lint_texts(folders_of(folder.path(), exercise_x()), exercise_x());
  }
  ScratchFolder folder;
};

inline bool mentions(const Diagnostics& findings, const std::string& text) {
  return std::any_of(findings.begin(), findings.end(), [&](const Diagnostic& finding) {
    return to_string(finding).find(text) != std::string::npos;
  });
}

}  // namespace warpschool::grader
