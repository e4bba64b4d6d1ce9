// Reads CSV.
#include "intake/csv.hpp"

#include "intake/foreign_names.hpp"
#include "support/files.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <system_error>

namespace warpschool::grader::intake {
namespace {

constexpr std::uint64_t kLargestTable = std::uint64_t{16} << 20;

/// One pass over the text, a cell at a time.
class CsvReader {
 public:
  CsvReader(std::string_view text, std::string file) : text_(text), file_(std::move(file)) {
    constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
    at_ = text_.substr(0, kByteOrderMark.size()) == kByteOrderMark ? kByteOrderMark.size() : 0;
    table_.separator = find_separator();
    is_windows_ = decode_name(text, CodePage::kWindows).guessed;
  }

  Result<CsvTable> run() {
    while (at_ < text_.size()) {
      CsvRow row{line_};
      do {
        if (!read_cell(row)) {
          return *problem_;
        }
      } while (take(table_.separator));
      end_line();
      if (!is_empty(row)) {
        table_.rows.push_back(std::move(row));
      }
    }
    return std::move(table_);
  }

 private:
  static bool is_empty(const CsvRow& row) {
    return std::all_of(row.cells.begin(), row.cells.end(),
                       [](const std::string& cell) { return trimmed(cell).empty(); });
  }

  char find_separator() {
    constexpr std::string_view kSep = "sep=";  // Excel's own first line
    const std::string_view rest = text_.substr(at_);
    if (rest.substr(0, kSep.size()) == kSep && rest.size() > kSep.size()) {
      const char separator = rest[kSep.size()];
      at_ += kSep.size() + 1;
      end_line();
      return separator;
    }
    const std::string_view first = rest.substr(0, rest.find('\n'));
    char best = ',';
    for (const char candidate : {',', ';', '\t'}) {
      if (std::count(first.begin(), first.end(), candidate) >
          std::count(first.begin(), first.end(), best)) {
        best = candidate;
      }
    }
    return best;
  }

  bool at_line_end() const {
    return at_ >= text_.size() || text_[at_] == '\n' || text_[at_] == '\r';
  }

  bool take(char c) {
    if (at_ < text_.size() && text_[at_] == c) {
      ++at_;
      return true;
    }
    return false;
  }

  void end_line() {
    take('\r');
    take('\n');
    ++line_;
  }

  bool read_cell(CsvRow& row) {
    const std::size_t begin = at_;
    std::string cell;
    const bool good = take('"') ? read_quoted(cell) : read_bare(cell);
    row.cells.push_back(is_windows_ ? from_windows(cell) : std::move(cell));
    row.places.push_back({begin, at_});
    return good;
  }

  bool read_bare(std::string& cell) {
    while (!at_line_end() && text_[at_] != table_.separator) {
      cell += text_[at_++];
    }
    return true;
  }

  bool read_quoted(std::string& cell) {
    const int begin = line_;
    for (;;) {
      if (at_ >= text_.size()) {
        return fail(begin, "a quote is opened here and never closed");
      }
      const char c = text_[at_++];
      if (c == '"' && !take('"')) {
        break;
      }
      line_ += c == '\n' ? 1 : 0;
      cell += c;
    }
    while (take(' ')) {
    }
    return at_line_end() || text_[at_] == table_.separator ||
           fail(line_, "there is text after a closing quote");
  }

  bool fail(int line, std::string message) {
    problem_ = Diagnostic{file_, line, 1, std::move(message),
                          "a quote inside a quoted field is written twice: \"\""};
    return false;
  }

  std::string_view text_;
  std::string file_;
  std::size_t at_ = 0;
  int line_ = 1;
  bool is_windows_ = false;  ///< code page 1252
  CsvTable table_;
  std::optional<Diagnostic> problem_;
};

}  // namespace

Result<CsvTable> read_csv_table(std::string_view text, const std::string& file) {
  if (text.substr(0, 2) == "\xff\xfe" || text.substr(0, 2) == "\xfe\xff" ||
      text.find('\0') != std::string_view::npos) {
    return Diagnostic{file, 0, 0, "is not a CSV file in UTF-8",
                      "save it as \"CSV UTF-8\"; a spreadsheet's own format is not read"};
  }
  return CsvReader(text, file).run();
}

Result<std::string> read_table(const std::filesystem::path& file) {
  constexpr const char* kRemedy = "pass the CSV file that the platform exports";
  std::error_code failure;
  const std::filesystem::path real = std::filesystem::canonical(file, failure);
  if (failure == std::errc::no_such_file_or_directory) {
    return Diagnostic{file.string(), 0, 0, "does not exist", kRemedy};
  }
  auto text = read_untrusted(real, kLargestTable);
  if (!text) {
    return Diagnostic{file.string(), 0, 0, "cannot be read, or is larger than 16 MiB", kRemedy};
  }
  return std::move(*text);
}

Result<std::vector<CsvRow>> read_csv(std::string_view text, const std::string& file) {
  auto table = read_csv_table(text, file);
  if (!table) {
    return table.diagnostics();
  }
  return std::move(table->rows);
}

}  // namespace warpschool::grader::intake
