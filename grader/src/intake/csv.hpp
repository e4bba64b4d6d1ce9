// A strict reader of CSV (RFC 4180) as spreadsheets and platforms write it. The libraries that both
// distributions have know no error but "no".
#pragma once

#include "warpschool/support/result.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace warpschool::grader::intake {

struct CsvRow {
  int line = 0;  ///< where it begins
  std::vector<std::string> cells;
};

/// Rows without empty ones. Takes a byte order mark, CRLF, line breaks in quotes, and ',', ';' or
/// tab as separator: what the first line has most of, or what "sep=;" says. `file` is for messages.
/// Bytes that are not UTF-8 are read as code page 1252.
Result<std::vector<CsvRow>> read_csv(std::string_view text, const std::string& file);

}  // namespace warpschool::grader::intake
