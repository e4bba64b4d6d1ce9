// What is known of PTX before it is loaded: for who links several texts (CUDA Driver API reference,
// "Module Management"; PTX ISA, "Linking Directives").
#pragma once

#include "warpschool/sim/device.hpp"
#include "warpschool/support/result.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace warpschool::sim {

/// The names that other texts may refer to: functions and variables that this one defines .visible.
Result<std::vector<std::string>> visible_definitions(const PtxSource& source);

/// Why the texts do not make one module: definitions that stand twice, variables and functions that
/// none of them defines. Empty: they do. Texts that are no PTX are passed over.
std::vector<std::string> link_complaints(std::span<const PtxSource> sources);

/// What a name that is local to the part-th of several linked texts is called in their module.
std::string local_name_in_link(const std::string& name, std::size_t part);

/// A name without what clang puts behind those of one file.
std::string name_without_ending(const std::string& name);

}  // namespace warpschool::sim
