// A strict reader of CSV (RFC 4180) as spreadsheets and platforms write it. The libraries that both
// distributions have know no error but "no".
#pragma once

#include "warpschool/support/result.hpp"

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace warpschool::grader::intake {

/// Where a cell stands in the text as it was given, quotes included.
struct CsvPlace {
  std::size_t begin = 0;
  std::size_t end = 0;
};

struct CsvRow {
  int line = 0;                         ///< where it begins
  std::vector<std::string> cells = {};  ///< UTF-8
  std::vector<CsvPlace> places = {};    ///< one a cell
};

struct CsvTable {
  std::vector<CsvRow> rows;  ///< without empty ones
  char separator = ',';
};

/// The bytes of a roster or a gradebook. Errors: there is none, it cannot be read, it is too large.
Result<std::string> read_table(const std::filesystem::path& file);

/// Rows without empty ones. Takes a byte order mark, CRLF, line breaks in quotes, and ',', ';' or
/// tab as separator: what the first line has most of, or what "sep=;" says. `file` is for messages.
/// Bytes that are not UTF-8 are read as code page 1252.
Result<std::vector<CsvRow>> read_csv(std::string_view text, const std::string& file);

/// The same, for those who change single cells of the text.
Result<CsvTable> read_csv_table(std::string_view text, const std::string& file);

}  // namespace warpschool::grader::intake
