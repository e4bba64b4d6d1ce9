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
    std::string code = trimmed(line.substr(0, line.find("//")));
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
  const auto known = std::find_if(errors_.begin(), errors_.end(), [&](const UncheckedError& other) {
    return other.site.return_address == error.site.return_address;
  });
  if (known != errors_.end()) {
    *known = error;  // a loop: what it did last counts
  } else if (errors_.size() < kMostErrors) {
    errors_.push_back(error);
  }
}

void UncheckedErrors::all_seen() {
  for (UncheckedError& error : errors_) {
    error.seen = true;
  }
}

void UncheckedErrors::seen(cudaError_t error) {
  for (UncheckedError& other : errors_) {
    other.seen = other.seen || other.error == error;
  }
}

std::vector<UncheckedError> UncheckedErrors::dropped() const {
  std::vector<UncheckedError> list;
  std::copy_if(errors_.begin(), errors_.end(), std::back_inserter(list),
               [](const UncheckedError& error) { return !error.seen && is_dropped(error); });
  return list;
}

std::vector<UncheckedError> UncheckedErrors::explained() const {
  std::vector<UncheckedError> list;
  std::copy_if(errors_.begin(), errors_.end(), std::back_inserter(list),
               [](const UncheckedError& error) {
                 return !error.reason.empty() && (error.seen || !is_dropped(error));
               });
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

std::string failure_note(const UncheckedError& error) {
  const SourceLocation where = error.site.where();
  return fmt::format(
      "{}{} failed with {} ({}){}{}", is_launch(error) ? "the launch" : error.site.api,
      where.line == 0
          ? ""
          : fmt::format(" at {}:{}", std::filesystem::path(where.file).filename().string(),
                        where.line),
      cudaGetErrorName(error.error), cudaGetErrorString(error.error),
      error.reason.empty() ? "" : ": ", error.reason);
}

std::string unchecked_note(const UncheckedError& error) {
  const std::string advice =
      is_launch(error) ? "The program never asked: look at cudaGetLastError() after each launch."
                       : "The program never looked: check what each call returns.";
  const std::string quoted = quotation(error.site.where());
  return failure_note(error) + ". " + advice +
         (quoted.empty() ? "" : "\n" + quoted.substr(0, quoted.size() - 1));
}

}  // namespace warpschool::sim::runtime
