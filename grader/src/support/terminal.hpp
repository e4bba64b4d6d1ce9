// What a program may do to the terminal that it writes to.
#pragma once

namespace warpschool::grader {

/// Whether stderr is a terminal that can redraw a line.
bool stderr_is_terminal();

}  // namespace warpschool::grader
