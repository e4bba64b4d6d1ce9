// Tries graphs: order, copies, edges, handles.
#include "runtime/graphs/graph.hpp"

#include "warpschool/harness/catch.hpp"

namespace warpschool::sim::runtime {
namespace {

TEST_CASE("nodes come after what they wait for, those added first as early as they can",
          "[runtime]") {
  CUgraph_st graph;
  CUgraphNode_st* last = add_node(graph, EmptyWork{}, {});
  CUgraphNode_st* first = add_node(graph, EmptyWork{}, {});
  CUgraphNode_st* other = add_node(graph, EmptyWork{}, {});
  add_edge(*first, *last);
  CHECK(in_order(graph) == NodeList{first, last, other});
  CHECK(dependents(*first) == NodeList{last});
}

TEST_CASE("nodes that wait for each other in a circle are not in the order", "[runtime]") {
  CUgraph_st graph;
  CUgraphNode_st* alone = add_node(graph, EmptyWork{}, {});
  CUgraphNode_st* a = add_node(graph, EmptyWork{}, {});
  CUgraphNode_st* b = add_node(graph, EmptyWork{}, {a});
  add_edge(*b, *a);
  CHECK(in_order(graph) == NodeList{alone});
}

TEST_CASE("a copy of a graph has copies of its nodes, and of graphs within", "[runtime]") {
  auto inner = std::make_shared<CUgraph_st>();
  CUgraphNode_st* deep = add_node(*inner, EmptyWork{}, {});
  CUgraph_st graph;
  CUgraphNode_st* node = add_node(graph, EmptyWork{}, {});
  CUgraphNode_st* child = add_node(graph, ChildWork{inner}, {node});
  const std::shared_ptr<CUgraph_st> copy = copy_of(graph);
  REQUIRE(copy->nodes.size() == 2);
  CHECK(dependencies(*copy->nodes[1]) == NodeList{copy->nodes[0].get()});
  CHECK(find_copy(*copy, child) == copy->nodes[1].get());
  CUgraphNode_st* found = find_copy(*copy, deep);
  REQUIRE(found != nullptr);
  CHECK(found != deep);
  CHECK(found->graph != inner.get());
  CHECK(find_copy(*copy, found) == nullptr);
}

TEST_CASE("arguments of a copied kernel lie in the copy", "[runtime]") {
  KernelWork kernel;
  kernel.launch.arguments.resize(16);
  kernel.pointers.assign(1, kernel.launch.arguments.data() + 8);
  const Work work = std::move(kernel);
  const Work copy = copy_of_work(work);
  const auto& copied = std::get<KernelWork>(copy);
  CHECK(copied.pointers[0] == copied.launch.arguments.data() + 8);
}

TEST_CASE("an edge is there once, and goes with either of its nodes", "[runtime]") {
  CUgraph_st graph;
  CUgraphNode_st* a = add_node(graph, EmptyWork{}, {});
  CUgraphNode_st* b = add_node(graph, EmptyWork{}, {});
  CUgraphNode_st* c = add_node(graph, EmptyWork{}, {b, a, b});
  CHECK(dependencies(*c) == NodeList{b, a});
  add_edge(*b, *c);
  CHECK(in_order(graph).size() == 3);
  remove_edge(*b, *c);
  remove_edge(*b, *c);
  add_edge(*b, *c);
  CHECK(dependencies(*c) == NodeList{a, b});
  remove_node(b);
  CHECK(dependencies(*c) == NodeList{a});
  remove_node(c);
  CHECK(dependents(*a).empty());
  CHECK(in_order(graph) == NodeList{a});
}

TEST_CASE("a handle is one as long as its node is there", "[runtime]") {
  CUgraph_st graph;
  CUgraphNode_st* a = add_node(graph, EmptyWork{}, {});
  CUgraphNode_st* b = add_node(graph, EmptyWork{}, {a});
  CHECK(reached_from({b}).size() == 2);
  CHECK_FALSE(is_node(a));  // nobody has been told of it
  CHECK_FALSE(is_graph(&graph));
  publish(graph);
  CHECK(is_node(a));
  CHECK(is_node(add_node(graph, EmptyWork{}, {a})));
  CHECK_FALSE(is_graph(reinterpret_cast<cudaGraph_t>(a)));
  CHECK_FALSE(is_node(reinterpret_cast<cudaGraphNode_t>(&graph)));
  CHECK_FALSE(is_node(copy_of(graph)->nodes.begin()->second.get()));
  remove_node(a);
  CHECK_FALSE(is_node(a));
  CHECK(b->before.empty());
  CHECK(reached_from({b}).size() == 1);
  CHECK(is_graph(&graph));
}

}  // namespace
}  // namespace warpschool::sim::runtime
