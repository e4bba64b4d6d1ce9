// Advises on graphs that were never launched.
#include "runtime/advice/unlaunched_graphs.hpp"

#include "runtime/advice/source_calls.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/graphs/capture.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warpschool::sim::runtime {
namespace {

bool is_work(const Work& work) {
  if (const auto* child = std::get_if<ChildWork>(&work)) {
    const auto& nodes = child->graph->nodes;
    return std::any_of(nodes.begin(), nodes.end(),
                       [](const auto& each) { return is_work(each.second->work); });
  }
  return std::holds_alternative<KernelWork>(work) || std::holds_alternative<CopyWork>(work) ||
         std::holds_alternative<FillWork>(work) || std::holds_alternative<HostWork>(work);
}

bool holds_work(const CUgraph_st& graph) {
  return std::any_of(graph.nodes.begin(), graph.nodes.end(),
                     [](const auto& each) { return is_work(each.second->work); });
}

Fault note_of(const CallSite& site, const char* text) {
  Fault note;
  note.kind = FaultKind::kInvalidLaunch;
  note.where = site.where_in_program();
  note.thread_count = 0;
  note.detail = fmt::format("{}: {}", site.api, text);
  return note;
}

/// &graph, graphs[i] and *graph are all "graph", "graphs".
std::string name_of_handle(const std::string& argument) {
  const std::size_t begin = argument.find_first_not_of("&*(");
  return begin == std::string::npos
             ? ""
             : argument.substr(begin, argument.find_first_of("[)", begin) - begin);
}

/// A call that makes a handle, or one that uses it, and which of its arguments names it.
struct HandleCall {
  const char* function;
  std::size_t argument;
};

bool names(const std::vector<std::string>& arguments, const HandleCall& call,
           const std::string& handle) {
  return arguments.size() > call.argument && name_of_handle(arguments[call.argument]) == handle;
}

/// Does the program have the call that runs what the call at `site` has made? It may come to it in
/// another run. The handle may have another name there, as in a function that is given it: one that
/// no call has made.
bool has_remedy(const CallSite& site, const HandleCall& making, const HandleCall& remedy) {
  const SourceLocation where = site.where_in_program();
  const auto is_made = [&](const std::string& handle) {
    return has_call(where.file, making.function,
                    [&](const auto& arguments) { return names(arguments, making, handle); });
  };
  std::vector<std::vector<std::string>> calls = calls_in_line(where, site.api);
  return has_call(where.file, remedy.function, [&](const std::vector<std::string>& those) {
    if (those.size() <= remedy.argument) {
      return false;
    }
    const std::string handle = name_of_handle(those[remedy.argument]);
    const bool is_its = std::any_of(calls.begin(), calls.end(), [&](const auto& arguments) {
      return names(arguments, making, handle);
    });
    return is_its || (!handle.empty() && !is_made(handle));
  });
}

constexpr HandleCall kCapture = {"cudaStreamEndCapture", 1};
constexpr HandleCall kInstantiate = {"cudaGraphInstantiate", 0};
constexpr HandleCall kInstantiated = {"cudaGraphInstantiate", 1};
constexpr HandleCall kLaunched = {"cudaGraphLaunch", 0};

std::optional<Fault> complaint(const CUgraph_st& graph) {
  if (graph.captured.return_address == nullptr || graph.used || !holds_work(graph) ||
      has_remedy(graph.captured, kCapture, kInstantiated)) {
    return std::nullopt;
  }
  return note_of(graph.captured,
                 "what was captured here never ran: a capture only writes down what it is given. "
                 "Make the graph ready with cudaGraphInstantiate(&exec, graph, 0), then run it "
                 "with cudaGraphLaunch(exec, stream)");
}

std::optional<Fault> complaint(const CUgraphExec_st& exec) {
  if (exec.launched || !holds_work(*exec.graph) || has_remedy(exec.made, kInstantiate, kLaunched)) {
    return std::nullopt;
  }
  return note_of(exec.made,
                 "this graph was never launched, so that nothing of it ran. Run it with "
                 "cudaGraphLaunch(exec, stream)");
}

void tell(Runtime& runtime, std::optional<Fault> note) {
  if (note && runtime.stopped_by() == cudaSuccess) {  // else it had no chance to
    runtime.recorder().note(std::move(*note));
  }
}

}  // namespace

void tell_if_unused(Runtime& runtime, const CUgraph_st& graph) {
  tell(runtime, complaint(graph));
}

void tell_if_unlaunched(Runtime& runtime, const CUgraphExec_st& exec) {
  tell(runtime, complaint(exec));
}

void tell_unlaunched_graphs(Runtime& runtime) {
  std::vector<std::optional<Fault>> notes;
  for (const auto& [handle, graph] : runtime.graphs().graphs) {
    notes.push_back(complaint(*graph));
  }
  for (const auto& [handle, exec] : runtime.graphs().execs) {
    notes.push_back(complaint(*exec));
  }
  // The handles are addresses: in another run they come in another order.
  const auto line = [](const std::optional<Fault>& note) { return note ? note->where.line : 0; };
  std::stable_sort(notes.begin(), notes.end(),
                   [&](const auto& a, const auto& b) { return line(a) < line(b); });
  for (std::optional<Fault>& note : notes) {
    tell(runtime, std::move(note));
  }
}

}  // namespace warpschool::sim::runtime
