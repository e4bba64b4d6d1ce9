// Collects what is shown beside the lines of a student's source.
#include "report/line_notes.hpp"

#include "support/lines.hpp"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

namespace warpschool::grader::report {
namespace {

using nlohmann::json;
using std::string_view;

/// Takes a number off the front of the text.
std::optional<int> take_number(string_view& text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || value <= 0) {
    return std::nullopt;
  }
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

bool take(string_view& text, string_view front) {
  if (text.substr(0, front.size()) != front) {
    return false;
  }
  text.remove_prefix(front.size());
  return true;
}

/// The line number of ":12:5: " or "(12): " at the front of the text, which is taken off.
std::optional<int> take_position(string_view& text) {
  const bool in_brackets = take(text, "(");
  if (!in_brackets && !take(text, ":")) {
    return std::nullopt;
  }
  const std::optional<int> line = take_number(text);
  if (string_view column = text; !in_brackets && take(column, ":") && take_number(column)) {
    text = column;
  }
  return line && take(text, in_brackets ? "): " : ": ") ? line : std::nullopt;
}

struct Severity {
  string_view word;
  LineNote::Kind kind;
};
constexpr Severity kSeverities[] = {{"fatal error", LineNote::Kind::kError},
                                    {"error", LineNote::Kind::kError},
                                    {"warning", LineNote::Kind::kWarning}};

std::optional<LineNote> diagnostic_in(string_view text, string_view file) {
  const std::size_t at = text.find(file);
  if (file.empty() || at == string_view::npos || (at > 0 && text[at - 1] != '/')) {
    return std::nullopt;
  }
  text.remove_prefix(at + file.size());
  const std::optional<int> line = take_position(text);
  for (const Severity& severity : kSeverities) {
    if (line && take(text, severity.word)) {
      text.remove_prefix(std::min(text.find(": ") + 2, text.size()));  // nvcc: "error #20: ..."
      return LineNote{*line, severity.kind, std::string(severity.word), std::string(text), 0};
    }
  }
  return std::nullopt;
}

void fold_in(std::vector<LineNote>& notes, LineNote note) {
  const auto same = std::find_if(notes.begin(), notes.end(), [&](const LineNote& other) {
    return other.line == note.line && other.title == note.title;
  });
  if (same == notes.end()) {
    notes.push_back(std::move(note));
  } else if (same->text != note.text) {
    ++same->repeats;
  }
}

std::string in_words(std::string kind) {
  std::replace(kind.begin(), kind.end(), '_', ' ');
  return kind;
}

/// The line of a SourceLocation as the simulator writes it, if it lies in the student's file.
int line_in_file(const json& where, const std::string& file) {
  if (!where.is_object() || !where.contains("line") || !where["line"].is_number_integer()) {
    return 0;
  }
  const auto name = where.find("file");
  const bool named = name != where.end() && name->is_string();
  const std::string base =
      named ? std::filesystem::path(name->get<std::string>()).filename().string() : file;
  return base == file ? where["line"].get<int>() : 0;
}

/// The lines that take part in a fault besides the one that it names.
void fold_in_partners(std::vector<LineNote>& notes, const FaultNote& fault,
                      const std::string& file) {
  const json object = json::parse(fault.json, nullptr, false);
  if (!object.is_object()) {
    return;
  }
  const auto add = [&](const json& where, const std::string& text) {
    const int line = line_in_file(where, file);
    if (line > 0 && line != fault.line) {
      fold_in(notes, {line, LineNote::Kind::kFault, in_words(fault.kind), text, 0});
    }
  };
  const auto other = object.find("other");
  if (other != object.end() && other->is_object()) {
    add(other->value("where", json()),
        "The other access, in no order with line " + std::to_string(fault.line) + ".");
  }
  for (const json& where : object.value("waiting_at", json::array())) {
    add(where, "Other threads wait here.");
  }
}

}  // namespace

std::vector<LineNote> diagnostics_in(const std::string& build_log, const std::string& file) {
  std::vector<LineNote> notes;
  for_each_line(build_log, [&](string_view text) {
    if (std::optional<LineNote> note = diagnostic_in(text, file)) {
      fold_in(notes, std::move(*note));
    }
  });
  return notes;
}

std::vector<LineNote> line_notes(const ExerciseResult& result) {
  std::vector<LineNote> notes = diagnostics_in(result.build_log, result.file);
  std::vector<const FaultNote*> faults;
  for (const CheckResult& check : result.checks) {
    for (const FaultNote& fault : check.faults) {
      faults.push_back(&fault);
    }
  }
  for (const FaultNote* fault : faults) {
    if (fault->line > 0 && (fault->file.empty() || fault->file == result.file)) {
      fold_in(notes,
              {fault->line, LineNote::Kind::kFault, in_words(fault->kind), fault->message, 0});
    }
  }
  for (const FaultNote* fault : faults) {  // after the faults themselves, whose text says more
    fold_in_partners(notes, *fault, result.file);
  }
  std::stable_sort(notes.begin(), notes.end(), [](const LineNote& left, const LineNote& right) {
    return left.line != right.line ? left.line < right.line : left.kind < right.kind;
  });
  return notes;
}

}  // namespace warpschool::grader::report
