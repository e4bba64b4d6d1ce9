// The one observer that guesses at what the programmer meant: which advice is asked when.
#include "runtime/advice/array_widths.hpp"
#include "runtime/advice/element_counts.hpp"
#include "runtime/advice/event_times.hpp"
#include "runtime/advice/missing_copy_back.hpp"
#include "runtime/advice/pointer_sizes.hpp"
#include "runtime/advice/shared_arrays.hpp"
#include "runtime/advice/unlaunched_graphs.hpp"
#include "runtime/advice/unwritten_copies.hpp"
#include "runtime/base/observer.hpp"

namespace warpschool::sim::runtime {
namespace {

class Advisor : public RuntimeObserver {
 public:
  void before_launch(Runtime& runtime, const KernelInfo& kernel,
                     const LaunchConfig& config) override {
    note_arrays_at_one_place(runtime, kernel, config);
  }
  void after_launch(Runtime& runtime, const KernelEntry& kernel,
                    const PreparedLaunch& launch) override {
    results_.launched(runtime, kernel, launch);
  }
  void before_copy(Runtime& runtime, const Copy& copy, CopySides sides) override {
    note_size_of_pointer(runtime, copy);
    note_count_of_elements(runtime, copy);
    if (sides.from_device && !sides.to_device) {
      look_for_unwritten(runtime, copy);
    }
    results_.copied(runtime, copy, sides);
  }
  void before_fill(Runtime& runtime, const Copy& shape) override {
    note_count_of_elements(runtime, shape);
  }
  void array_made(Runtime& runtime, std::size_t width, std::size_t texel_bytes) override {
    note_width_in_bytes(runtime, width, texel_bytes);
  }
  void time_wanted() override {
    results_.give_up();  // who measures may do without results
  }
  void time_given(Runtime& runtime, const CUevent_st& start, const CUevent_st& end) override {
    note_time_of_nothing(runtime, start, end);
    note_negative_time(runtime, start, end);
  }
  void before_graph_ends(Runtime& runtime, const CUgraph_st& graph) override {
    tell_if_unused(runtime, graph);
  }
  void before_exec_ends(Runtime& runtime, const CUgraphExec_st& exec) override {
    tell_if_unlaunched(runtime, exec);
  }
  void at_exit(Runtime& runtime) override {
    results_.tell(runtime);
    tell_unlaunched_graphs(runtime);
  }

 private:
  UnseenResults results_;
};

/// Never destroyed: there is more to say when destructors of static objects have run.
[[maybe_unused]] const bool kIsThere = [] {
  add_observer(*new Advisor);
  return true;
}();

}  // namespace
}  // namespace warpschool::sim::runtime
