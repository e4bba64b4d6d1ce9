#include "runtime/unchecked_errors.hpp"

#include "runtime/report_text.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>

namespace warpschool::sim::runtime {
namespace {

/// More are of no use to anybody.
constexpr std::size_t kMostErrors = 256;

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string::npos) {
    return {};
  }
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

/// True if a statement may begin after `text`.
bool ends_statement(const std::string& text) {
  if (text.empty() || ends_with(text, "else") || ends_with(text, "do") ||
      ends_with(text, "(void)") || ends_with(text, "*/")) {
    return true;
  }
  return std::strchr(";{}):", text.back()) != nullptr;
}

std::string last_line_before(SourceLocation where) {
  while (where.line > 1) {
    --where.line;
    const std::string line = trimmed(source_line(where));
    const std::string code = trimmed(line.substr(0, line.find("//")));
    if (!code.empty() && code[0] != '#') {
      return code;
    }
  }
  return {};
}

bool is_launch(const UncheckedError& error) {
  return std::strcmp(error.site.api, "<<<>>>") == 0;
}

bool is_dropped(const UncheckedError& error) {
  if (is_launch(error)) {
    return true;  // <<<>>> returns nothing: only asking for the last error tells
  }
  const SourceLocation where = error.site.where();
  const std::string line = source_line(where);
  return !line.empty() && drops_result(line, where.column, error.site.api, last_line_before(where));
}

}  // namespace

void UncheckedErrors::add(const UncheckedError& error) {
  const bool known = std::any_of(errors_.begin(), errors_.end(), [&](const UncheckedError& other) {
    return other.site.return_address == error.site.return_address;
  });
  if (!known && errors_.size() < kMostErrors) {
    errors_.push_back(error);
  }
}

void UncheckedErrors::seen(cudaError_t error) {
  errors_.erase(std::remove_if(errors_.begin(), errors_.end(),
                               [&](const UncheckedError& other) { return other.error == error; }),
                errors_.end());
}

std::vector<UncheckedError> UncheckedErrors::dropped() const {
  std::vector<UncheckedError> list;
  std::copy_if(errors_.begin(), errors_.end(), std::back_inserter(list), is_dropped);
  return list;
}

bool drops_result(const std::string& line, std::size_t column, const std::string& api,
                  const std::string& before) {
  const std::size_t begin = column == 0 ? line.find(api) : column - 1;
  if (begin >= line.size() || line.compare(begin, api.size(), api) != 0) {
    return false;  // the call stands inside a macro, which may look at what it returns
  }
  std::string left = trimmed(line.substr(0, begin));
  if (ends_with(left, "::")) {
    left = trimmed(left.substr(0, left.size() - 2));
  }
  return left.empty() ? ends_statement(before) : ends_statement(left);
}

std::string unchecked_note(const UncheckedError& error) {
  const SourceLocation where = error.site.where();
  const std::string at =
      where.line == 0
          ? ""
          : fmt::format(" at {}:{}", std::filesystem::path(where.file).filename().string(),
                        where.line);
  const std::string what =
      fmt::format("{} ({})", cudaGetErrorName(error.error), cudaGetErrorString(error.error));
  if (is_launch(error)) {
    return fmt::format(
        "the launch{} failed with {}, and the program never asked: look at cudaGetLastError() "
        "after each launch",
        at, what);
  }
  return fmt::format(
      "{}{} failed with {}, and the program never looked: check what each call returns",
      error.site.api, at, what);
}

}  // namespace warpschool::sim::runtime
