// Finds the device functions of a source, and the names of their parameters.
#include "lint/written_functions.hpp"

#include <string_view>

namespace warpschool::grader {
namespace {

using Range = Source::Range;

/// Behind the last ';' or '}' or '{' before.
std::size_t head_of(const Source& source, std::size_t mark) {
  std::size_t at = mark;
  while (at > 0 && !source.is(at - 1, ";") && !source.is(at - 1, "}") && !source.is(at - 1, "{")) {
    --at;
  }
  return at;
}

bool stands_in(const Source& source, Range range, std::string_view word) {
  for (std::size_t i = range.first; i < range.second; ++i) {
    if (source.is(i, word)) {
      return true;
    }
  }
  return false;
}

/// The function whose __global__ or __device__ stands at `mark`; nothing for variables, methods
/// that are operators, what the host may call as well, and declarations.
std::optional<WrittenFunction> function_at(const Source& source, std::size_t mark) {
  WrittenFunction function;
  function.is_kernel = source.is(mark, "__global__");
  function.mark = mark;
  function.head = head_of(source, mark);
  std::size_t at = mark + 1;
  while (at < source.size() && !source.is(at, "(") && !source.is(at, ";") && !source.is(at, "=") &&
         !source.is(at, "{") && !source.is(at, "[")) {
    const bool bounds = source.is(at, "__launch_bounds__") || source.is(at, "__attribute__");
    at = bounds ? source.partner(at + 1) + 1 : at + 1;
  }
  if (!source.is(at, "(") || !source.is_name(at - 1) || source.is(at - 2, "operator") ||
      source.partner(at) == source.size()) {
    return std::nullopt;
  }
  function.name = at - 1;
  function.open = at;
  function.brace = source.partner(at) + 1;
  while (source.is(function.brace, "const") || source.is(function.brace, "noexcept")) {
    ++function.brace;
  }
  const bool on_host = stands_in(source, {function.head, function.name}, "__host__");
  if (on_host || !source.is(function.brace, "{") ||
      source.partner(function.brace) == source.size()) {
    return std::nullopt;
  }
  return function;
}

/// The name that a parameter declares: the last one before a default or an array's bounds.
std::string declared_name(const Source& source, Range range) {
  std::string name;
  for (std::size_t i = range.first; i < range.second; ++i) {
    if (source.is(i, "=") || source.is(i, "[")) {
      break;
    }
    name = source.is_name(i) ? std::string(source[i].text) : name;
  }
  return stands_in(source, range, "...") ? std::string() : name;
}

}  // namespace

std::vector<WrittenFunction> functions_in(const Source& source) {
  std::vector<WrittenFunction> functions;
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (source.is(i, "__global__") || source.is(i, "__device__")) {
      if (const auto function = function_at(source, i)) {
        functions.push_back(*function);
      }
    }
  }
  return functions;
}

std::optional<std::string> template_arguments(const Source& source,
                                              const WrittenFunction& function) {
  if (!source.is(function.head, "template")) {
    return std::string();
  }
  std::string names;
  std::size_t begin = function.head + 2;
  int depth = 1;
  for (std::size_t i = begin; i < function.mark && depth > 0; ++i) {
    depth += source.is(i, "<") ? 1 : source.is(i, ">") ? -1 : 0;
    if (depth == 0 || (depth == 1 && source.is(i, ","))) {
      const std::string name = declared_name(source, {begin, i});
      if (name.empty()) {
        return std::nullopt;
      }
      names += (names.empty() ? "" : ", ") + name;
      begin = i + 1;
    }
  }
  return depth == 0 ? std::optional("<" + names + ">") : std::nullopt;
}

std::optional<std::string> arguments_of(const Source& source, const WrittenFunction& kernel) {
  std::string arguments;
  for (const Range& parameter : source.arguments(kernel.open)) {
    const std::string name = declared_name(source, parameter);
    if (name.empty()) {
      return std::nullopt;
    }
    arguments += ", " + name;
  }
  return arguments;
}

}  // namespace warpschool::grader
