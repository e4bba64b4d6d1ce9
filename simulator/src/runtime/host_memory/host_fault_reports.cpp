// Words reports of memory faults in host code.
#include "runtime/host_memory/host_fault_reports.hpp"

#include "runtime/base/addresses.hpp"
#include "runtime/base/call_site.hpp"
#include "runtime/base/host_lines.hpp"
#include "runtime/base/remote_host.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/report/report_text.hpp"

#include <array>
#include <cstring>
#include <fmt/format.h>

namespace warpschool::sim::runtime {
namespace {

/// Did the runtime itself do it, for a call of the program?
bool is_of_a_call(const HostAccess& access) {
  return is_of_the_runtime(access.pc) && current_call().return_address != nullptr;
}

/// The line that is told.
SourceLocation place_of(const HostAccess& access) {
  if (RemoteHost* remote = remote_host(); remote != nullptr) {
    return remote->line(RemoteHost::Line::kOfAccess, access.pc);
  }
  if (is_of_a_call(access)) {
    return current_call().where_in_program();
  }
  return line_of_access(access.pc);
}

/// "12 bytes into the 400-byte allocation made at x.cu:5"
std::string position_in(const AllocationRef& ref, DeviceAddress address) {
  Allocation allocation;
  allocation.bytes = ref.bytes;
  const AllocationLabel label{ref.name, ref.origin};
  allocation.label = &label;
  const std::string what = the_allocation(allocation);
  if (address < ref.begin) {
    return fmt::format("{} bytes before {}", ref.begin - address, what);
  }
  return fmt::format("{} bytes {} {}", address - ref.begin,
                     address - ref.begin < ref.bytes ? "into" : "after the begin of", what);
}

Fault describe(FaultKind kind, const HostAccess& access, std::uintptr_t address) {
  Fault fault;
  fault.kind = kind;
  fault.where = place_of(access);
  fault.thread_count = 0;
  fault.space = Space::kGlobal;
  fault.address = address;
  fault.is_write = access.is_write;
  return fault;
}

/// C libraries keep a block's size in the 16 bytes before it: free() and delete look there.
bool is_given_to_free(const HostAccess& access, const AllocationRef& ref, std::uintptr_t address) {
  constexpr std::uintptr_t kHeader = 16;
  return !access.is_write && address < ref.begin && ref.begin - address <= kHeader;
}

/// cudaMalloc(&object->pointer, ...) with the object in device memory: the call is host code.
std::string set_by_a_call(const Fault& fault) {
  return fmt::format(
      "{} was given an address in device memory ({}), and is to {} there, but calls {} variables "
      "of the host only. Let it use a variable of the host, and copy that one with cudaMemcpy: a "
      "struct, or an array of pointers, is filled on the host first, with the pointers that "
      "cudaMalloc gives, and copied as a whole then.",
      current_call().api,
      fault.allocation ? position_in(*fault.allocation, fault.address)
                       : "where nothing is allocated",
      fault.is_write ? "write" : "read", fault.is_write ? "set" : "read");
}

/// Close to a block of the runtime. @param remedy goes on with the sentence.
Fault beside_host_memory(const Memory& memory, const HostAccess& access, std::uintptr_t address,
                         const char* remedy) {
  Fault fault = describe(FaultKind::kHostAccess, access, address);
  fault.allocation = memory.nearest(address, 1);
  fault.detail =
      fmt::format("host code {} a place {}{}", access.is_write ? "wrote to" : "read from",
                  position_in(*fault.allocation, address), remedy);
  return fault;
}

}  // namespace

Fault device_pointer(const Memory& memory, const HostAccess& access, std::uintptr_t address) {
  Fault fault = describe(FaultKind::kHostAccess, access, address);
  fault.allocation = memory.nearest(address, 1);
  if (is_of_a_call(access)) {
    fault.detail = set_by_a_call(fault);
    return fault;
  }
  const char* const advice =
      fault.allocation && is_given_to_free(access, *fault.allocation, address)
          ? "Was it given to free() or delete? Memory of cudaMalloc is given back with cudaFree."
          : "Only kernels can follow such a pointer: copy the data with cudaMemcpy, or allocate it "
            "with cudaMallocManaged.";
  fault.detail = fmt::format(
      "host code used a pointer to device memory: it {} address {:#x}, {}. {}",
      access.is_write ? "wrote to" : "read from", address,
      fault.allocation ? position_in(*fault.allocation, address) : "where nothing is allocated",
      advice);
  return fault;
}

Fault freed_memory(const Memory& memory, const HostAccess& access, std::uintptr_t address) {
  Fault fault = describe(FaultKind::kUseAfterFree, access, address);
  const Allocation* freed = memory.find_freed(address);
  if (freed != nullptr) {
    fault.allocation =
        AllocationRef{freed->begin, freed->bytes, freed->name(), freed->origin(), 0, {}};
  }
  fault.detail = fmt::format(
      "host code {} memory that was freed before, {}. Free memory only after its last use.",
      access.is_write ? "wrote to" : "read from",
      fault.allocation ? position_in(*fault.allocation, address) : "of the CUDA runtime");
  return fault;
}

Fault too_early(const Memory& memory, const HostAccess& access, std::uintptr_t address,
                const HostGuard::Early& early) {
  Fault fault = describe(FaultKind::kUnsynchronisedAccess, access, address);
  std::string what = "this memory";
  if (const Allocation* held = memory.find(address); held != nullptr) {
    Allocation named = *held;
    const SymbolEntry* symbol = Runtime::instance().modules().symbol(pointer_to(held->begin));
    const AllocationLabel label{symbol == nullptr ? held->name() : symbol->name, held->origin()};
    named.label = &label;
    fault.allocation = AllocationRef{held->begin, held->bytes, label.name, label.origin, 0, {}};
    what = the_allocation(named);
  }
  const SourceLocation by = early.by.where();
  const bool launched = std::strcmp(early.by.api, "<<<>>>") == 0;
  const std::string who = fmt::format("{}{}", launched ? "the kernel launched" : early.by.api,
                                      by.line == 0 ? "" : fmt::format(" at line {}", by.line));
  fault.detail = fmt::format(
      "host code {} {} while {} may still be using it: launches and asynchronous copies return at "
      "once. Call cudaDeviceSynchronize(), or wait for its stream (not for another), before.",
      access.is_write ? "wrote to" : "read", what, who);
  return fault;
}

Fault before_host_memory(const Memory& memory, const HostAccess& access, std::uintptr_t address) {
  return beside_host_memory(memory, access, address,
                            ". If this is free() or delete: pinned memory is released with "
                            "cudaFreeHost, managed memory with cudaFree.");
}

Fault behind_host_memory(const Memory& memory, const HostAccess& access, std::uintptr_t address) {
  Fault fault =
      beside_host_memory(memory, access, address,
                         ", which ends before. Compare the index with the number of elements");
  const std::uint64_t element = fault.allocation->element_bytes;
  fault.detail += element < 2
                      ? "."
                      : fmt::format(
                            ": there is room for {} of {} bytes. Where the memory is asked for "
                            "count bytes: n * sizeof(type), not n.",
                            fault.allocation->bytes / element, element);
  return fault;
}

Fault stack_overflow(const HostAccess& access, std::uintptr_t address) {
  Fault fault = describe(FaultKind::kStackOverflow, access, address);
  fault.space = Space::kGeneric;
  fault.detail =
      "host code ran out of stack: its local arrays are larger than the stack is (8 MB as a rule, "
      "for all functions together), or a recursion does not end. Make a large array static, or a "
      "std::vector, or ask malloc for it. Kernels have nothing to do with it.";
  return fault;
}

}  // namespace warpschool::sim::runtime
