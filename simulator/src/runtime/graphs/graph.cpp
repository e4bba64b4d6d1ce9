// Graphs: nodes, edges and their order.
#include "runtime/graphs/graph.hpp"

#include "runtime/base/find_kernel.hpp"
#include "runtime/base/symbol_names.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <mutex>
#include <set>
#include <unordered_set>
#include <utility>

namespace warpschool::sim::runtime {
namespace {

/// Handles may end outside of the runtime's lock.
class PublishedHandles {
 public:
  void add(const void* handle) {
    const std::lock_guard<std::mutex> lock(mutex_);
    handles_.insert(handle);
  }
  void remove(const void* handle) {
    const std::lock_guard<std::mutex> lock(mutex_);
    handles_.erase(handle);
  }
  bool has(const void* handle) {
    const std::lock_guard<std::mutex> lock(mutex_);
    return handles_.count(handle) != 0;
  }

 private:
  std::mutex mutex_;
  /// Addresses, which nodes and graphs share with the Handle that they begin with: what a program
  /// names may be no object at all, and must not be converted as one.
  std::unordered_set<const void*> handles_;
};

/// Nodes and graphs apart: the one is not to be taken for the other.
PublishedHandles& published(bool graphs) {
  static auto& handles = *new std::array<PublishedHandles, 2>;
  return handles.at(graphs ? 1 : 0);
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
  for (const auto& [number, held] : graph.nodes) {
    const CUgraphNode_st& node = *held;
    const std::size_t i = names.size();
    names[&node] = fmt::format("{}_node_{}", prefix, i);
    text +=
        fmt::format("\"{}\" [shape=\"box\" label=\"{}\\n{}\"];\n", names[&node], i, label(node));
    if (const auto* child = std::get_if<ChildWork>(&node.work)) {
      text += fmt::format("subgraph \"cluster_{}\" {{\n", names[&node]);
      write_dot(*child->graph, names[&node], text);
      text += "}\n";
    }
  }
  for (const auto& [number, node] : graph.nodes) {
    for (const auto& [told, before] : node->before) {
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

Handle::~Handle() {
  if (is_published_) {
    published(is_graph_).remove(this);
  }
}

void Handle::publish() {
  is_published_ = true;
  published(is_graph_).add(this);
}

bool is_node(cudaGraphNode_t node) {
  return node != nullptr && published(false).has(node);
}

bool is_graph(cudaGraph_t graph) {
  return graph != nullptr && published(true).has(graph);
}

namespace {

void publish_node(CUgraphNode_st& node) {
  node.publish();
  if (auto* child = std::get_if<ChildWork>(&node.work)) {
    publish(*child->graph);
  }
}

}  // namespace

void publish(CUgraph_st& graph) {
  graph.publish();
  for (const auto& [number, node] : graph.nodes) {
    publish_node(*node);
  }
}

CUgraphNode_st* add_node(CUgraph_st& graph, Work work, const NodeList& before) {
  auto made = std::make_unique<CUgraphNode_st>();
  CUgraphNode_st* const node = made.get();
  node->graph = &graph;
  node->number = graph.added++;
  node->work = std::move(work);
  graph.nodes.emplace_hint(graph.nodes.end(), node->number, std::move(made));
  if (graph.is_published()) {
    publish_node(*node);
  }
  for (CUgraphNode_st* from : before) {
    add_edge(*from, *node);
  }
  return node;
}

void add_edge(CUgraphNode_st& from, CUgraphNode_st& to) {
  if (from.after.emplace(to.number, CUgraphNode_st::Dependent{&to, to.told}).second) {
    to.before.emplace_hint(to.before.end(), to.told++, &from);
  }
}

void remove_edge(CUgraphNode_st& from, CUgraphNode_st& to) {
  if (const auto edge = from.after.find(to.number); edge != from.after.end()) {
    to.before.erase(edge->second.told);
    from.after.erase(edge);
  }
}

void remove_node(CUgraphNode_st* node) {
  for (const auto& [number, to] : node->after) {
    to.node->before.erase(to.told);
  }
  for (const auto& [told, from] : node->before) {
    from->after.erase(node->number);
  }
  CUgraph_st& graph = *node->graph;
  if (const auto copy = graph.copies.find(node->original);
      copy != graph.copies.end() && copy->second == node) {
    graph.copies.erase(copy);
  }
  graph.nodes.erase(node->number);
}

bool waits_for(const CUgraphNode_st& node, const CUgraphNode_st& other) {
  return node.graph == other.graph && other.after.count(node.number) != 0;
}

NodeList dependencies(const CUgraphNode_st& node) {
  NodeList list;
  for (const auto& [told, from] : node.before) {
    list.push_back(from);
  }
  return list;
}

NodeList dependents(const CUgraphNode_st& node) {
  NodeList list;
  for (const auto& [number, to] : node.after) {
    list.push_back(to.node);
  }
  return list;
}

NodeList in_order(const CUgraph_st& graph) {
  // Of those that are free the one that was added first is taken.
  std::unordered_map<const CUgraphNode_st*, std::size_t> missing;
  std::map<std::uint64_t, CUgraphNode_st*> free;
  for (const auto& [number, node] : graph.nodes) {
    missing[node.get()] = node->before.size();
    if (node->before.empty()) {
      free.emplace_hint(free.end(), number, node.get());
    }
  }
  NodeList order;
  while (!free.empty()) {
    CUgraphNode_st* const node = free.begin()->second;
    free.erase(free.begin());
    order.push_back(node);
    for (const auto& [number, next] : node->after) {
      if (--missing.at(next.node) == 0) {
        free.emplace(number, next.node);
      }
    }
  }
  return order;
}

std::vector<const CUgraphNode_st*> reached_from(const NodeList& ends) {
  std::set<const CUgraphNode_st*> seen(ends.begin(), ends.end());
  std::vector<const CUgraphNode_st*> list(seen.begin(), seen.end());
  for (std::size_t i = 0; i < list.size(); ++i) {
    for (const auto& [told, before] : list[i]->before) {
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
  for (const auto& [number, node] : graph.nodes) {
    CUgraphNode_st* added = add_node(*copy, copy_of_work(node->work), {});
    added->original = node.get();
    added->enabled = node->enabled;
    copy->copies[node.get()] = added;
  }
  for (const auto& [number, node] : graph.nodes) {
    for (const auto& [told, before] : node->before) {
      add_edge(*copy->copies.at(before), *copy->copies.at(node.get()));
    }
  }
  return copy;
}

CUgraphNode_st* find_copy(const CUgraph_st& graph, const CUgraphNode_st* original) {
  if (const auto found = graph.copies.find(original); found != graph.copies.end()) {
    return found->second;
  }
  for (const auto& [number, node] : graph.nodes) {
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
