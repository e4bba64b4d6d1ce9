// From what the program says about a node to the work it does, and back; and the work itself.
#pragma once

#include "runtime/graphs/graph.hpp"

namespace warpschool::sim::runtime {

KernelWork kernel_work(Runtime& runtime, PreparedLaunch launch);

// Each checks what the program says; `work` is set where cudaSuccess comes back.
cudaError_t make_work(Runtime& runtime, const cudaKernelNodeParams* params, Work& work);
cudaError_t make_work(Runtime& runtime, const cudaMemcpy3DParms* params, Work& work);
cudaError_t make_work(Runtime& runtime, const cudaMemsetParams* params, Work& work);
cudaError_t make_work(const cudaHostNodeParams* params, Work& work);
/// A copy whose sides, width, kind and API are set.
cudaError_t make_work(Runtime& runtime, const Copy& copy, Work& work);

cudaKernelNodeParams params_of(const KernelWork& work);
cudaMemcpy3DParms params_of(const CopyWork& work);
cudaMemsetParams params_of(const FillWork& work);

/// Runs the nodes of a graph behind its launch before, each on the modelled clock as soon as what
/// it waits for has ended, and lets `stream` go on behind the last. Takes the lock for each node,
/// and none for functions of the host.
cudaError_t run_graph(CUgraphExec_st& exec, cudaStream_t stream);

}  // namespace warpschool::sim::runtime
