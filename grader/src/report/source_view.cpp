// Renders a student's source as HTML, with notes beside its lines.
#include "report/source_view.hpp"

#include "report/highlight.hpp"
#include "report/words.hpp"
#include "support/lines.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>

namespace warpschool::grader::report {
namespace {

using std::string_view;

string_view class_of_note(LineNote::Kind kind) {
  return kind == LineNote::Kind::kWarning ? "warning" : "fault";
}

void append_note(std::string& html, const LineNote& note) {
  const std::string more =
      note.repeats == 0 ? "" : fmt::format(" (and {} more like it)", note.repeats);
  html += fmt::format("<span class=\"note {}\"><strong>{}</strong> {}{}</span>",
                      class_of_note(note.kind), escape(clean(note.title)), escape(clean(note.text)),
                      more);
}

/// One line and its notes; `next` moves past the notes that were used.
void append_line(std::string& html, const std::string& anchor, int line, const std::string& code,
                 const std::vector<LineNote>& notes, std::size_t& next) {
  const bool marked = next < notes.size() && notes[next].line == line;
  // The style sheet counts the lines; only those that something leads to have an id.
  const std::string id = marked ? fmt::format(" id=\"{}\"", escape(anchor)) : "";
  html += fmt::format("<div class=\"line{}{}\"{}><code>{}</code>", marked ? " marked " : "",
                      marked ? class_of_note(notes[next].kind) : "", id, code);
  for (; next < notes.size() && notes[next].line == line; ++next) {
    append_note(html, notes[next]);
  }
  html += "</div>\n";
}

}  // namespace

std::string line_anchor(const std::string& exercise, int line) {
  return fmt::format("{}-L{}", exercise, line);
}

std::vector<ExerciseResult> file_by_file(const ExerciseResult& result) {
  std::vector<ExerciseResult> files{result};
  for (const SourceText& source : result.more_sources) {
    ExerciseResult& file = files.emplace_back(result);
    file.exercise += "-" + source.file;
    file.file = source.file;
    file.source = source.text;
    for (CheckResult& check : file.checks) {  // without a file's name it is the first file's
      const auto nameless = std::remove_if(check.faults.begin(), check.faults.end(),
                                           [](const FaultNote& f) { return f.file.empty(); });
      check.faults.erase(nameless, check.faults.end());
    }
  }
  return files;
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
