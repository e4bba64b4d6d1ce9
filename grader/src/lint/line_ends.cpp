// Line ends and byte order marks, which no editor shows.
#include "lint/line_ends.hpp"

#include <fmt/format.h>

namespace warpschool::grader {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool has_byte_order_mark(std::string_view text) {
  return text.substr(0, kByteOrderMark.size()) == kByteOrderMark;
}

bool has_carriage_returns(std::string_view text) {
  return text.find("\r\n") != std::string_view::npos;
}

}  // namespace

std::string with_plain_line_ends(std::string_view text) {
  text.remove_prefix(has_byte_order_mark(text) ? kByteOrderMark.size() : 0);
  std::string plain;
  plain.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\r' || text.substr(i, 2) != "\r\n") {
      plain += text[i];
    }
  }
  return plain;
}

Diagnostics lint_line_ends(const std::string& answer_name, std::string_view answer,
                           const std::string& stub_name, std::string_view stub) {
  Diagnostics findings;
  if (has_carriage_returns(answer) != has_carriage_returns(stub)) {
    const std::string& strange = has_carriage_returns(answer) ? answer_name : stub_name;
    const std::string& other = has_carriage_returns(answer) ? stub_name : answer_name;
    findings.push_back({strange, 0, 0,
                        fmt::format("has lines that end in CR LF, and {} in LF alone", other),
                        fmt::format("sed -i 's/\\r$//' {}", strange)});
  }
  if (has_byte_order_mark(answer) != has_byte_order_mark(stub)) {
    const std::string& marked = has_byte_order_mark(answer) ? answer_name : stub_name;
    const std::string& plain = has_byte_order_mark(answer) ? stub_name : answer_name;
    findings.push_back({marked, 0, 0,
                        fmt::format("begins with a byte order mark, and {} does not", plain),
                        fmt::format("sed -i '1s/^\\xEF\\xBB\\xBF//' {}", marked)});
  }
  return findings;
}

}  // namespace warpschool::grader
