#include "runtime/graph.hpp"

#include "runtime/find_kernel.hpp"
#include "runtime/names.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <mutex>
#include <set>
#include <unordered_set>
#include <utility>

namespace warpschool::sim::runtime {
namespace {

/// Handles may end outside of the runtime's lock.
class LiveHandles {
 public:
  void add(const LiveHandle* handle) {
    const std::lock_guard<std::mutex> lock(mutex_);
    handles_.insert(handle);
  }
  void remove(const LiveHandle* handle) {
    const std::lock_guard<std::mutex> lock(mutex_);
    handles_.erase(handle);
  }
  bool has(const LiveHandle* handle) {
    const std::lock_guard<std::mutex> lock(mutex_);
    return handles_.count(handle) != 0;
  }

 private:
  std::mutex mutex_;
  std::unordered_set<const LiveHandle*> handles_;
};

LiveHandles& live() {
  static auto& handles = *new LiveHandles;
  return handles;
}

template <class List, class Value>
bool contains(const List& list, const Value& value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

/// Copies of a kernel's arguments lie elsewhere than the original's.
void renew_pointers(KernelWork& kernel, const KernelWork& original) {
  for (void*& pointer : kernel.pointers) {
    const auto offset = static_cast<std::byte*>(pointer) - original.launch.arguments.data();
    pointer = kernel.launch.arguments.data() + offset;
  }
}

const char* name_of(cudaGraphNodeType type) {
  switch (type) {
    case cudaGraphNodeTypeKernel:
      return "kernel";
    case cudaGraphNodeTypeMemcpy:
      return "memcpy";
    case cudaGraphNodeTypeMemset:
      return "memset";
    case cudaGraphNodeTypeHost:
      return "host";
    case cudaGraphNodeTypeGraph:
      return "graph";
    case cudaGraphNodeTypeWaitEvent:
      return "wait for event";
    case cudaGraphNodeTypeEventRecord:
      return "record event";
    case cudaGraphNodeTypeMemAlloc:
      return "allocate memory";
    case cudaGraphNodeTypeMemFree:
      return "free memory";
    default:
      return "empty";
  }
}

/// What a node does, in a few words.
std::string label(const CUgraphNode_st& node) {
  std::string name = name_of(type_of(node.work));
  if (const auto* kernel = std::get_if<KernelWork>(&node.work)) {
    Runtime& runtime = Runtime::instance();
    const KernelEntry* entry = runtime.modules().kernel(kernel->launch.function);
    const LaunchConfig& config = kernel->launch.config;
    return fmt::format("{}\\n<<<({},{},{}),({},{},{}),{}>>>",
                       entry == nullptr ? name : readable_name(entry->name), config.grid.x,
                       config.grid.y, config.grid.z, config.block.x, config.block.y, config.block.z,
                       config.dynamic_shared_bytes);
  }
  if (const auto* copy = std::get_if<CopyWork>(&node.work)) {
    return fmt::format("{}\\n{} bytes", name, copy->copy.bytes());
  }
  if (const auto* fill = std::get_if<FillWork>(&node.work)) {
    return fmt::format("{}\\n{} bytes, value {}", name, fill->shape.bytes(), fill->pattern.value);
  }
  return name;
}

void write_dot(const CUgraph_st& graph, const std::string& prefix, std::string& text) {
  std::map<const CUgraphNode_st*, std::string> names;
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    const CUgraphNode_st& node = *graph.nodes[i];
    names[&node] = fmt::format("{}_node_{}", prefix, i);
    text +=
        fmt::format("\"{}\" [shape=\"box\" label=\"{}\\n{}\"];\n", names[&node], i, label(node));
    if (const auto* child = std::get_if<ChildWork>(&node.work)) {
      text += fmt::format("subgraph \"cluster_{}\" {{\n", names[&node]);
      write_dot(*child->graph, names[&node], text);
      text += "}\n";
    }
  }
  for (const auto& node : graph.nodes) {
    for (const CUgraphNode_st* before : node->before) {
      text += fmt::format("\"{}\" -> \"{}\";\n", names[before], names[node.get()]);
    }
  }
}

}  // namespace

GraphMemory::~GraphMemory() {
  Runtime& runtime = Runtime::instance();
  if (runtime.existing_memory() != nullptr && runtime.memory().find(address_) != nullptr) {
    runtime.memory().release(address_);
  }
}

Work copy_of_work(const Work& work) {
  Work copy = work;
  if (auto* child = std::get_if<ChildWork>(&copy)) {
    child->graph = copy_of(*child->graph);
    child->graph->is_child = true;
  }
  if (auto* kernel = std::get_if<KernelWork>(&copy)) {
    renew_pointers(*kernel, std::get<KernelWork>(work));
  }
  return copy;
}

LiveHandle::LiveHandle() {
  live().add(this);
}

LiveHandle::~LiveHandle() {
  live().remove(this);
}

bool is_node(cudaGraphNode_t node) {
  return node != nullptr && live().has(static_cast<LiveHandle*>(node));
}

bool is_graph(cudaGraph_t graph) {
  return graph != nullptr && live().has(static_cast<LiveHandle*>(graph));
}

CUgraphNode_st* add_node(CUgraph_st& graph, Work work, NodeList before) {
  auto node = std::make_unique<CUgraphNode_st>();
  node->graph = &graph;
  node->work = std::move(work);
  node->before = std::move(before);
  graph.nodes.push_back(std::move(node));
  return graph.nodes.back().get();
}

void remove_node(CUgraphNode_st* node) {
  auto& nodes = node->graph->nodes;
  for (const auto& other : nodes) {
    auto& before = other->before;
    before.erase(std::remove(before.begin(), before.end(), node), before.end());
  }
  nodes.erase(std::find_if(nodes.begin(), nodes.end(),
                           [&](const auto& held) { return held.get() == node; }));
}

bool waits_for(const CUgraphNode_st& node, const CUgraphNode_st& other) {
  return contains(node.before, &other);
}

NodeList dependents(const CUgraphNode_st& node) {
  NodeList list;
  for (const auto& other : node.graph->nodes) {
    if (waits_for(*other, node)) {
      list.push_back(other.get());
    }
  }
  return list;
}

NodeList in_order(const CUgraph_st& graph) {
  // The index tells which was added first; of those that are free the first is taken.
  std::map<const CUgraphNode_st*, std::size_t> index;
  std::vector<std::size_t> missing(graph.nodes.size());
  std::vector<std::vector<std::size_t>> after(graph.nodes.size());
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    index[graph.nodes[i].get()] = i;
  }
  std::set<std::size_t> free;
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    missing[i] = graph.nodes[i]->before.size();
    for (const CUgraphNode_st* before : graph.nodes[i]->before) {
      after[index.at(before)].push_back(i);
    }
    if (missing[i] == 0) {
      free.insert(i);
    }
  }
  NodeList order;
  while (!free.empty()) {
    const std::size_t i = *free.begin();
    free.erase(free.begin());
    order.push_back(graph.nodes[i].get());
    for (const std::size_t next : after[i]) {
      if (--missing[next] == 0) {
        free.insert(next);
      }
    }
  }
  return order;
}

