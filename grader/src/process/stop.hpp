// Ctrl-C as something that can be waited for: one flag and one descriptor for the whole program.
#pragma once

namespace warpschool::grader {

/// From now on SIGINT and SIGTERM raise the flag instead of ending the program; a second SIGINT
/// ends it at once.
void catch_stop_signals();

/// Raises the flag by hand.
void request_stop();

/// Whether somebody wants us to end. Running jobs are killed, finished ones are in the store.
bool stop_requested();

/// Readable from the first request on, for ever. -1 before catch_stop_signals().
int stop_descriptor();

}  // namespace warpschool::grader
