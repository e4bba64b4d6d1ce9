// Has a file changed since? By size and time, as build tools ask.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace warpschool::warp {

/// "SIZE SECONDS NANOSECONDS PATH", or "absent PATH".
std::string mark_of(const std::filesystem::path& file);

/// One number for the marks of all files under `folder` (or of it, if it is a file) that `counts`
/// takes. Files and folders whose names editors give to their own (.swp, ~) are left out.
std::string mark_of_all(const std::filesystem::path& folder,
                        const std::function<bool(const std::filesystem::path&)>& counts = {});

}  // namespace warpschool::warp