std::vector<const CUgraphNode_st*> reached_from(const NodeList& ends) {
  std::set<const CUgraphNode_st*> seen(ends.begin(), ends.end());
  std::vector<const CUgraphNode_st*> list(seen.begin(), seen.end());
  for (std::size_t i = 0; i < list.size(); ++i) {
    for (const CUgraphNode_st* before : list[i]->before) {
      if (seen.insert(before).second) {
        list.push_back(before);
      }
    }
  }
  return list;
}

std::shared_ptr<CUgraph_st> copy_of(const CUgraph_st& graph) {
  auto copy = std::make_shared<CUgraph_st>();
  copy->original = &graph;
  std::map<const CUgraphNode_st*, CUgraphNode_st*> copies;
  for (const auto& node : graph.nodes) {
    CUgraphNode_st* added = add_node(*copy, copy_of_work(node->work), {});
    added->original = node.get();
    added->enabled = node->enabled;
    copies[node.get()] = added;
  }
  for (const auto& node : graph.nodes) {
    for (const CUgraphNode_st* before : node->before) {
      copies[node.get()]->before.push_back(copies.at(before));
    }
  }
  return copy;
}

CUgraphNode_st* find_copy(const CUgraph_st& graph, const CUgraphNode_st* original) {
  for (const auto& node : graph.nodes) {
    if (node->original == original) {
      return node.get();
    }
    if (const auto* child = std::get_if<ChildWork>(&node->work)) {
      if (CUgraphNode_st* found = find_copy(*child->graph, original); found != nullptr) {
        return found;
      }
    }
  }
  return nullptr;
}

cudaGraphNodeType type_of(const Work& work) {
  struct Type {
    cudaGraphNodeType operator()(const EmptyWork&) const { return cudaGraphNodeTypeEmpty; }
    cudaGraphNodeType operator()(const KernelWork&) const { return cudaGraphNodeTypeKernel; }
    cudaGraphNodeType operator()(const CopyWork&) const { return cudaGraphNodeTypeMemcpy; }
    cudaGraphNodeType operator()(const FillWork&) const { return cudaGraphNodeTypeMemset; }
    cudaGraphNodeType operator()(const HostWork&) const { return cudaGraphNodeTypeHost; }
    cudaGraphNodeType operator()(const RecordWork&) const { return cudaGraphNodeTypeEventRecord; }
    cudaGraphNodeType operator()(const WaitWork&) const { return cudaGraphNodeTypeWaitEvent; }
    cudaGraphNodeType operator()(const MemoryWork& work) const {
      return work.release ? cudaGraphNodeTypeMemFree : cudaGraphNodeTypeMemAlloc;
    }
    cudaGraphNodeType operator()(const ChildWork&) const { return cudaGraphNodeTypeGraph; }
  };
  return std::visit(Type{}, work);
}

std::string to_dot(const CUgraph_st& graph) {
  std::string text = "digraph dot {\n";
  write_dot(graph, "graph", text);
  return text + "}\n";
}

}  // namespace warpschool::sim::runtime
