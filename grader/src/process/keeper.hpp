// A small process that outlives a killed grader just long enough to end what it leaves behind.
//
// A program that the grader started dies with it (PR_SET_PDEATHSIG), but not what that program has
// started: bubblewrap's inner process has no such order yet in its first moments, and would wait
// for its parent for ever. They are in one process group, whose number the keeper knows.
#pragma once

#include <sys/types.h>

namespace warpschool::grader {

/// The keeper of this process, started by the first call. Returns the descriptor that it listens
/// to, or -1 where none could be started. Thread-safe.
int keeper_of_this_process();

/// A process group has begun. Async-signal-safe: its first process says so itself, before it can
/// start another.
void tell_keeper_of_start(int keeper, pid_t group);

/// It has been killed, and its number may be given to others from now on.
void tell_keeper_of_end(int keeper, pid_t group);

}  // namespace warpschool::grader
