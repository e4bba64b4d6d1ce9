// How clang calls the linker, asked once by the build: starting clang again for each file, only to
// hear it, would take longer than linking. A command that fits no recipe, or fails, is clang's.
#pragma once

#include "simcc/driver/clang_commands.hpp"
#include "simcc/options/nvcc_options.hpp"

#include <string>
#include <vector>

namespace warpschool::simcc {

/// Of a link of one object.
struct LinkFiles {
  std::string object, output;
  std::string script;  ///< what is added to the linker's own one
};

/// What ends a command of clang's driver that links; the object stands before it.
std::vector<std::string> end_of_link(const Toolchain& tools, const Options& options,
                                     const LinkFiles& files);

/// The linker's own command for `files`; empty: nobody has asked.
/// @param libraries the system's ones are searched: only a shared library may do without.
std::vector<std::string> linker_command(const Toolchain& tools, const Options& options,
                                        const LinkFiles& files, bool libraries);

/// Does the object name anything but functions of the runtime, what comes with its library
/// (exceptions), and what the C library gives to each library as a copy of its own (atexit)? What
/// cannot be read does.
bool needs_libraries(const std::string& object);

/// Asks clang, for programs and shared libraries made with `options`.
void write_link_recipes(const Toolchain& tools, const Options& options);

}  // namespace warpschool::simcc
