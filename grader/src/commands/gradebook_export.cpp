// grader export --canvas, --moodle: marks into the platform's own gradebook.
#include "commands/gradebook_export.hpp"

#include "commands/commands.hpp"
#include "handout/gradebook.hpp"
#include "store/result_json.hpp"
#include "support/files.hpp"

#include <cstdio>
#include <fmt/format.h>

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t kMostLines = 400;  // of one list on the terminal

std::string fact_name(GradebookKind kind) {
  return kind == GradebookKind::kCanvas ? "gradebook_columns.canvas" : "gradebook_columns.moodle";
}

using Remembered = std::vector<std::pair<std::string, std::string>>;

Remembered remembered(Store& store, GradebookKind kind) {
  const auto fact = store.fact(fact_name(kind));
  const Json json = Json::parse(fact.value_or("{}"), nullptr, false);
  if (!json.is_object()) {
    return {};
  }
  Remembered columns;
  for (const auto& [header, word] : json.items()) {
    columns.emplace_back(header, word.is_string() ? word.get<std::string>() : "");
  }
  return columns;
}

void remember(Store& store, GradebookKind kind, const FilledGradebook& filled) {
  Json json = Json::object();
  for (const Filling& filling : filled.fillings) {
    json[filling.column.header] = filling.source.word();
  }
  store.set_fact(fact_name(kind), json.dump());
}

void tell_list(const char* title, const std::vector<std::string>& lines) {
  if (lines.empty()) {
    return;
  }
  fmt::print(stderr, "{}\n", title);
  for (std::size_t i = 0; i < lines.size() && i < kMostLines; ++i) {
    fmt::print(stderr, "  {}\n", lines[i]);
  }
  if (lines.size() > kMostLines) {
    fmt::print(stderr, "  and {} more\n", lines.size() - kMostLines);
  }
}

/// "vector_add.csv" -> "vector_add-filled.csv".
fs::path filled_name(const fs::path& gradebook) {
  fs::path name = gradebook.stem();
  name += "-filled";
  name += gradebook.extension();
  return gradebook.parent_path() / name;
}

void tell_changes(const FilledGradebook& filled) {
  std::vector<std::string> lines;
  lines.reserve(filled.changed.size());
  for (const ChangedMark& mark : filled.changed) {
    lines.push_back(fmt::format("line {}, {}: \"{}\" is {}, would be {}", mark.line, mark.who,
                                mark.column, mark.before, mark.after));
  }
  tell_list("Other marks stand there already:", lines);
}

void tell_result(const FilledGradebook& filled, const fs::path& to) {
  for (const Filling& filling : filled.fillings) {
    fmt::print("\"{}\" takes {}{}\n", filling.column.header, filling.source.word(),
               filling.because.empty() ? "" : fmt::format(" ({})", filling.because));
  }
  fmt::print("{}: {} marks\n", to.string(), filled.marks);
  tell_list("Notes:", filled.notes);
  tell_list("In the gradebook, but not graded; left as they are:", filled.ungraded);
  tell_list("Graded, but not in the gradebook; their marks are not in the file:", filled.unmatched);
}

}  // namespace

int fill_gradebook_command(const GradebookRequest& request, const ClassResult& result,
                           Store& store) {
  const auto text = intake::read_table(request.gradebook);
  if (!text) {
    complain(text.diagnostics());
    return kExitBadInput;
  }
  GradebookOptions options;
  options.kind = request.kind;
  options.columns = request.columns;
  options.remembered = remembered(store, request.kind);
  options.scale = request.scale;
  options.unscaled = request.unscaled;
  std::optional<intake::Roster> roster;
  if (!request.roster.empty()) {
    auto read = intake::Roster::read(request.roster);
    if (!read) {
      complain(read.diagnostics());
      return kExitBadInput;
    }
    roster = std::move(*read);
    options.roster = &*roster;
  }
  const auto filled = fill_gradebook(*text, request.gradebook.string(), result, options);
  if (!filled) {
    complain(filled.diagnostics());
    return kExitBadInput;
  }
  tell_changes(*filled);
  if (!filled->changed.empty() && !request.force) {
    complain("nothing was written; --force overwrites these marks");
    return kExitBadInput;
  }
  const fs::path to = request.to.empty() ? filled_name(request.gradebook) : request.to;
  write_file(to, filled->text);
  remember(store, request.kind, *filled);
  tell_result(*filled, to);
  return filled->unmatched.empty() ? kExitDone : kExitFindings;
}

}  // namespace warpschool::grader
