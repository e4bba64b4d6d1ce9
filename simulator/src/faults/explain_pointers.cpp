// Pointers and handles to what is gone, the host's, or nothing.
#include "faults/explanations.hpp"
#include "faults/fault_sentences.hpp"

#include <fmt/core.h>

namespace warpschool::sim::explanations {

using namespace sentences;

/// What a function's address is in host code is the host's function.
std::string called_no_function(const Fault& fault) {
  if (fault.address == 0) {
    return fmt::format(
        "{} called a function through a null pointer{}. Set the pointer before it is called.",
        who(fault), at(fault));
  }
  return fmt::format(
      "{} called a function through a pointer{} that is the address of {}. In host code a "
      "function's name gives the host's function: let device code take the address (__device__ "
      "Type pointer = function;) and fetch it with cudaMemcpyFromSymbol, or make the function a "
      "parameter of the kernel's template, or a functor.",
      who(fault), at(fault),
      fault.kind == FaultKind::kHostPointer ? "something in the host's memory"
                                            : "no device function");
}

static std::string free_in_a_kernel(const Fault& fault) {
  const std::string what = fault.allocation ? the_allocation(fault) : "memory that is nobody's";
  if (fault.kind == FaultKind::kUseAfterFree) {
    return fmt::format(
        "{} called free or delete{} for memory that was freed before ({}). Each malloc or new is "
        "for one free: if threads share the pointer, let one of them free it, behind a "
        "__syncthreads() after which nobody uses it.",
        who(fault), at(fault), what);
  }
  if (is_cause(fault.cause, FreeCause::kOfHosts)) {
    return fmt::format(
        "{} called free or delete{} for {}, which host code made: in a kernel they take only what "
        "malloc or new in a kernel gave. Let the host call cudaFree.",
        who(fault), at(fault), what);
  }
  return fmt::format(
      "{} called free or delete{} for an address at which no allocation begins; the nearest is {}. "
      "Pass the very pointer that malloc or new gave.",
      who(fault), at(fault), what);
}

std::string invalid_free(const Fault& fault) {
  return std::holds_alternative<FreeCause>(fault.cause) ? free_in_a_kernel(fault) : fault.detail;
}

std::string use_after_free(const Fault& fault) {
  if (is_cause(fault.cause, FreeCause::kInKernel)) {
    return free_in_a_kernel(fault);
  }
  if (fault.space == Space::kTexture && fault.allocation) {
    const bool is_texture = fault.allocation->name == kTextureObject;
    return fmt::format(
        "{} used a {}{} that was destroyed {}. Call {} only after the last kernel that uses it has "
        "run.",
        who(fault), fault.allocation->name, at(fault), when_freed(fault),
        is_texture ? "cudaDestroyTextureObject" : "cudaDestroySurfaceObject");
  }
  const std::string what = fault.allocation ? " (" + the_allocation(fault) + ")" : "";
  const bool is_of_kernels = fault.allocation && fault.allocation->origin == kDeviceMalloc;
  return fmt::format("{} of memory that was freed {}{}. {}", did(fault), when_freed(fault), what,
                     is_of_kernels
                         ? "After free() or delete in a kernel no thread may use it: is another "
                           "pointer to the same memory left, or was the wrong one freed?"
                         : "Free memory only after the last kernel that uses it has run.");
}

namespace {

/// @param is_from_memory the pointer is no argument of the kernel
std::string used_host_memory(const Fault& fault, bool is_from_memory) {
  // What an object of a class with virtual functions begins with.
  const bool of_lambda = fault.kernel.find("{lambda") != std::string::npos;
  const bool may_be_table = !fault.is_write && fault.access_bytes == sizeof(void*) && !of_lambda;
  return fmt::format(
      "{} through a pointer to host memory. {}{}{}", did(fault),
      is_from_memory
          ? "It is no argument of the kernel, but was read from memory: from a struct, or an array "
            "of pointers. cudaMemcpy copies the pointers in it as they are, not what they point "
            "to: allocate that with cudaMalloc, too, copy it there, and put the pointer of "
            "cudaMalloc into the struct before the struct is copied."
          : "A kernel can only use device memory: pass the pointer from cudaMalloc, and copy the "
            "data there with cudaMemcpy. Pass numbers and structs of the host by value, not by "
            "reference or address.",
      of_lambda ? " (A lambda that uses members of its class has captured 'this', a pointer to the "
                  "host's object, with [=], too: copy the members into local variables first.)"
                : "",
      may_be_table ? " (An object with virtual functions points to the host's if the host made it: "
                     "make it in a kernel.)"
                   : "");
}

}  // namespace

std::string host_pointer(const Fault& fault) {
  const auto* const cause = std::get_if<HostPointerCause>(&fault.cause);
  if (cause == nullptr) {
    return used_host_memory(fault, false);
  }
  switch (cause->what) {
    case HostPointerCause::What::kNoFunction:
      return called_no_function(fault);
    case HostPointerCause::What::kInLibrary:
      return fmt::format(
          "{} through a pointer to host memory. The function that is called here works on device "
          "memory, as its policy (thrust::device) or its pointers say: copy the data there first, "
          "or call it with thrust::host for memory of the host.",
          did(fault));
    case HostPointerCause::What::kDeviceVariable:
      return fmt::format(
          "{} through the host's name for the device variable '{}', which host code passed as a "
          "pointer. Use the variable in the kernel itself, or pass the address that "
          "cudaGetSymbolAddress gives.",
          did(fault), cause->variable);
    case HostPointerCause::What::kReadFromMemory:
      return used_host_memory(fault, true);
  }
  return {};
}

std::string invalid_handle(const Fault& fault) {
  const char* const unknown =
      "is no texture or surface object. Check what the call that makes the object returned.";
  return fmt::format("{} used a handle{} that {}{}", who(fault), at(fault),
                     fault.detail.empty() ? unknown : fault.detail,
                     was_made("What it stands for", fault));
}

}  // namespace warpschool::sim::explanations
