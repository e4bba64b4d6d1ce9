// Lists of streams that matter now, of very many that there may be.
#pragma once

#include <cstdint>
#include <vector>

namespace warpschool::sim::runtime {

/// Appends a stream. Where the list is full, first those that are no key of `streams` any
/// more are dropped: a program may make and destroy streams for ever, at constant cost each.
template <class Map>
void add_busy(std::vector<std::uint64_t>& list, std::uint64_t stream, const Map& streams) {
  if (list.size() == list.capacity()) {
    std::erase_if(list, [&](std::uint64_t id) { return streams.count(id) == 0; });
    list.reserve(2 * list.size() + 1);
  }
  list.push_back(stream);
}

}  // namespace warpschool::sim::runtime
