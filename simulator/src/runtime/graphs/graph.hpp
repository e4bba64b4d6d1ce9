// Graphs (CUDA C++ Programming Guide, "CUDA Graphs"): nodes that hold work, and the order among
// them. Nothing here touches the device.
#pragma once

#include "runtime/base/call_site.hpp"
#include "runtime/base/launches.hpp"
#include "runtime/copies/copy_engine.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

namespace warpschool::sim::runtime {

/// Base of what the program may have handles of: knows which exist. A number that a program makes
/// up may be the address of anything.
class Handle {
 public:
  explicit Handle(bool is_graph) : is_graph_(is_graph) {}
  ~Handle();
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  /// From now on the program may name it.
  void publish();
  bool is_published() const { return is_published_; }

 private:
  bool is_graph_, is_published_ = false;
};
/// Of those that the program may name: copies that the runtime keeps for itself, as those of
/// executable graphs, are none.
bool is_node(cudaGraphNode_t node);
bool is_graph(cudaGraph_t graph);
/// A graph with its nodes and the graphs within; what is added later, too.
void publish(CUgraph_st& graph);

struct KernelWork {
  PreparedLaunch launch;
  std::vector<void*> pointers;  ///< to the arguments, as cudaGraphKernelNodeGetParams gives them
};
struct CopyWork {
  Copy copy;
};
struct FillWork {
  Copy shape;
  Pattern pattern;
};
struct HostWork {
  cudaHostNodeParams call{};
};
struct EmptyWork {};
struct RecordWork {
  cudaEvent_t event = nullptr;
};
struct WaitWork {
  cudaEvent_t event = nullptr;
};
/// Memory of a graph: reserved as long as a node speaks of it.
class GraphMemory {
 public:
  GraphMemory(DeviceAddress address, std::size_t bytes) : address_(address), bytes_(bytes) {}
  ~GraphMemory();
  GraphMemory(const GraphMemory&) = delete;
  GraphMemory& operator=(const GraphMemory&) = delete;
  DeviceAddress address() const { return address_; }
  std::size_t bytes() const { return bytes_; }

 private:
  DeviceAddress address_;
  std::size_t bytes_;
};
struct MemoryWork {
  std::shared_ptr<GraphMemory> memory;
  bool release = false;  ///< the node that frees it
};
struct ChildWork {
  std::shared_ptr<CUgraph_st> graph;
};
using Work = std::variant<EmptyWork, KernelWork, CopyWork, FillWork, HostWork, RecordWork, WaitWork,
                          MemoryWork, ChildWork>;

}  // namespace warpschool::sim::runtime

/// A node (the handle's type is part of the API).
struct CUgraphNode_st : warpschool::sim::runtime::Handle {
  CUgraphNode_st() : Handle(false) {}
  CUgraph_st* graph = nullptr;
  std::uint64_t number = 0;  ///< its place in the graph
  warpschool::sim::runtime::Work work;
  std::map<std::uint64_t, CUgraphNode_st*> before;  ///< what it waits for, as it was told
  std::uint64_t told = 0;                           ///< how often, those that were removed too
  struct Dependent {
    CUgraphNode_st* node = nullptr;
    std::uint64_t told = 0;  ///< key of the edge in node->before
  };
  std::map<std::uint64_t, Dependent> after;  ///< what waits for it, by number
  /// The node of which this is a copy: by it a copy is found, it may be gone.
  const CUgraphNode_st* original = nullptr;
  bool enabled = true;
};

/// A graph: it owns its nodes, by number: in the order in which they were added.
struct CUgraph_st : warpschool::sim::runtime::Handle {
  CUgraph_st() : Handle(true) {}
  std::map<std::uint64_t, std::unique_ptr<CUgraphNode_st>> nodes;
  std::uint64_t added = 0;  ///< nodes so far, those that were removed too
  /// By the nodes of which its own are copies.
  std::unordered_map<const CUgraphNode_st*, CUgraphNode_st*> copies;
  bool is_child = false;  ///< belongs to a node; the program may not destroy it
  const CUgraph_st* original = nullptr;
  warpschool::sim::runtime::CallSite captured;  ///< where the capture ended, if it is one
  bool used = false;                            ///< somebody did more with it than to fill it
};

/// A graph that was made ready to be launched: a copy, and the order in which its nodes run.
struct CUgraphExec_st {
  std::shared_ptr<CUgraph_st> graph;
  std::uint64_t flags = 0;
  warpschool::sim::runtime::WorkClock last;  ///< its last launch, after which the next one comes
  warpschool::sim::runtime::CallSite made;
  bool launched = false;
};

namespace warpschool::sim::runtime {

using NodeList = std::vector<CUgraphNode_st*>;

CUgraphNode_st* add_node(CUgraph_st& graph, Work work, const NodeList& before);
/// Also takes it from the lists of its neighbours.
void remove_node(CUgraphNode_st* node);
void add_edge(CUgraphNode_st& from, CUgraphNode_st& to);
/// Nothing happens where there is no such edge.
void remove_edge(CUgraphNode_st& from, CUgraphNode_st& to);
bool waits_for(const CUgraphNode_st& node, const CUgraphNode_st& other);
/// What it waits for, in the order it was told.
NodeList dependencies(const CUgraphNode_st& node);
/// What waits for it, in the order in which the nodes were added.
NodeList dependents(const CUgraphNode_st& node);

/// The nodes in topological order: each comes after all that it waits for, those added first as
/// early as possible. Fewer than there are if some wait for each other in a cycle.
NodeList in_order(const CUgraph_st& graph);
/// Every node that one of `ends` waits for, directly or not, and `ends` themselves.
std::vector<const CUgraphNode_st*> reached_from(const NodeList& ends);

std::shared_ptr<CUgraph_st> copy_of(const CUgraph_st& graph);
/// Graphs within are copied too, and arguments lie in the copy.
Work copy_of_work(const Work& work);
/// The copy of `original` in `graph` or in a graph within it; nullptr: there is none.
CUgraphNode_st* find_copy(const CUgraph_st& graph, const CUgraphNode_st* original);

/// What kind of node the work makes.
cudaGraphNodeType type_of(const Work& work);
/// The graph in the language of Graphviz.
std::string to_dot(const CUgraph_st& graph);

}  // namespace warpschool::sim::runtime
