// Where the sides of a copy lie, and what is said where they cannot be copied.
#pragma once

#include "runtime/copies/copy_engine.hpp"

#include <optional>
#include <string>

namespace warpschool::sim::runtime {

/// Where the bytes of a side lie and what it is to the copy engines.
struct Place {
  std::byte* bytes = nullptr;
  bool on_device = false;
  bool pinned = false;
};

/// Reports what is wrong with one side of a copy. @param why the sentence after "the source".
void refuse(Runtime& runtime, const Copy& copy, const char* side, const std::string& why,
            const Allocation* allocation = nullptr);

/// The kind that the two pointers have, whatever the call says.
cudaMemcpyKind kind_of_pointers(Runtime& runtime, const Copy& copy);

/// Nothing: it was refused. @param name "source" or "destination".
std::optional<Place> device_place(Runtime& runtime, const Copy& copy, const Side& side,
                                  const char* name);
/// The same of memory of the host, too. @param device by the copy's kind.
std::optional<Place> find_place(Runtime& runtime, const Copy& copy, const Side& side, bool device,
                                const char* name);

/// All bytes from the first to the last one of a side.
HostGuard::Section section_of(const Copy& copy, const Side& side, const Place& place);
/// What the check of races looks at of a side.
CopiedRows rows_of(const Copy& copy, const Side& side, bool is_write);

}  // namespace warpschool::sim::runtime
