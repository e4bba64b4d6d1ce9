// Finds a part of the cgroup tree (version 2) that this program may divide among its jobs.
#pragma once

#include <filesystem>
#include <string>

namespace warpschool::grader {

struct DelegatedCgroup {
  std::filesystem::path path;              ///< jobs get groups in it; empty where there is none
  bool memory = false, processes = false;  ///< controllers that it hands on to them
  std::string problem;                     ///< why there is none, or what it lacks
};

/// $WARPSCHOOL_CGROUP if it is set, else the group that this process is in if that was delegated
/// to it (systemd-run --user --scope -p Delegate=yes). Members move to a child of it, because
/// groups with processes have no limits to hand on.
DelegatedCgroup find_delegated_cgroup();

/// For a given folder of the tree; `moves`: its processes may be moved to a child.
DelegatedCgroup prepare_cgroup(const std::filesystem::path& path, bool moves);

}  // namespace warpschool::grader
