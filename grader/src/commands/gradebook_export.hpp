// Marks of a graded class for a platform's gradebook.
#pragma once

#include "handout/gradebook_columns.hpp"
#include "result/class_result.hpp"
#include "store/store.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace warpschool::grader {

struct GradebookRequest {
  GradebookKind kind = GradebookKind::kCanvas;
  std::filesystem::path gradebook;   ///< as the platform exported it
  std::filesystem::path to;          ///< empty: beside it, NAME-filled.csv
  std::filesystem::path roster;      ///< empty: none
  std::vector<std::string> columns;  ///< "COLUMN" or "COLUMN=WHAT"
  bool scale = false;
  bool unscaled = false;
  bool force = false;  ///< overwrite other marks
};

/// Writes the file and tells what is in it; returns the program's exit status.
int fill_gradebook_command(const GradebookRequest& request, const ClassResult& result,
                           Store& store);

}  // namespace warpschool::grader
