// Puts a judge's result on one screen.
#include "warpschool/screen/screen.hpp"

#include "explanation.hpp"
#include "measured.hpp"
#include "notes.hpp"
#include "verbose.hpp"
#include "warpschool/screen/figures.hpp"
#include "warpschool/screen/sentences.hpp"
#include "warpschool/screen/tasks.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <string_view>
#include <unistd.h>

namespace warpschool::screen {
namespace {

constexpr std::size_t kPrintedLines = 10;

const char* colour_of(const Task& task) {
  if (task.passed()) {
    return "32";
  }
  const bool is_ours = task.shown == nullptr || task.shown->verdict == "internal_error" ||
                       task.shown->verdict == "inconclusive";
  return is_ours ? "33" : "31";
}

std::string task_name(int number) {
  return number > 0 ? fmt::format("task {}", number) : std::string("all tasks");
}

/// What is worth knowing of a task beside its verdict.
/// @param is_measured its times are told elsewhere
std::string remark(const Task& task, bool is_measured) {
  for (const Check* check : task.checks) {
    if (check->skipped() && !check->not_asked()) {
      return check->message;
    }
  }
  return task.passed() && !is_measured ? speeds(task) : std::string();
}

const EmptyTodo* empty_todo(const Context& context, int task) {
  const auto found = std::find_if(context.empty.begin(), context.empty.end(),
                                  [&](const EmptyTodo& todo) { return todo.number == task; });
  return task == 0 || found == context.empty.end() ? nullptr : &*found;
}

std::string row(const Task& task, bool is_measured, const Context& context, const Look& look) {
  constexpr std::size_t kPoints = 9;   // columns of most points
  constexpr std::size_t kBefore = 40;  // columns in front of the remark, for such points
  const bool is_empty = task.shown != nullptr && empty_todo(context, task.number) != nullptr;
  const std::string word = is_empty ? "to do" : task.word();
  const char* colour = is_empty ? "33" : colour_of(task);
  const std::string points =
      fmt::format("{}/{}", points_text(task.won), points_text(task.possible));
  std::string text = fmt::format("  {:<11}", task_name(task.number)) +
                     painted(fmt::format("{:<16}", word), colour, look.colour) +
                     fmt::format("{:<{}}  ", points, kPoints) +
                     tame_line(remark(task, is_measured),
                               look.width - kBefore - (std::max(points.size(), kPoints) - kPoints));
  text.erase(text.find_last_not_of(' ') + 1);
  return text + "\n";
}

const Task* first_failed(const std::vector<Task>& tasks) {
  const auto found = std::find_if(tasks.begin(), tasks.end(),
                                  [](const Task& task) { return task.shown != nullptr; });
  return found == tasks.end() ? nullptr : &*found;
}

/// The task in whose TODO region the fault lies; 0 if in none.
int task_of(const Fault& fault, const Context& context) {
  for (const TodoLines& region : context.regions) {
    if (region.file == fault.file && region.first <= fault.line && fault.line <= region.last) {
      return region.number;
    }
  }
  return 0;
}

/// The first that failed; but where its fault lies in what another task asks for, and that failed
/// as well, the other one.
const Task* task_to_explain(const std::vector<Task>& tasks, const Context& context) {
  const Task* first = first_failed(tasks);
  const bool is_empty = first != nullptr && empty_todo(context, first->number) != nullptr;
  const Fault* fault = first == nullptr || is_empty ? nullptr : told_fault(*first->shown);
  const int number = fault == nullptr ? 0 : task_of(*fault, context);
  for (const Task& task : tasks) {
    const Fault* its = task.shown == nullptr ? nullptr : told_fault(*task.shown);
    if (number > 0 && task.number == number && its != nullptr && its->line == fault->line) {
      return &task;
    }
  }
  return first;
}

/// The check that comes when the explained one is passed; null if it is the last.
const Check* next_check(const std::vector<Task>& tasks, const Task& explained) {
  for (const Check* check : explained.checks) {
    if (check->failed() && check != explained.shown) {
      return check;
    }
  }
  for (const Task& task : tasks) {
    if (task.shown != nullptr && &task != &explained) {
      return task.shown;
    }
  }
  return nullptr;
}

std::string points_line(const JudgeResult& result, const std::vector<Task>& tasks,
                        const Task* explained, std::size_t width) {
  const auto passed =
      std::count_if(tasks.begin(), tasks.end(), [](const Task& task) { return task.passed(); });
  std::string text = fmt::format("{} of {} task{}, {}/{} points", passed, tasks.size(),
                                 tasks.size() == 1 ? "" : "s", points_text(result.won()),
                                 points_text(result.possible()));
  const Check* next = explained == nullptr ? nullptr : next_check(tasks, *explained);
  if (next == nullptr) {
    return text + ".\n";
  }
  text +=
      fmt::format("; then: {}{}.", next->task > 0 ? task_name(next->task) + ", " : "", next->name);
  return wrapped(text, "", width);
}

std::string todo_text(const EmptyTodo& todo, const Look& look) {
  const std::string text = fmt::format("TODO({}) in {} is still empty.", todo.number, todo.file);
  return painted(text, "1", look.colour) + "\n" +
         (todo.wish.empty() ? "" : wrapped("It asks for: " + todo.wish, "  ", look.width));
}

std::string explained_text(const Task& task, const Context& context, const Look& look) {
  const EmptyTodo* todo = empty_todo(context, task.number);
  if (todo != nullptr && !look.verbose) {
    return todo_text(*todo, look);
  }
  const std::string number =
      task.shown->task > 0 ? fmt::format("Task {}: ", task.shown->task) : std::string();
  return painted(number + task.shown->name, "1", look.colour) + "\n" +
         explanation(*task.shown, look);
}

/// What the code printed in the explained check, or, where all passed, in the first that printed.
std::string printed(const JudgeResult& result, const Task* explained, const Look& look) {
  for (const Check& check : result.checks) {
    const bool is_meant = explained == nullptr || &check == explained->shown;
    if (is_meant && !check.output.empty()) {
      return "  Your code printed:\n" + printed_text(check.output, kPrintedLines, look.width - 8);
    }
  }
  return {};
}

/// ":10" where the mistake lies in the file that the step names.
std::string line_suffix(const Check& check, const std::string& file) {
  const Fault* fault = told_fault(check);
  const bool is_there =
      fault != nullptr && fault->line > 0 && file.size() >= fault->file.size() &&
      file.compare(file.size() - fault->file.size(), std::string::npos, fault->file) == 0;
  return is_there ? fmt::format(":{}", fault->line) : "";
}

/// What to edit, "FILE:LINE": of an exercise with several files the one that has the task's region,
/// wherever the code around it shows the mistake.
std::string place_to_edit(const Task& explained, const Context& context) {
  const auto region =
      std::find_if(context.regions.begin(), context.regions.end(),
                   [&](const TodoLines& lines) { return lines.number == explained.number; });
  const bool is_folder = context.file.find(".cu", context.file.rfind('/') + 1) == std::string::npos;
  if (context.file.empty() || !is_folder || region == context.regions.end()) {
    return context.file + line_suffix(*explained.shown, context.file);
  }
  const std::string file = context.file + "/" + region->file;
  const std::string line = line_suffix(*explained.shown, file);
  return file + (line.empty() ? fmt::format(":{}", region->first) : line);
}

/// The next hint is that of the first open task, unless another one is named.
std::string help_for(const Task& explained, const Task* first, const Context& context) {
  const Check& check = *explained.shown;
  std::string help = context.hint_command;
  if (!help.empty() && first != &explained) {
    help += fmt::format(" --task {}", explained.number);
  }
  const bool is_figure = check.verdict == "slow" || check.verdict == "counters";
  if (is_figure && !context.profile_command.empty() &&
      empty_todo(context, explained.number) == nullptr) {
    help += (help.empty() ? "" : ", or ") + context.profile_command;
  }
  return help;
}

std::string next_step(const JudgeResult& result, const Task* explained, const Task* first,
                      const Context& context, const Look& look) {
  if (explained == nullptr && !context.unjudged.empty()) {
    return wrapped("Skipped, neither passed nor failed: " + context.unjudged, "", look.width);
  }
  if (explained == nullptr) {
    const bool any = std::any_of(result.checks.begin(), result.checks.end(),
                                 [](const Check& check) { return check.passed(); });
    if (!any) {
      return "Nothing could be judged here.\n";
    }
    return context.after.empty() ? "All checks passed.\n"
                                 : wrapped("Passed. Next: " + context.after, "", look.width);
  }
  if (explained->shown->verdict == "internal_error") {
    return "This is not your mistake and costs no points: tell your instructor.\n";
  }
  const std::string place = place_to_edit(*explained, context);
  const std::string next =
      context.file.empty() ? "" : next_line(place, context, help_for(*explained, first, context));
  return context.unjudged.empty() ? next
                                  : next + wrapped("Note: " + context.unjudged, "", look.width);
}

}  // namespace

std::string painted(const std::string& text, const char* code, bool colour) {
  return colour ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : text;
}

bool wants_colour(int descriptor) {
  const char* off = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  const bool is_plain = term == nullptr || std::strcmp(term, "dumb") == 0;
  return ::isatty(descriptor) != 0 && (off == nullptr || *off == '\0') && !is_plain;
}

std::string render(const JudgeResult& result, const Context& context, const Look& look) {
  const std::vector<Task> tasks = tasks_of(result);
  const Task* explained = task_to_explain(tasks, context);
  std::string text = painted(context.id, "1", look.colour) +
                     (context.title.empty() ? "" : ": " + context.title) + "\n\n";
  for (const Task& task : tasks) {
    text += row(task, explained == nullptr, context, look);
  }
  std::string middle = explained != nullptr ? explained_text(*explained, context, look) : "";
  middle += printed(result, explained, look) + notes(result, context, look);
  const std::string measured =
      explained == nullptr ? measured_text(tasks, context.rules, look) : std::string();
  middle += (middle.empty() || measured.empty() ? "" : "\n") + measured;
  text += "\n" + middle + (middle.empty() || middle.ends_with("\n\n") ? "" : "\n");
  text += points_line(result, tasks, explained, look.width) +
          next_step(result, explained, first_failed(tasks), context, look);
  if (look.verbose) {
    text += everything_else(result, explained == nullptr ? nullptr : explained->shown, context,
                            {look, text});
  }
  return text;
}

std::string next_line(const std::string& place, const Context& context, const std::string& help) {
  std::string text = "Next: " + place;
  std::size_t begin = 0;  // of the last line
  const auto add = [&](const std::string& beside, const std::string& below) {
    const bool fits = text.size() - begin + beside.size() <= kScreenWidth;
    begin = fits ? begin : text.size() + 1;
    text += fits ? beside : "\n      " + below;
  };
  if (!context.check_command.empty()) {
    text += ",";
    add(" then " + context.check_command, "then " + context.check_command);
  }
  if (!help.empty()) {
    add("   (stuck? " + help + ")", "(stuck? " + help + ")");
  }
  return text + "\n";
}

std::string one_line(const JudgeResult& result, const std::string& id,
                     const std::vector<EmptyTodo>& empty) {
  const std::vector<Task> tasks = tasks_of(result);
  const Task* lost = first_failed(tasks);
  const std::string points =
      fmt::format("{} of {}", points_text(result.won()), points_text(result.possible()));
  const std::string text = fmt::format("  {:<24}{:<12}", id, points);
  if (lost != nullptr) {
    const bool is_empty = std::any_of(empty.begin(), empty.end(), [&](const EmptyTodo& todo) {
      return todo.number == lost->number;
    });
    return text + (is_empty ? "to do" : word_of(*lost->shown)) + ": " +
           (lost->number > 0 ? task_name(lost->number) + ", " : "") + lost->shown->name;
  }
  const bool skipped = std::any_of(result.checks.begin(), result.checks.end(),
                                   [](const Check& check) { return check.skipped(); });
  return text + (skipped ? "full marks for what runs here" : "full marks");
}

}  // namespace warpschool::screen
