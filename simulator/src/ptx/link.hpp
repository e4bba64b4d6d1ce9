// Several modules to one, as nvlink joins objects of relocatable device code (PTX ISA, "Linking
// Directives").
#pragma once

#include "ptx/ast.hpp"
#include "warpschool/support/result.hpp"

#include <span>
#include <string>

namespace warpschool::sim::ptx {

/// A parsed file of device code that is to be linked with others.
struct LinkPart {
  Module module;
  std::string source_name;  ///< shown in diagnostics
};

/// A name without what clang puts behind those of one file.
std::string without_ending(const std::string& name);

/// What a name that is local to the part-th file is called in the linked module. Where the host
/// knows a kernel or variable of one file, clang gives it an ending of its own on each side
/// ("__intern__...", "__static__..."); it is dropped.
std::string local_name(const std::string& name, std::size_t part);

/// Joins the parts. What one declares .extern another may define. Of equal .weak definitions the
/// first stays. Local names get a suffix that no PTX identifier can have, so that they stay apart.
/// Two .visible definitions of a name, or a variable that no part defines, are diagnostics.
Result<Module> link(std::span<LinkPart> parts);

}  // namespace warpschool::sim::ptx
