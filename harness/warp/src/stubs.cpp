// Finds stubs as they were handed out and compares them with a student's files.
#include "stubs.hpp"

#include "child_program.hpp"
#include "file_io.hpp"
#include "warpschool/course/tokens.hpp"

#include <cstdlib>
#include <sstream>

namespace warpschool::warp {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kBegin = "// TODO(";
constexpr std::string_view kEnd = "// END TODO(";

/// The number behind `mark` in the line; 0 if the line has no such mark.
int number_behind(const std::string& line, std::string_view mark) {
  const std::size_t at = line.find(mark);
  return at == std::string::npos ? 0 : std::atoi(line.c_str() + at + mark.size());
}

/// "add it (about 4 lines)" -> "add it".
std::string wish_of(const std::string& line) {
  const std::size_t colon = line.find("): ");
  std::string wish = colon == std::string::npos ? "" : line.substr(colon + 3);
  const std::size_t about = wish.rfind(" (about ");
  return about == std::string::npos ? wish : wish.substr(0, about);
}

std::string code_of(const std::string& text) {
  std::string code;
  for (const course::Token& token : course::tokens_of(text)) {
    code += std::string(token.text) + " ";
  }
  return code;
}

std::string git(const Tree& tree, const std::vector<std::string>& words, int& status) {
  Program program;
  program.argv = {"git", "-C", tree.source.string()};
  program.argv.insert(program.argv.end(), words.begin(), words.end());
  program.drop_errors = true;  // a warning is no part of the file
  Outcome outcome = run(program);
  status = outcome.status;
  return std::move(outcome.output);
}

std::optional<std::string> stub_in_git(const Tree& tree, const course::Exercise& exercise,
                                       const std::string& file) {
  const std::string folder = shown_path(tree.folder(exercise), tree.source) + "/";
  int status = 0;
  std::string commit = git(tree,
                           {"log", "-n", "1", "--format=%H", "--", folder + "README.md",
                            folder + "hints.md", folder + "harness.cpp", folder + "reference.cu",
                            folder + "reference.cpp", folder + exercise.id + ".hpp"},
                           status);
  if (status != 0 || commit.empty()) {
    return std::nullopt;
  }
  commit.erase(commit.find_last_not_of('\n') + 1);
  std::string text = git(tree, {"show", commit + ":./" + folder + file}, status);
  return status == 0 ? std::optional(std::move(text)) : std::nullopt;
}

}  // namespace

std::map<int, Region> todo_regions(std::string_view source) {
  std::map<int, Region> regions;
  std::istringstream lines{std::string(source)};
  int open = 0, number = 0, first = 0;
  std::string wish, code;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (open > 0 && number_behind(line, kEnd) == open) {
      regions[open] = {wish, code_of(code), first, number};
      open = 0;
    } else if (open > 0) {
      code += line + "\n";
    } else if (number_behind(line, kBegin) > 0) {
      open = number_behind(line, kBegin);
      first = number;
      wish = wish_of(line);
      code.clear();
    }
  }
  return regions;
}

std::vector<screen::EmptyTodo> untouched(std::string_view stub, std::string_view now,
                                         const std::string& file) {
  const std::map<int, Region> before = todo_regions(stub);
  std::vector<screen::EmptyTodo> todos;
  for (const auto& [number, region] : todo_regions(now)) {
    const auto same = before.find(number);
    if (same != before.end() && same->second.code == region.code) {
      todos.push_back({number, file, same->second.wish});
    }
  }
  return todos;
}

std::optional<std::string> stub_of(const Tree& tree, const course::Exercise& exercise,
                                   const std::string& file) {
  if (std::optional<std::string> text = stub_in_git(tree, exercise, file)) {
    return text;
  }
  return read_file(tree.build / "stubs" / exercise.id / file);
}

std::vector<screen::EmptyTodo> untouched_todos(const Tree& tree, const course::Exercise& exercise) {
  std::vector<screen::EmptyTodo> todos;
  for (const std::string& file : exercise.files) {
    const std::optional<std::string> now = read_file(tree.folder(exercise) / file);
    const std::optional<std::string> stub = now ? stub_of(tree, exercise, file) : std::nullopt;
    if (stub) {
      const std::vector<screen::EmptyTodo> more = untouched(*stub, *now, file);
      todos.insert(todos.end(), more.begin(), more.end());
    }
  }
  return todos;
}

std::vector<screen::TodoLines> todo_lines(const Tree& tree, const course::Exercise& exercise) {
  std::vector<screen::TodoLines> lines;
  for (const std::string& file : exercise.files) {
    const std::string text = read_file(tree.folder(exercise) / file).value_or("");
    for (const auto& [number, region] : todo_regions(text)) {
      lines.push_back({number, file, region.first, region.last});
    }
  }
  return lines;
}

}  // namespace warpschool::warp
