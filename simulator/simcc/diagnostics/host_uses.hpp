// Host code that reads or sets a __device__ or __constant__ variable as if it were its own. It gets
// a host variable of that name, of which kernels know nothing. nvcc warns of it, clang does not.
//
// So host_defines.h declares such variables as guarded by a lock that nobody ever holds. clang's
// analysis of thread safety then names each use of a value in host code; taking an address, or a
// size, is no use.
#pragma once

#include <istream>
#include <string>
#include <vector>

namespace warpschool::simcc {

/// Has the PTX of a source variables that its host code could use?
bool has_device_variables(std::istream& ptx);

/// Options for the host side of such a source.
std::vector<std::string> host_use_options();

/// A compiler's messages with those of that analysis in the words of CUDA. Messages about uses that
/// are none are left out: of __managed__ variables, of constants that the compiler puts in their
/// place, in functions inside of device code.
/// @param source its path.
/// @param folders for what it includes.
std::string tell_host_uses(const std::string& messages, const std::string& source,
                           const std::vector<std::string>& folders);

}  // namespace warpschool::simcc
