// What a worker gives up before it loads a submission: system calls that reach other processes, and
// files that are none of its business (docs/THREAT_MODEL.md).
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace warpschool::harness {

/// Who is to be confined.
struct Confinement {
  std::string module;      ///< the submission: may be read and loaded
  bool simulated = false;  ///< no driver of a real GPU needs its devices and files
  bool is_device = false;  ///< becomes the simulated device of a submission (exec), which lies
                           ///< beside the runtime that is loaded; it sees what the submission sees
};

/// The kernel offers a protection and did not give it: which, and its error.
class NotConfined : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// From now on this process and its threads can neither start processes nor signal, trace or read
/// others, and on the simulator they see system libraries, temporary folders and their own module
/// alone. What was opened before stays open. Never undone. What missing_protections() names is left
/// out: the judge does not depend on it for a verdict.
/// @throws NotConfined when anything else is not so now: then nothing of the submission may run
void confine(const Confinement& confinement);

/// Tries it in a child of this process. @return what NotConfined says there; empty: it works
std::string trouble_of_confining(const Confinement& confinement);

/// What this build or this machine's kernel does not offer, each in words that end a sentence
/// ("... because"); empty: all that there is.
std::vector<std::string> missing_protections();

}  // namespace warpschool::harness
