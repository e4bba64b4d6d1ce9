#include "source_view.hpp"

#include "highlight.hpp"
#include "words.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <optional>
#include <string_view>

namespace warpschool::grader::report {
namespace {

using std::string_view;

/// Calls `use` with each line of the text, without its line break. A last line without one counts.
template <class Use>
void for_each_line(string_view text, Use use) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    use(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

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

string_view class_of(LineNote::Kind kind) {
  return kind == LineNote::Kind::kWarning ? "warning" : "fault";
}

void append_note(std::string& html, const LineNote& note) {
  const std::string more =
      note.repeats == 0 ? "" : fmt::format(" (and {} more like it)", note.repeats);
  html +=
      fmt::format("<span class=\"note {}\"><strong>{}</strong> {}{}</span>", class_of(note.kind),
                  escape(clean(note.title)), escape(clean(note.text)), more);
}

/// One line and its notes; `next` moves past the notes that were used.
void append_line(std::string& html, const std::string& anchor, int line, const std::string& code,
                 const std::vector<LineNote>& notes, std::size_t& next) {
  const bool marked = next < notes.size() && notes[next].line == line;
  html += fmt::format("<div class=\"line{}{}\" id=\"{}\" data-n=\"{}\"><code>{}</code>",
                      marked ? " marked " : "", marked ? class_of(notes[next].kind) : "",
                      escape(anchor), line, code);
  for (; next < notes.size() && notes[next].line == line; ++next) {
    append_note(html, notes[next]);
  }
  html += "</div>\n";
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
  for (const CheckResult& check : result.checks) {
    for (const FaultNote& fault : check.faults) {
      if (fault.line > 0 && (fault.file.empty() || fault.file == result.file)) {
        std::string title = fault.kind;
        std::replace(title.begin(), title.end(), '_', ' ');
        fold_in(notes, {fault.line, LineNote::Kind::kFault, title, fault.message, 0});
      }
    }
  }
  std::stable_sort(notes.begin(), notes.end(), [](const LineNote& left, const LineNote& right) {
    return left.line != right.line ? left.line < right.line : left.kind < right.kind;
  });
  return notes;
}

std::string line_anchor(const std::string& exercise, int line) {
  return fmt::format("{}-L{}", exercise, line);
}

std::string annotated_source(const ExerciseResult& result, const std::vector<LineNote>& notes,
                             int max_lines) {
  std::string html;
  HighlightState state;
  std::size_t next = 0;
  int line = 0;
  for_each_line(clean(result.source), [&](string_view text) {
    if (++line <= max_lines) {
      append_line(html, line_anchor(result.exercise, line), line, highlight(text, state), notes,
                  next);
    }
  });
  if (line > max_lines) {
    html += fmt::format("<p class=\"cut\">{} more lines are not shown.</p>\n", line - max_lines);
  }
  return html;
}

}  // namespace warpschool::grader::report
