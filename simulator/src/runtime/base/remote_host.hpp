// The program, where it runs in another process than the device (runtime/service). What the runtime
// needs of its memory, its code and its address space it asks for here.
#pragma once

#include "warpschool/sim/types.hpp"

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace warpschool::sim::runtime {

/// Answers of the program are those of an enemy: they may word a report, and never decide one.
class RemoteHost {
 public:
  virtual ~RemoteHost() = default;

  /// Copies between a buffer of this process and memory of the program. False where the program
  /// cannot read or write it.
  virtual bool read(void* to, const void* from, std::size_t bytes) = 0;
  virtual bool write(void* to, const void* from, std::size_t bytes) = 0;

  enum class Line : std::uint32_t { kOfCode, kOfProgram, kCalling, kOfAccess };
  /// As the functions of host_lines.hpp; kOfAccess: of the fault that is being told.
  virtual SourceLocation line(Line which, const void* pc) = 0;

  virtual bool is_mapped(const void* begin, std::size_t bytes) = 0;
  virtual std::optional<std::size_t> rest_of_frame(const void* address) = 0;
  /// Of each page of 4096 bytes from `begin` on: has the program touched it? Empty: nobody knows.
  virtual std::vector<std::uint8_t> touched_pages(std::uintptr_t begin, std::size_t pages) = 0;

  /// Memory at `place`, which is reserved, that both processes see; zeroed. False: there is no
  /// more.
  virtual bool share(void* place, std::size_t bytes) = 0;
  /// Both processes lose it; its addresses stay taken.
  virtual void unshare(void* place, std::size_t bytes) = 0;
  /// Its addresses are free in both processes.
  virtual void forget(void* place, std::size_t bytes) = 0;
  /// The bytes are zero again.
  virtual void clear(void* place, std::size_t bytes) = 0;
  /// What the program may do with these pages (mprotect) once the call is answered.
  virtual void protect(std::uintptr_t begin, std::size_t bytes, int rights) = 0;
  /// Do both processes see all of these bytes?
  virtual bool is_shared(const void* begin, std::size_t bytes) const = 0;
  /// The same, and they stay so until the end: the program's own memory, no block of the runtime.
  virtual bool is_lasting(const void* begin, std::size_t bytes) const = 0;

  virtual void call(cudaHostFn_t function, void* data) = 0;
  virtual void call(cudaStreamCallback_t function, cudaStream_t stream, cudaError_t status,
                    void* data) = 0;
  virtual void print(const char* text, std::size_t bytes) = 0;
  /// end_if_host_waits_in_vain() of the program.
  virtual void watch_waiting() = 0;
};

/// nullptr: the program runs in this process.
RemoteHost* remote_host();
void set_remote_host(RemoteHost* host);

/// The calling thread answers a call that was made from there; nullptr: from this process.
const void* remote_caller();
void set_remote_caller(const void* return_address);

}  // namespace warpschool::sim::runtime
