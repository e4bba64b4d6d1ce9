// Reads lines of the guest's source for messages.
#include "exec/init_checks/source_lines.hpp"

#include "warpschool/support/names.hpp"

#include <fstream>

namespace warpschool::sim {
namespace {

/// Is `word` in the text, outside a line comment?
bool has_word(const std::string& text, const std::string& word) {
  const std::string code = text.substr(0, text.find("//"));
  const auto is_letter = support::is_name_letter;
  for (std::size_t at = code.find(word); at != std::string::npos; at = code.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool begins = at == 0 || !is_letter(code[at - 1]);
    if (begins && (end == code.size() || !is_letter(code[end]))) {
      return true;
    }
  }
  return false;
}

}  // namespace

const std::string* SourceLines::line(const std::string& file, unsigned number) {
  constexpr std::size_t kMostLines = 200'000;
  const auto [found, is_new] = files_.try_emplace(file);
  std::vector<std::string>& lines = found->second;
  if (is_new) {
    std::ifstream stream(file);
    for (std::string text; lines.size() < kMostLines && std::getline(stream, text);) {
      lines.push_back(std::move(text));
    }
  }
  return number == 0 || number > lines.size() ? nullptr : &lines[number - 1];
}

SourceLines::Answer SourceLines::returns_at(const SourceLocation& where) {
  constexpr unsigned kStatementLines = 3;  // "if (...)", "{", "return;"
  if (line(where.file, where.line) == nullptr) {
    return Answer::kUnknown;
  }
  for (unsigned offset = 0; offset < kStatementLines; ++offset) {
    const std::string* text = line(where.file, where.line + offset);
    if (text != nullptr && has_word(*text, "return")) {
      return Answer::kYes;
    }
  }
  return Answer::kNo;
}

}  // namespace warpschool::sim
