// Makes the steps of a trace one after the other: the variables so far, and what each event says.
#pragma once

#include "debug_info.hpp"
#include "warpschool/profile/shown_trace.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpschool::profile {

constexpr std::size_t kMostFacts = 24;  ///< of a step

/// An allocation or a variable of the device.
struct TracedAllocation {
  std::uint64_t begin = 0, bytes = 0;
  std::string name, origin;
  bool is_table = false;  ///< a constant that the compiler made: what a variable begins with
};

class StepMaker {
 public:
  StepMaker(const nlohmann::json& trace, std::string_view ptx, const SourceReader& source)
      : trace_(trace), debug_(DebugInfo::read(ptx)), source_(source) {
    for (const json& one : trace.value("allocations", json::array())) {
      allocations_.push_back({one.value("begin", std::uint64_t{0}),
                              one.value("bytes", std::uint64_t{0}),
                              one.value("name", std::string()), one.value("origin", std::string()),
                              one.value("qualifier", std::string()) == "const"});
    }
    is_warp_ = trace.value("whole_warp", false);
  }

  ShownTrace make();

 private:
  using json = nlohmann::json;
  using Variables = std::vector<ShownVariable>;

  void add_event(const json& event, ShownStep& step);
  void add_local(const json& event, ShownStep& step);
  void add_memory(const json& event, ShownStep& step);
  void set(Variables& variables, const std::string& name, const std::string& value,
           ShownStep& step);
  std::string place_of(const json& event, std::uint64_t address) const;
  std::string through_pointer(std::uint64_t address, const TracedAllocation& held,
                              std::uint64_t bytes) const;
  std::string function_name(std::size_t index) const;
  std::string code_of(const std::string& file, int line);

  const json& trace_;
  DebugInfo debug_;
  const SourceReader& source_;
  std::vector<TracedAllocation> allocations_;
  bool is_warp_ = false;
  std::map<std::pair<int, std::size_t>, Variables> variables_;  ///< by depth and function
  /// Pointer variables of the first lane that this step looked at: name, value, size of an element.
  struct Pointer {
    std::string name;
    std::uint64_t value = 0, element = 0;
  };
  std::vector<Pointer> pointers_;
  std::map<std::string, std::vector<std::string>> files_;
};

}  // namespace warpschool::profile
