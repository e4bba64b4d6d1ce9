// Sections of PTX for debuggers as bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace warpschool::profile {

struct Section {
  std::vector<std::uint8_t> bytes;
  std::map<std::size_t, std::string> symbols;  ///< at this byte stands the address of that name
};

struct PtxTables {
  std::map<std::string, Section> sections;         ///< ".debug_info" ...
  std::map<std::string, std::string> function_of;  ///< of a __local_depot
};

PtxTables read_tables(std::string_view ptx);

/// Reads numbers one after the other. Behind the end there are zeros, and `failed` is set.
class ByteReader {
 public:
  explicit ByteReader(const Section& section, std::size_t at = 0) : section_(section), at_(at) {}
  std::uint64_t number(unsigned bytes);
  std::uint64_t uleb();
  std::int64_t sleb();
  std::string text();
  void skip(std::uint64_t bytes);
  std::size_t at() const { return at_; }
  bool failed() const { return failed_; }
  /// The name whose address stands here; empty: none.
  std::string symbol() const;

 private:
  const Section& section_;
  std::size_t at_ = 0;
  bool failed_ = false;
};

}  // namespace warpschool::profile
