// One screen a result: what was asked, what happened, the line, the one most likely mend, the
// points and the next step, each told once.
#pragma once

#include "warpschool/course/course.hpp"
#include "warpschool/screen/judge_result.hpp"
#include "warpschool/screen/sentences.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace warpschool::screen {

/// A TODO region that is as it was handed out.
struct EmptyTodo {
  int number = 0;
  std::string file;  ///< without folders
  std::string wish;  ///< the words behind TODO(n)
};

/// Where a TODO region lies.
struct TodoLines {
  int number = 0;
  std::string file;  ///< without folders
  int first = 0, last = 0;
};

/// What a screen says beside the result. What is empty is not told.
struct Context {
  std::string id, title;
  std::string file;  ///< of the exercise, as it is typed
  std::vector<EmptyTodo> empty;
  std::vector<TodoLines> regions;
  std::vector<course::CounterRule> rules;  ///< told of a pass, with what was counted
  std::string check_command, hint_command, profile_command, reset_command;
  std::string after;  ///< what comes when this exercise is passed
  /// Why the device that this is about judged nothing, and what to do; told instead of a pass.
  std::string unjudged;
  std::string news;   ///< a note on this run; empty: none
  std::string again;  ///< a command that repeats exactly this run: told if `verbose`
};

struct Look {
  bool colour = false;
  bool verbose = false;  ///< everything of every check, seed and commands as well
  std::size_t width = kScreenWidth;
};

std::string render(const JudgeResult& result, const Context& context, const Look& look);

/// "Next: FILE:LINE, then warp check ID   (stuck? warp hint ID)\n"; what does not fit stands on
/// lines of its own.
std::string next_line(const std::string& place, const Context& context, const std::string& help);

/// "  vector_add              3.5 of 10   wrong: task 2, any number of pairs is added".
/// @param empty tasks that are still to do: their verdict says nothing
std::string one_line(const JudgeResult& result, const std::string& id,
                     const std::vector<EmptyTodo>& empty = {});

/// May colours be written to this descriptor? A terminal, and neither NO_COLOR nor TERM=dumb.
bool wants_colour(int descriptor);

/// `text` in a colour or style of the terminal ("1": bold, "32": green), plain without colour.
std::string painted(const std::string& text, const char* code, bool colour);

}  // namespace warpschool::screen
