// Which call of the API is being answered, and from where in the program it came.
//
// Every API function begins with WARPSCHOOL_API. The return address costs nothing; the line that it
// stands for is looked up only when there is something to say (host_lines.hpp).
#pragma once

#include "warpschool/sim/types.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace warpschool::sim::runtime {

struct CallSite {
  const char* api = "";
  const void* return_address = nullptr;
  /// The call is answered by other functions of the API, which do not count as calls then.
  bool covers = false;

  /// The line of the program that makes the call; line 0 where it was built without a line table.
  SourceLocation where() const;
  /// The line of the program's own that led there, if a library's header makes the call.
  SourceLocation where_in_program() const;
};

/// Names the call for as long as it lives; calls nest where host functions of the program call the
/// API.
class ApiCall {
 public:
  explicit ApiCall(const CallSite& site);
  ~ApiCall();
  ApiCall(const ApiCall&) = delete;
  ApiCall& operator=(const ApiCall&) = delete;

 private:
  CallSite outer_;
};

/// Has any thread begun a call since this was asked last?
bool any_call_since_asked();

/// The innermost call of this thread.
const CallSite& current_call();

/// A launch by <<<>>> comes from the line of the brackets, not from the stub that clang makes.
void set_launch_site(const void* return_address);
/// That site, once; `otherwise` when the program called cudaLaunchKernel itself.
CallSite launch_site(const CallSite& otherwise);

/// The wrappers of origins.h say where the allocating call that follows comes from, and what its
/// pointer points to. @param element_bytes 0: of void, or of an incomplete type
void set_next_origin(const char* file, int line, std::size_t element_bytes);
/// Those of the call that is being answered; 0: not known.
std::uint32_t next_element_bytes();
/// Where an Allocation::origin lies, with the whole path; line 0 if it is none of ours.
SourceLocation place_of_origin(const std::string& origin);
/// "x.cu:31" for the call that returned to there, for AllocationRef::freed_at; empty if unknown.
std::string origin_of_call(const void* return_address);
/// "x.cu:31" for the call that is being answered, for Allocation::origin; empty if unknown.
std::string take_origin();

}  // namespace warpschool::sim::runtime

/// The driver API is answered by the runtime's functions.
#define WARPSCHOOL_DRIVER_API                              \
  const ::warpschool::sim::runtime::ApiCall api_call_here( \
      ::warpschool::sim::runtime::CallSite{__func__, __builtin_return_address(0), true})

#define WARPSCHOOL_API                                     \
  const ::warpschool::sim::runtime::ApiCall api_call_here( \
      ::warpschool::sim::runtime::CallSite{__func__, __builtin_return_address(0)})
