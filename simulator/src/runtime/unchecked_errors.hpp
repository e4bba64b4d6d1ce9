// Errors that the API returned and the program may not have looked at.
//
// Whether a program looks at what a call returns cannot be seen from inside the call. It has looked
// if it asks for the last error, or for the name or text of this one, afterwards; and if the source
// line does something with the result instead of dropping it.
#pragma once

#include "runtime/call_site.hpp"

#include <cuda_runtime_api.h>

#include <string>
#include <vector>

namespace warpschool::sim::runtime {

struct UncheckedError {
  CallSite site;
  cudaError_t error = cudaSuccess;
  bool is_fault = false;  ///< misuse that was reported as a fault
};

class UncheckedErrors {
 public:
  void add(const UncheckedError& error);
  /// The program asked for the last error.
  void all_seen() { errors_.clear(); }
  /// The program asked what this error means.
  void seen(cudaError_t error);

  /// Those whose result was dropped, each call once.
  std::vector<UncheckedError> dropped() const;

 private:
  std::vector<UncheckedError> errors_;
};

/// True if the statement at `column` (from 1) of `line` begins with the call of `api`, so that its
/// result goes nowhere. @param before the last line above that is not empty.
bool drops_result(const std::string& line, std::size_t column, const std::string& api,
                  const std::string& before);

/// One sentence for people.
std::string unchecked_note(const UncheckedError& error);

}  // namespace warpschool::sim::runtime
