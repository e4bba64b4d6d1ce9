// Memory of graphs: nodes that allocate and free (CUDA C++ Programming Guide, "Graph Memory
// Nodes"). Its address is known when the node is added; it is there until no graph speaks of it.
#include "runtime/base/addresses.hpp"
#include "runtime/graphs/add_node.hpp"
#include "runtime/graphs/capture.hpp"

#include <cstdint>
#include <cstring>

namespace warpschool::sim::runtime {
namespace {

/// What a graph of the program may ask for: pinned memory of the only device.
bool is_valid(const cudaMemAllocNodeParams* params) {
  return params != nullptr && params->bytesize > 0 &&
         params->poolProps.allocType == cudaMemAllocationTypePinned &&
         params->poolProps.location.type == cudaMemLocationTypeDevice &&
         params->poolProps.location.id == 0;
}

bool frees(const CUgraph_st& graph, const GraphMemory& memory) {
  return std::any_of(graph.nodes.begin(), graph.nodes.end(), [&](const auto& node) {
    const auto* work = std::get_if<MemoryWork>(&node.second->work);
    return work != nullptr && work->release && work->memory.get() == &memory;
  });
}

/// The memory of a node that allocates or frees; nullptr: it is none.
const GraphMemory* memory_of(cudaGraphNode_t node, bool release) {
  const auto* work = is_node(node) ? std::get_if<MemoryWork>(&node->work) : nullptr;
  return work != nullptr && work->release == release ? work->memory.get() : nullptr;
}

bool is_attribute(int device, cudaGraphMemAttributeType attribute, const void* value) {
  return device == 0 && value != nullptr && attribute >= cudaGraphMemAttrUsedMemCurrent &&
         attribute <= cudaGraphMemAttrReservedMemHigh;
}

}  // namespace

// NOLINTBEGIN(readability-function-size): the parameters are CUDA's
extern "C" {

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* before, size_t count,
                                     cudaMemAllocNodeParams* params) {
  WARPSCHOOL_API;
  const std::string origin = take_origin();
  return add_with_work({node, graph, before, count}, [&](Runtime& runtime, Work& work) {
    if (!is_valid(params)) {
      return cudaErrorInvalidValue;
    }
    void* pointer = nullptr;
    const cudaError_t error =
        allocate_now(runtime, &pointer, params->bytesize, AllocationKind::kDevice, origin);
    if (error == cudaSuccess) {
      params->dptr = pointer;
      work = allocation_work(runtime, pointer, params->bytesize);
    }
    return error;
  });
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                    const cudaGraphNode_t* before, size_t count, void* pointer) {
  WARPSCHOOL_API;
  return add_with_work({node, graph, before, count}, [&](Runtime& runtime, Work& work) {
    std::optional<MemoryWork> release = free_work(runtime, pointer);
    if (!release || frees(*graph, *release->memory)) {
      return cudaErrorInvalidValue;
    }
    work = *std::move(release);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, cudaMemAllocNodeParams* params) {
  WARPSCHOOL_API;
  return call([&](Runtime&) {
    const GraphMemory* memory = memory_of(node, false);
    if (memory == nullptr || params == nullptr) {
      return cudaErrorInvalidValue;
    }
    *params = {};
    params->poolProps.allocType = cudaMemAllocationTypePinned;
    params->poolProps.location = {cudaMemLocationTypeDevice, 0};
    params->bytesize = memory->bytes();
    params->dptr = pointer_to(memory->address());
    return cudaSuccess;
  });
}

cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void* pointer) {
  WARPSCHOOL_API;
  return call([&](Runtime&) {
    const GraphMemory* memory = memory_of(node, true);
    if (memory == nullptr || pointer == nullptr) {
      return cudaErrorInvalidValue;
    }
    void* const address = pointer_to(memory->address());
    std::memcpy(pointer, &address, sizeof address);
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetGraphMemAttribute(int device, cudaGraphMemAttributeType attribute,
                                           void* value) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    if (!is_attribute(device, attribute, value)) {
      return cudaErrorInvalidValue;
    }
    std::uint64_t bytes = 0;  // nothing is kept back: what is used is what is reserved
    for (const auto& [address, held] : runtime.graphs().memory) {
      const auto memory = held.lock();
      bytes += memory == nullptr ? 0 : memory->bytes();
    }
    std::memcpy(value, &bytes, sizeof bytes);
    return cudaSuccess;
  });
}

/// Only a high-water mark can be set, to 0.
cudaError_t cudaDeviceSetGraphMemAttribute(int device, cudaGraphMemAttributeType attribute,
                                           void* value) {
  WARPSCHOOL_API;
  return call([&](Runtime&) {
    const bool is_high =
        attribute == cudaGraphMemAttrUsedMemHigh || attribute == cudaGraphMemAttrReservedMemHigh;
    if (!is_attribute(device, attribute, value) || !is_high) {
      return cudaErrorInvalidValue;
    }
    std::uint64_t mark = 0;
    std::memcpy(&mark, value, sizeof mark);
    return mark == 0 ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaDeviceGraphMemTrim(int device) {
  WARPSCHOOL_API;
  return call([&](Runtime&) { return device == 0 ? cudaSuccess : cudaErrorInvalidDevice; });
}

}  // extern "C"
// NOLINTEND(readability-function-size)

}  // namespace warpschool::sim::runtime
