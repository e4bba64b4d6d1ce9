// grader new: a skeleton that compiles, is graded and only needs its texts and its task.
#include "commands/commands.hpp"
#include "embedded_skeleton.hpp"
#include "skeleton/course_entry.hpp"
#include "skeleton/taken_names.hpp"
#include "support/files.hpp"

#include <cstdio>
#include <fmt/format.h>
#include <map>
#include <sstream>
#include <system_error>

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;

/// What stands in the TODO region of the stub, the model answer and each near miss.
const std::map<std::string, std::string>& regions() {
  static const std::map<std::string, std::string> kRegions{
      {"model",
       "\n  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;\n"
       "  if (i < n) {\n    output[i] = 2 * input[i];\n  }"},
      {"memory_fault_no_guard",
       "\n  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;\n"
       "  output[i] = 2 * input[i];"},
      {"wrong_first_block_only",
       "\n  const std::size_t i = threadIdx.x;\n"
       "  if (blockIdx.x == 0 && i < n) {\n    output[i] = 2 * input[i];\n  }"},
      {"wrong_not_doubled",
       "\n  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;\n"
       "  if (i < n) {\n    output[i] = input[i];\n  }"},
  };
  return kRegions;
}

std::string filled(std::string_view name, const NewOptions& options,
                   const std::string& region = {}) {
  std::string text(embedded_skeleton().at(name));
  const std::vector<std::pair<std::string, std::string>> values{
      {"@ID@", options.id},
      {"@TITLE@", options.title},
      {"@NEEDS@", "write me: the exercises that come before, and [the page of module " +
                      options.module + "](../README.md)."},
      {"@REGION@", region}};
  for (const auto& [mark, value] : values) {
    for (std::size_t at = 0; (at = text.find(mark, at)) != std::string::npos; at += value.size()) {
      text.replace(at, mark.size(), value);
    }
  }
  return text;
}

void write_skeleton(const fs::path& root, const NewOptions& options) {
  const fs::path exercise = root / "exercises" / options.module / options.id;
  const fs::path solution = root / "solutions" / options.module / options.id;
  const std::vector<std::pair<fs::path, std::string>> files{
      {exercise / "README.md", filled("README.md.in", options)},
      {exercise / "hints.md", filled("hints.md.in", options)},
      {exercise / (options.id + ".hpp"), filled("interface.hpp.in", options)},
      {exercise / (options.id + ".cu"), filled("stub.cu.in", options)},
      {exercise / "reference.cu", filled("reference.cu.in", options)},
      {exercise / "harness.cpp", filled("harness.cpp.in", options)},
      {solution / "why.md", filled("why.md.in", options)}};
  for (const auto& [file, text] : files) {
    write_file(file, text);
  }
  for (const auto& [name, region] : regions()) {
    const fs::path file = name == "model" ? solution / (options.id + ".cu")
                                          : solution / "near_misses" / (name + ".cu");
    write_file(file, filled("stub.cu.in", options, region));
  }
  std::error_code failure;
  if (!fs::exists(exercise.parent_path() / "README.md", failure)) {
    write_file(
        exercise.parent_path() / "README.md",
        fmt::format("# {0}\n\nwrite me: 400 to 700 words of theory, pictures, and links to the "
                    "exercises\n\n- [{1}]({1}/README.md)\n",
                    options.module, options.id));
  }
}

/// What is wrong with the command line, or nothing.
std::string problem_with(const NewOptions& options, const course::Course& course,
                         const fs::path& root) {
  if (const auto wrong = course::problem_with_id(options.id)) {
    return wrong->help.empty() ? wrong->message
                               : fmt::format("{} ({})", wrong->message, wrong->help);
  }
  if (is_function_of_c(options.id)) {
    return fmt::format(
        "{0} is a function that every CUDA program has: the skeleton's would be a second one (add "
        "a word, as in '{0}_on_gpu')",
        options.id);
  }
  if (course.find(options.id) != nullptr) {
    return fmt::format("course.yaml has an exercise {} already", options.id);
  }
  std::error_code failure;
  for (const char* top : {"exercises", "solutions"}) {
    const fs::path folder = root / top / options.module / options.id;
    if (fs::exists(folder, failure)) {
      return fmt::format("{} exists already", folder.string());
    }
  }
  return {};
}

/// Puts the entry into course.yaml if that can be done; says what to do otherwise.
void insert_or_print(const fs::path& course_file, const NewOptions& options) {
  const auto edited = options.print_only ? std::nullopt
                                         : with_entry(read_file(course_file), options.module,
                                                      options.id, options.title);
  if (edited && course::parse(*edited, course_file.string())) {
    write_file(course_file, *edited);
    fmt::print("{} has an entry for {}\n", course_file.string(), options.id);
    return;
  }
  fmt::print("Add this to course.yaml, under module {}:\n\n{}", options.module,
             course_entry(options.id, options.title, 6));
}

}  // namespace

int new_command(const NewOptions& options) {
  const auto folder = find_course_folder();
  if (!options.course && !folder) {
    complain("there is no course.yaml in this folder or above it; name one with --course");
    return kExitBadInput;
  }
  const fs::path course_file =
      fs::absolute(options.course ? *options.course : *folder / "course.yaml");
  const fs::path root = course_file.parent_path();
  const auto course = load_course(course_file);
  if (!course || !all_known({options.module}, ids_of(course->modules), "module")) {
    return kExitBadInput;
  }
  const std::string problem = problem_with(options, *course, root);
  if (!problem.empty()) {
    complain(problem);
    return kExitBadInput;
  }
  write_skeleton(root, options);
  fmt::print(
      "exercises/{0}/{1} and solutions/{0}/{1} are a complete exercise; it doubles numbers.\n",
      options.module, options.id);
  insert_or_print(course_file, options);
  fmt::print("Next: grader lint {} (it names every text that is still to be written)\n",
             options.id);
  return kExitDone;
}

}  // namespace warpschool::grader
