// The device functions and variables that PTX has for other files and takes from them; and names
// by which the host's linker finds the objects that a program needs for them.
#pragma once

#include <string>

namespace warpschool::simcc {

/// Assembler text for an object of relocatable device code. It has a weak symbol for each function
/// and variable that `ptx` defines for other files, and a reference to the symbol of each one that
/// it takes from them. A linker takes from a static library only the members that something refers
/// to, and host code refers to no device function. Empty: there is nothing to say.
std::string device_symbols(const std::string& ptx);

/// The first C++ function that `ptx` calls and does not define; empty: there is none.
std::string undefined_function(const std::string& ptx);

}  // namespace warpschool::simcc
