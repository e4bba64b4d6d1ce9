// The one observer that guesses at what the programmer meant: which advice is asked when.
#include "runtime/advice/array_widths.hpp"
#include "runtime/advice/element_counts.hpp"
#include "runtime/advice/event_times.hpp"
#include "runtime/advice/missing_copy_back.hpp"
#include "runtime/advice/partial_copies.hpp"
#include "runtime/advice/pointer_sizes.hpp"
#include "runtime/advice/shared_arrays.hpp"
#include "runtime/advice/unlaunched_graphs.hpp"
#include "runtime/advice/unwritten_copies.hpp"
#include "runtime/base/observer.hpp"

#include <string_view>

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
    unwritten_.launched(launch);
  }
  void before_copy(Runtime& runtime, const Copy& copy, CopySides sides) override {
    partial_.seen(runtime.memory(), copy);
    note_size_of_pointer(runtime, copy, partial_);
    note_count_of_elements(runtime, copy, partial_);
    if (sides.from_device && !sides.to_device) {
      unwritten_.look(runtime, copy);
    }
    results_.copied(runtime, copy, sides);
    widths_.copied(runtime, copy);
  }
  void before_fill(Runtime& runtime, const Copy& shape) override {
    partial_.seen(runtime.memory(), shape);
    note_count_of_elements(runtime, shape, partial_);
  }
  void array_made(Runtime& /*runtime*/, const cudaArray& array) override { widths_.made(array); }
  void call_failed(cudaError_t /*error*/) override {
    const std::string_view api = current_call().api;
    if (api.find("cudaMemcpy") == 0) {
      results_.give_up();  // the copy back may be this one
    } else if (api == "<<<>>>" || api.find("cudaLaunch") == 0) {
      unwritten_.launch_failed();
    }
  }
  void time_wanted() override {
    results_.give_up();  // who measures may do without results
    unwritten_.time_wanted();
  }
  void time_given(Runtime& runtime, const CUevent_st& start, const CUevent_st& end) override {
    times_.given(runtime, start, end);
  }
  void before_graph_ends(Runtime& runtime, const CUgraph_st& graph) override {
    tell_if_unused(runtime, graph);
  }
  void before_exec_ends(Runtime& runtime, const CUgraphExec_st& exec) override {
    tell_if_unlaunched(runtime, exec);
  }
  void before_report(Runtime& runtime) override {
    partial_.tell(runtime.recorder());
    unwritten_.tell(runtime.recorder());
    times_.tell(runtime.recorder());
  }
  void at_exit(Runtime& runtime, ProgramEnd end) override {
    before_report(runtime);
    if (end != ProgramEnd::kDeath) {
      results_.tell(runtime);
      tell_unlaunched_graphs(runtime);
    }
  }

 private:
  PartialCopies partial_;
  UnwrittenCopies unwritten_;
  ArrayWidths widths_;
  UnseenResults results_;
  EventTimes times_;
};

/// Never destroyed: there is more to say when destructors of static objects have run.
[[maybe_unused]] const bool kIsThere = [] {
  add_observer(*new Advisor);
  return true;
}();

}  // namespace
}  // namespace warpschool::sim::runtime
