// Reads CSV.
#include "intake/csv.hpp"

#include "intake/names.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace warpschool::grader::intake {
namespace {

/// One pass over the text, a cell at a time.
class CsvReader {
 public:
  CsvReader(std::string_view text, std::string file) : text_(text), file_(std::move(file)) {
    separator_ = find_separator();
  }

  Result<std::vector<CsvRow>> run() {
    while (at_ < text_.size()) {
      CsvRow row{line_, {}};
      do {
        row.cells.emplace_back();
        if (!read_cell(row.cells.back())) {
          return *problem_;
        }
      } while (take(separator_));
      end_line();
      if (!is_empty(row)) {
        rows_.push_back(std::move(row));
      }
    }
    return std::move(rows_);
  }

 private:
  static bool is_empty(const CsvRow& row) {
    return std::all_of(row.cells.begin(), row.cells.end(),
                       [](const std::string& cell) { return trimmed(cell).empty(); });
  }

  char find_separator() {
    constexpr std::string_view kSep = "sep=";  // Excel's own first line
    if (text_.substr(0, kSep.size()) == kSep && text_.size() > kSep.size()) {
      const char separator = text_[kSep.size()];
      at_ = kSep.size() + 1;
      end_line();
      return separator;
    }
    const std::string_view first = text_.substr(0, text_.find('\n'));
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

  bool read_cell(std::string& cell) {
    if (take('"')) {
      return read_quoted(cell);
    }
    while (!at_line_end() && text_[at_] != separator_) {
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
    return at_line_end() || text_[at_] == separator_ ||
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
  char separator_ = ',';
  std::vector<CsvRow> rows_;
  std::optional<Diagnostic> problem_;
};

}  // namespace

Result<std::vector<CsvRow>> read_csv(std::string_view text, const std::string& file) {
  if (text.substr(0, 2) == "\xff\xfe" || text.substr(0, 2) == "\xfe\xff" ||
      text.find('\0') != std::string_view::npos) {
    return Diagnostic{file, 0, 0, "is not a CSV file in UTF-8",
                      "save it as \"CSV UTF-8\"; a spreadsheet's own format is not read"};
  }
  const std::string windows =
      decode_name(text, CodePage::kWindows).guessed ? from_windows(text) : std::string();
  if (!windows.empty()) {
    text = windows;
  }
  constexpr std::string_view kMark = "\xef\xbb\xbf";
  if (text.substr(0, kMark.size()) == kMark) {
    text.remove_prefix(kMark.size());
  }
  return CsvReader(text, file).run();
}

}  // namespace warpschool::grader::intake
