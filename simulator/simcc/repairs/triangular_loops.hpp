// Loops around others whose number of turns depends on theirs: triangles of matrices, pairs i < j,
// bubble sorts. nvcc unrolls the inner loop first, for turns that it does not know, by four; the
// outer one is too long then to be unrolled, and stays a loop. clang unrolls the outer one first,
// knows the turns of each of its copies, and makes one straight line of both: in bench/calibration
// (substitute_global) 496 steps, in which what was stored need not be loaded again. So outer loops
// are marked before anything is optimised. Where nvcc 13 stops was tried with some 60 nests.
#pragma once

#include <optional>
#include <string>

namespace warpschool::simcc {

/// The intermediate code, as the front end makes it, in which such outer loops are not unrolled.
/// Those of few turns are (nests of 16 turns, of 64 where they go through an array of the thread's
/// own, which then lies in registers), and so are those of which the source says #pragma unroll.
/// Nothing: there is none.
std::optional<std::string> with_outer_loops_kept(const std::string& code);

/// May a source have such loops: does the head of one name the counter of another one before it?
bool mentions_triangular_loops(const std::string& source);

}  // namespace warpschool::simcc
