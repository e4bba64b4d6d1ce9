// Memory of the program that cudaHostRegister has pinned: it must not be given back before
// cudaHostUnregister. Nothing of the program's malloc is replaced; what can be seen later is that
// the pages are gone, as they are when a large block is freed. Small blocks leave no trace.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace warpschool::sim::runtime {

class Runtime;

class RegisteredMemory {
 public:
  struct Entry {
    const void* begin = nullptr;
    std::size_t bytes = 0;
    std::string origin;  ///< of the call that registered it
  };

  bool empty() const { return entries_.empty(); }
  void add(const void* begin, std::size_t bytes, const std::string& origin);
  void remove(const void* begin);
  void clear() { entries_.clear(); }
  /// Those that the program has certainly given back; they are forgotten. Of others nothing is
  /// known.
  std::vector<Entry> take_freed();

 private:
  std::vector<Entry> entries_;
};

/// Those of this process.
RegisteredMemory& registered_memory();

/// Whether the process has all these pages.
bool is_mapped(const void* host, std::size_t bytes);

/// A note of each registered memory that the program has given back, of which no kernel or copy
/// may make use from now on.
void note_freed_registrations(Runtime& runtime);

}  // namespace warpschool::sim::runtime
