// What a program under tests/faults must do, read from its own source.
//
// Lines that begin with "//!" say it; a sentence without a key is for the reader.
//
//   //! expect: race            kinds of the first report, any of "a | b"; "note" for a note
//   //! who: Thread 3 of block 0    words of the report, wherever its lines break
//   //! says: __syncthreads()       the same
//   //! omits: if (i < n)           words that the report must not have: what the program does
//   already
//   //! status: 0                   exit status; without it any but 0 (right programs: 0)
//   //! flags: -O0                  for simcc instead of -O2
//   //! warns: cudaMemcpyToSymbol   words that simcc says when it compiles it; else it says nothing
//   //! env: NAME=value             for the program
//   //! prints: 5050                standard output, line by line (right programs)
//   //! allow: notes                a right program that may be told why a call of it failed
//
// Comments at the end of a line of code mark lines that the report must name:
//
//   // fault        where it happened: one of the lines so marked
//   // other        the other party of a race: one of these, or of those marked "fault"
//   // allocation   where the memory was allocated: one of these
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace warpschool::faults_test {

using Lines = std::set<unsigned>;  ///< numbers of source lines, from 1

struct Expectation {
  std::vector<std::string> kinds;  ///< empty: the program is right and must stay silent
  std::vector<std::string> words;  ///< of the report (keys "who" and "says")
  std::vector<std::string> omitted;
  std::vector<std::string> flags;  ///< of its own
  std::vector<std::string> warnings;
  std::vector<std::string> environment;
  std::string prints;
  bool notes_allowed = false;
  int status = -1;  ///< -1: any but 0 of a wrong program, 0 of a right one
  Lines fault, other, allocation;
};

/// @param problem set to what is wrong with the comments, else left alone.
Expectation read_expectation(const std::filesystem::path& source, std::string& problem);

/// The words of `text`, lower case, with one blank between them.
std::string plain_words(const std::string& text);

}  // namespace warpschool::faults_test
