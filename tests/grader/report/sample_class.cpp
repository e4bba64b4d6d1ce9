// Makes up classes for the tests of the report.
#include "sample_class.hpp"

#include "sample_results.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string_view>

namespace warpschool::grader {
namespace {

struct Column {
  const char* id;
  const char* title;
  const char* module;
  const char* module_title;
  double correctness, timing, counters;
};

constexpr std::array<Column, 11> kColumns{{
    {"hello_grid", "Every thread says who it is", "1_first_kernels", "First kernels", 5, 0, 0},
    {"vector_add", "Adding two vectors", "1_first_kernels", "First kernels", 6, 0, 0},
    {"grid_stride", "A fixed grid for any n", "1_first_kernels", "First kernels", 6, 3, 1},
    {"explicit_copies", "There and back again", "2_moving_data", "Moving data", 6, 0, 0},
    {"constant_filter", "Coefficients in constant memory", "2_moving_data", "Moving data", 6, 3, 1},
    {"coalescing", "One field of many structs", "3_access_patterns", "Access patterns", 6, 3, 1},
    {"transpose", "Transpose through a tile", "3_access_patterns", "Access patterns", 6, 3, 1},
    {"matmul_tiled", "Matrix product in tiles", "4_tiles", "Tiles", 8, 0, 2},
    {"reduce_shared", "A tree in shared memory", "5_reductions", "Reductions", 6, 3, 1},
    {"reduce_shuffle", "A sum in registers", "5_reductions", "Reductions", 6, 3, 1},
    {"matmul_registers", "A patch per thread", "4_tiles", "Tiles", 4, 4, 0},
}};

std::vector<ExerciseInfo> sample_exercises() {
  std::vector<ExerciseInfo> exercises;
  for (const Column& column : kColumns) {
    ExerciseInfo info;
    info.id = column.id;
    info.title = column.title;
    info.module = column.module;
    info.module_title = column.module_title;
    info.points = column.correctness + column.timing + column.counters;
    info.points_of["correctness"] = column.correctness;
    info.bonus = info.id == "matmul_registers";
    exercises.push_back(info);
  }
  return exercises;
}

/// One letter a result, in the order of the columns.
constexpr const char* kLetters = "imbstdcgrwlonp";

Verdict verdict_of(char letter) {
  const auto at = std::string_view(kLetters).find(letter);
  return static_cast<Verdict>(at);
}

struct Row {
  const char* id;
  const char* name;
  const char* letters;
};

constexpr std::array<Row, 12> kRows{{
    {"adalovelace", "Ada Lovelace", "ppppppppppp"},
    {"ahopper", "Grace Hopper", "ppppppoppip"},
    {"aturing", "Alan Turing", "pgppplrcbpm"},
    {"bliskov", "Barbara Liskov", "ppppplppppm"},
    {"djohnson", "Katherine Johnson", "pppppplpppp"},
    {"eborg", "Anita Borg", "pwpcmmmmmmm"},
    {"ejennings", "Jean Jennings", "ppppnploppm"},
    {"fallen", "Frances Allen", "ppppppppppm"},
    {"hhamilton", "Margaret Hamilton", "pppwpprdppm"},
    {"jclarke", "Joan Clarke", "pptpmwmmmmm"},
    {"kthompson", "Mary Keller", "ppppsploppm"},
    {"mmeltzer", "Marlyn Meltzer", "pppppllpgpm"},
}};

StudentResult student_of(const Row& row, const std::vector<ExerciseInfo>& exercises) {
  StudentResult student;
  student.id = row.id;
  student.name = row.name;
  for (std::size_t i = 0; i < exercises.size(); ++i) {
    ExerciseResult result;
    result.exercise = exercises[i].id;
    fill_sample(result, verdict_of(row.letters[i]), exercises[i].points);
    result.points.possible = exercises[i].points;
    result.points.won = std::min(result.points.won, exercises[i].points);
    student.points.won += result.points.won;
    const bool counts = !exercises[i].bonus && result.status != Verdict::kInternalError;
    student.points.possible += counts ? exercises[i].points : 0;
    student.exercises.push_back(std::move(result));
  }
  return student;
}

}  // namespace

ClassResult sample_class() {
  ClassResult result;
  result.course.title = "Programming GPUs";
  result.course.term = "Winter 2026/27";
  result.course.version = "5e1f0c2a9b77";
  result.course.grading = {{"A", 90}, {"B", 80}, {"C", 65}, {"D", 50}, {"F", 0}};
  result.devices = {"NVIDIA H200 (simulated)"};
  result.preset = "sim";
  result.toolchain = {{"clang", "14.0.6"}, {"cxx", "g++ 12.2"}};
  result.grader_version = "0.1.0";
  result.exercises = sample_exercises();
  for (const Row& row : kRows) {
    result.students.push_back(student_of(row, result.exercises));
  }
  ExerciseResult& noted = result.students[1].exercises[2];
  noted.notes = {"cudaMemcpy returned an error that nobody looked at (line 31)."};
  noted.command =
      "bin/judge_grid_stride --student grid_stride.so --seed 4711 --exercise grid_stride";
  result.unmatched = {{"eborg/transpos.cu",
                       "no exercise asks for a file of this name (did you mean transpose.cu?)"},
                      {"jclarke/notes.txt", "no exercise asks for a file of this name"}};
  return result;
}

ClassResult large_class(std::size_t students, std::size_t exercises) {
  ClassResult result = tiny_class();
  result.exercises.clear();
  result.students.clear();
  std::string source = "#include \"x.hpp\"\n";
  for (int line = 0; line < 59; ++line) {
    source += "  const int i = blockIdx.x * blockDim.x + threadIdx.x;  // line " +
              std::to_string(line) + "\n";
  }
  for (std::size_t i = 0; i < exercises; ++i) {
    ExerciseInfo info;
    info.id = fmt::format("exercise_{:02}", i);
    info.title = fmt::format("Exercise {}", i);
    info.module = fmt::format("{}_module", i / 6);
    info.module_title = fmt::format("Module {}", i / 6);
    info.points = 10;
    result.exercises.push_back(info);
  }
  for (std::size_t s = 0; s < students; ++s) {
    StudentResult student;
    student.id = fmt::format("student_{:03}", s);
    for (std::size_t i = 0; i < exercises; ++i) {
      ExerciseResult exercise;
      exercise.exercise = result.exercises[i].id;
      exercise.file = exercise.exercise + ".cu";
      fill_sample(exercise, Verdict::kSlow, 10);
      exercise.status = static_cast<Verdict>((s * 7 + i * 5) % 14);
      exercise.source = source;
      student.points.won += exercise.points.won;
      student.points.possible += 10;
      student.exercises.push_back(std::move(exercise));
    }
    result.students.push_back(std::move(student));
  }
  return result;
}

ClassResult tiny_class() {
  ClassResult result;
  result.course.title = "Tiny";
  result.exercises.resize(1);
  result.exercises[0].id = "vector_add";
  result.exercises[0].title = "Adding two vectors";
  result.exercises[0].module = "1_first_kernels";
  result.exercises[0].module_title = "First kernels";
  result.exercises[0].points = 6;
  result.students.resize(1);
  result.students[0].id = "ada";
  result.students[0].points = {0, 6};
  result.students[0].exercises.resize(1);
  result.students[0].exercises[0].exercise = "vector_add";
  return result;
}

}  // namespace warpschool::grader
