// A kernel's source files with the counters of each line beside it.
#pragma once

#include "warpschool/profile/limits.hpp"
#include "warpschool/profile/page.hpp"

#include <kainjow/mustache.hpp>

namespace warpschool::profile {

/// A list of {"file", "rows": HTML} for the template.
kainjow::mustache::list source_tables(const Kernel& kernel, const HeatScale& heat,
                                      const SourceReader& source);

}  // namespace warpschool::profile
