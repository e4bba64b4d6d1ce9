// Names by which the host's linker finds the objects whose device code a program needs.
#pragma once

#include <string>

namespace warpschool::simcc {

/// Assembler text for an object of relocatable device code: a weak symbol for each function and
/// variable that `ptx` defines for other files, and a reference to that of each one it takes from
/// them. A linker takes from a static library only the members that something refers to, and host
/// code refers to no device function. Empty: there is nothing to say.
std::string device_symbols(const std::string& ptx);

}  // namespace warpschool::simcc
