// Shortens what compilers and linkers say to what helps.
#include "unbuilt.hpp"

#include "compile_errors.hpp"
#include "file_io.hpp"
#include "lost_functions.hpp"
#include "warpschool/course/forbidden.hpp"
#include "warpschool/screen/sentences.hpp"

#include <fmt/format.h>
#include <sstream>

namespace warpschool::warp {

namespace fs = std::filesystem;

std::string line_of(const std::string& text, int number) {
  std::istringstream lines(text);
  std::string line;
  for (int i = 0; i < number && std::getline(lines, line); ++i) {
  }
  return lines ? line : "";
}

std::string forbidden_text(const Tree& tree, const course::Exercise& exercise) {
  const fs::path folder = tree.folder(exercise).lexically_relative(tree.source);
  std::string text;
  for (const std::string& file : exercise.files) {
    const std::string source = read_file(tree.source / folder / file).value_or("");
    for (const Diagnostic& word :
         course::forbidden_words(exercise, (folder / file).string(), source)) {
      const std::string line = line_of(source, word.line);
      const std::string margin(static_cast<std::size_t>(word.column - 1), ' ');
      text += fmt::format("{}\n{}\n{}^\n", to_string(word), line, margin);
    }
  }
  return text;
}

std::string unbuilt_text(const Tree& tree, const course::Exercise& exercise,
                         const screen::Context& context, const std::string& said) {
  const CompileErrors errors = first_errors(said);
  const std::string lost = lost_functions_text(tree, exercise, said, context.reset_command);
  if (errors.file.empty() && lost.empty()) {
    return said;
  }
  // A linker's words name no line of the student's: the sentence says all of it.
  std::string text = errors.file.empty() ? exercise.id + " does not build.\n" : errors.text;
  if (errors.more > 0) {
    text += fmt::format("{} more error{}: often they follow from the first.\n", errors.more,
                        errors.more == 1 ? "" : "s");
  }
  for (const std::string& mend : errors.mends) {
    text += "Try: " + mend + "\n";
  }
  text += lost.empty() ? "" : screen::wrapped("Try: " + lost, "", screen::kScreenWidth);
  const fs::path file =
      shown_path((tree.source / errors.file).lexically_normal(), fs::current_path());
  const std::string place =
      errors.file.empty() ? context.file : fmt::format("{}:{}", file.string(), errors.line);
  return text + screen::next_line(place, context, context.hint_command);
}

}  // namespace warpschool::warp
