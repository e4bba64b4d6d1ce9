// Names and complaints of PTX texts that are to be linked, for the driver API.
#include "warpschool/sim/linking.hpp"

#include "exec/device_library/device_library.hpp"
#include "ptx/link.hpp"
#include "ptx/parser.hpp"

#include <utility>

namespace warpschool::sim {

Result<std::vector<std::string>> visible_definitions(const PtxSource& source) {
  const Result<ptx::Module> tree = ptx::parse(source.text, source.name);
  if (!tree) {
    return tree.diagnostics();
  }
  std::vector<std::string> names;
  for (const ptx::Function& function : tree->functions) {
    if (function.linkage == ptx::Linkage::kVisible && !function.is_declaration) {
      names.push_back(function.name);
    }
  }
  for (const ptx::Variable& variable : tree->variables) {
    if (variable.linkage == ptx::Linkage::kVisible && !variable.is_extern) {
      names.push_back(variable.name);
    }
  }
  return names;
}

std::vector<std::string> link_complaints(std::span<const PtxSource> sources) {
  std::vector<ptx::LinkPart> parts;
  for (const PtxSource& source : sources) {
    if (Result<ptx::Module> tree = ptx::parse(source.text, source.name); tree) {
      parts.push_back({std::move(*tree), std::string(source.name)});
    }
  }
  const Result<ptx::Module> linked = ptx::link(parts);
  std::vector<std::string> complaints;
  if (!linked) {
    for (const Diagnostic& diagnostic : linked.diagnostics()) {
      complaints.push_back(to_string(diagnostic));
    }
    return complaints;
  }
  for (const ptx::Function& function : linked->functions) {
    if (function.is_declaration && find_intrinsic(function.name) == kNoIndex) {
      std::string complaint = "the function ";
      complaint += function.name;
      complaint += " is declared, but no text defines it";
      complaints.push_back(std::move(complaint));
    }
  }
  return complaints;
}

std::string local_name_in_link(const std::string& name, std::size_t part) {
  return ptx::local_name(name, part);
}

std::string name_without_ending(const std::string& name) {
  return ptx::without_ending(name);
}

}  // namespace warpschool::sim
