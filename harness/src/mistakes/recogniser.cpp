// The order in which mistakes are looked for, and what recognisers ask of a launch.
#include "mistakes/recogniser.hpp"

#include <algorithm>

namespace warpschool::harness::detail {

const LaunchShape* Evidence::only_launch() const {
  return facts.launches && facts.launches->size() == 1 ? &facts.launches->front() : nullptr;
}

std::size_t Evidence::threads_in_block() const {
  if (!facts.launches || facts.launches->empty()) {
    return 0;
  }
  const auto threads_of = [](const LaunchShape& shape) {
    return shape.block[0] * shape.block[1] * shape.block[2];
  };
  const std::size_t threads = threads_of(facts.launches->front());
  const bool agree =
      std::all_of(facts.launches->begin(), facts.launches->end(),
                  [&](const LaunchShape& shape) { return threads_of(shape) == threads; });
  return agree ? threads : 0;
}

std::size_t Evidence::blocks() const {
  const LaunchShape* launch = only_launch();
  return launch == nullptr ? 0 : launch->grid[0] * launch->grid[1] * launch->grid[2];
}

std::vector<std::size_t> Evidence::block_sizes() const {
  if (const std::size_t known = threads_in_block(); known > 1) {
    return {known};
  }
  std::vector<std::size_t> sizes;
  if (facts.launches) {
    return sizes;  // launches of several sizes: none of them is meant more than another
  }
  if (layout.block_x > 1 && layout.block_y <= 1) {
    sizes.push_back(layout.block_x);
  }
  for (const std::size_t usual : {256U, 128U, 512U, 1024U, 64U, 32U}) {
    if (usual != layout.block_x) {
      sizes.push_back(usual);
    }
  }
  return sizes;
}

std::string recognise(const Evidence& evidence) {
  if (evidence.found.size != evidence.found.got_size) {
    return {};  // the finding has said so
  }
  // What nobody wrote has no value to compare, and so comes first.
  for (const auto& recogniser : {untouched_elements, unwritten_memory, partial_sum, moved_values,
                                 changed_values, telling_places}) {
    if (std::string sentence = recogniser(evidence); !sentence.empty()) {
      return sentence;
    }
  }
  return {};
}

}  // namespace warpschool::harness::detail
