// Errors that the API returned and the program may not have looked at.
//
// Whether a program looks at what a call returns cannot be seen from inside the call. It has looked
// if it asks afterwards for the last error, or for the name or text of this one: that decides. What
// the source line does with the result decides only which notes are told.
#pragma once

#include "runtime/base/call_site.hpp"

#include <cuda_runtime_api.h>

#include <string>
#include <vector>

namespace warpschool::sim::runtime {

struct UncheckedError {
  CallSite site;
  cudaError_t error = cudaSuccess;
  bool is_fault = false;  ///< misuse that was reported as a fault
  std::string reason;     ///< in words, where the runtime knows it
  bool seen = false;
};

class UncheckedErrors {
 public:
  void add(const UncheckedError& error);
  /// The program asked for the last error.
  void all_seen();
  /// The program asked what this error means.
  void seen(cudaError_t error);

  /// Has misuse happened that the program never asked about? Then it must not look successful.
  bool has_unseen_fault() const;
  /// Those whose result was dropped, as the source reads, each call once.
  std::vector<UncheckedError> dropped() const;
  /// Those that the program looked at and whose reason it could not know.
  std::vector<UncheckedError> explained() const;

 private:
  std::vector<UncheckedError> errors_;
};

/// True if the statement at `column` (from 1) of `line` begins with the call of `api`, so that its
/// result goes nowhere. @param before the last line above that is not empty.
bool drops_result(const std::string& line, std::size_t column, const std::string& api,
                  const std::string& before);

/// The same of a call within a macro: true if every call of `api` in these definitions of it is a
/// statement of its own.
bool macro_drops_result(const std::vector<std::string>& bodies, const std::string& api);

/// What failed, where and why, for people.
std::string failure_note(const UncheckedError& error);
/// The same of an error that nobody looked at, with advice and the quoted line.
std::string unchecked_note(const UncheckedError& error);

}  // namespace warpschool::sim::runtime
