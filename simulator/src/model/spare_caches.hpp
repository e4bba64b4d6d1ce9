// Caches of launches and devices that are gone: to make an array of a megabyte anew would take
// longer than a small launch.
#pragma once

#include "model/sector_cache.hpp"

#include <cstdint>
#include <memory>

namespace warpschool::sim {

/// A cache of that size. What is in it is of another epoch: begin a new one.
std::unique_ptr<SectorCache> take_spare_cache(std::uint64_t bytes);
/// @param cache nullptr: nothing happens.
void give_back_cache(std::unique_ptr<SectorCache> cache);

}  // namespace warpschool::sim
