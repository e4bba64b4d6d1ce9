// Copies between the judge's values and device memory, with the calls that a program would make.
//
// The program names the memory, and other threads of it may free it or allocate it anew meanwhile:
// each copy looks at the memory and makes the copy under one lock.
#include "runtime/service/sealed_values.hpp"

#include "runtime/base/addresses.hpp"
#include "runtime/base/call_site.hpp"
#include "runtime/base/remote_host.hpp"
#include "runtime/copies/copy_engine.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/service/call_marks.hpp"
#include "runtime/service/remote_program.hpp"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace warpschool::sim::runtime::service {
namespace {

/// A harness gives a few arrays a question.
constexpr std::size_t kMostOutputs = 1024;
constexpr std::size_t kMostTaken = 65536;
constexpr std::uint64_t kMostOutputBytes = std::uint64_t{512} << 20;

/// A part of device memory, and one of the inputs, that the program names.
struct Part {
  void* device = nullptr;
  std::uint64_t offset = 0, bytes = 0;
  bool operator==(const Part&) const = default;
};

struct Sealed {
  std::mutex mutex;
  std::byte* inputs = nullptr;
  std::uint64_t input_bytes = 0;
  std::vector<Part> taken;        ///< in this question
  bool told_of_a_change = false;  ///< "this is the input no more" has been said
  Outputs outputs;
};

Sealed& sealed() {
  static Sealed all;
  return all;
}

enum class Held { kNowhere, kOnDevice, kSeenByProgram };

/// With the lock of the runtime.
Held where_is(Runtime& runtime, const void* device, std::uint64_t bytes) {
  const Allocation* const held = runtime.memory().find(address_of(device));
  if (held == nullptr || !held->contains(address_of(device), bytes)) {
    return Held::kNowhere;
  }
  return held->kind == AllocationKind::kManaged || held->kind == AllocationKind::kPinnedHost
             ? Held::kSeenByProgram
             : Held::kOnDevice;
}

/// Calls body(runtime, is there such device memory?) under the lock of the runtime. Memory that the
/// program sees would make the values the program's.
template <class F>
cudaError_t with_device_memory(const void* device, std::uint64_t bytes, const F& body) {
  const ApiCall here({"cudaMemcpy", remote_caller()});
  bool is_seen = false;
  const cudaError_t error = call([&](Runtime& runtime) {
    const Held held = where_is(runtime, device, bytes);
    is_seen = held == Held::kSeenByProgram;
    return is_seen ? cudaErrorInvalidValue : body(runtime, held == Held::kOnDevice);
  });
  if (is_seen) {
    throw wire::Malformed("what the judge gives or gets is not in device memory");
  }
  return error;
}

/// The harness asks between the calls of a submission. Code that asks within one is not the
/// harness's.
void note_who_asks() {
  if (is_in_call()) {
    note_irregular("what only the tests do with their values was done within a call");
  }
}

/// With the lock of sealed().
Part input_part(wire::Reader& in) {
  Part part;
  part.device = pointer_to(in.get<std::uint64_t>());
  part.offset = in.get<std::uint64_t>();
  part.bytes = in.get<std::uint64_t>();
  if (part.offset > sealed().input_bytes || part.bytes > sealed().input_bytes - part.offset) {
    throw wire::Malformed("the judge has given no such input");
  }
  return part;
}

/// As cudaMemcpy makes it, with a buffer of this process at one side. With the lock of the runtime.
cudaError_t copy_linear(Runtime& runtime, void* to, const void* from, std::uint64_t bytes,
                        cudaMemcpyKind kind) {
  return copy_now(runtime,
                  {{to, bytes}, {from, bytes}, bytes, 1, kind, nullptr, false, "cudaMemcpy"});
}

/// Where there is no such memory, what a copy from there says.
cudaError_t refuse_copy(Runtime& runtime, const void* device, std::uint64_t bytes) {
  std::byte nothing{};
  const OwnMemory own(&nothing, sizeof nothing);
  return copy_linear(runtime, &nothing, device, bytes, cudaMemcpyDeviceToHost);
}

/// Room for so many bytes at the end of the outputs' file: the judge reads them there. nullptr:
/// there is none.
std::byte* make_room(Outputs& outputs, std::uint64_t bytes, void*& mapped, std::size_t& length) {
  constexpr std::uint64_t kStep = 4096;
  if (outputs.file < 0) {
    outputs.file = ::memfd_create("outputs", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  }
  const std::uint64_t begin = outputs.all_bytes / kStep * kStep, end = outputs.all_bytes + bytes;
  length = end - begin;
  mapped = ::ftruncate(outputs.file, static_cast<off_t>(end)) != 0
               ? MAP_FAILED
               : ::mmap(nullptr, length, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE,
                        outputs.file, static_cast<off_t>(begin));
  return mapped == MAP_FAILED ? nullptr
                              : static_cast<std::byte*>(mapped) + (outputs.all_bytes - begin);
}

/// Bytes of device memory at the end of the outputs' file.
cudaError_t fetch(const void* device, std::uint64_t bytes, Outputs& outputs) {
  if (bytes == 0) {
    return cudaSuccess;
  }
  void* mapped = MAP_FAILED;
  std::size_t length = 0;
  const cudaError_t error = with_device_memory(device, bytes, [&](Runtime& runtime, bool is_there) {
    std::byte* const room = is_there ? make_room(outputs, bytes, mapped, length) : nullptr;
    if (!is_there) {
      return refuse_copy(runtime, device, bytes);
    }
    if (room == nullptr) {
      return cudaErrorMemoryAllocation;
    }
    const OwnMemory own(room, bytes);
    return copy_linear(runtime, room, device, bytes, cudaMemcpyDeviceToHost);
  });
  if (mapped != MAP_FAILED) {
    ::munmap(mapped, length);
  }
  if (error == cudaSuccess) {
    note_sealed_copy(false, bytes);
  }
  return error;
}

/// With the lock of sealed(). The bytes go the way of a copy that a harness would make that has the
/// device within its process, so that both are the same time about it; where it ends they are
/// compared with what the judge gave, and kept nowhere.
cudaError_t compare(const Part& part, bool& is_same) {
  is_same = true;
  if (part.bytes == 0) {
    return cudaSuccess;
  }
  const cudaError_t error =
      with_device_memory(part.device, part.bytes, [&](Runtime& runtime, bool is_there) {
        if (!is_there) {
          return refuse_copy(runtime, part.device, part.bytes);
        }
        std::byte* const given = sealed().inputs + part.offset;
        const OwnMemory own(given, part.bytes, OwnMemory::Writes::kCompared);
        const cudaError_t copied =
            copy_linear(runtime, given, part.device, part.bytes, cudaMemcpyDeviceToHost);
        is_same = own.found_equal();
        return copied;
      });
  if (error == cudaSuccess) {
    note_sealed_copy(false, part.bytes);
  }
  return error;
}

}  // namespace

bool begin_sealed_values(int file, std::uint64_t bytes) {
  Sealed& all = sealed();
  const std::lock_guard<std::mutex> lock(all.mutex);
  if (all.inputs != nullptr) {
    ::munmap(std::exchange(all.inputs, nullptr), std::exchange(all.input_bytes, 0));
  }
  all.taken.clear();
  all.told_of_a_change = false;
  if (all.outputs.file >= 0) {
    ::close(all.outputs.file);
  }
  all.outputs = {};
  if (file < 0) {
    return true;
  }
  void* const mapped =
      bytes == 0 ? MAP_FAILED : ::mmap(nullptr, bytes, PROT_READ, MAP_SHARED, file, 0);
  ::close(file);
  if (mapped == MAP_FAILED) {
    return bytes == 0;
  }
  all.inputs = static_cast<std::byte*>(mapped);
  all.input_bytes = bytes;
  return true;
}

void take_input(wire::Reader& in, wire::Writer& out) {
  note_who_asks();
  Sealed& all = sealed();
  const std::lock_guard<std::mutex> lock(all.mutex);
  const Part part = input_part(in);
  if (all.taken.size() >= kMostTaken) {
    throw wire::Malformed("more is taken from the judge than any harness takes");
  }
  cudaError_t error = cudaSuccess;
  if (part.bytes > 0) {
    std::byte* const from = all.inputs + part.offset;
    error = with_device_memory(part.device, part.bytes, [&](Runtime& runtime, bool) {
      const OwnMemory own(from, part.bytes);
      return copy_linear(runtime, part.device, from, part.bytes, cudaMemcpyHostToDevice);
    });
    if (error == cudaSuccess) {
      note_sealed_copy(true, part.bytes);
    }
  }
  all.taken.push_back(part);
  out.put(error);
}

/// One bit of what is in device memory comes to the program so, and comparing what kernels have
/// made with inputs would give it all: it may ask of what it took, and hears of one change.
void is_input(wire::Reader& in, wire::Writer& out) {
  note_who_asks();
  Sealed& all = sealed();
  const std::lock_guard<std::mutex> lock(all.mutex);
  const Part part = input_part(in);
  if (all.told_of_a_change ||
      std::find(all.taken.begin(), all.taken.end(), part) == all.taken.end()) {
    throw wire::Malformed("it is asked of an input that no harness would ask of");
  }
  bool is_same = true;
  const cudaError_t error = compare(part, is_same);
  if (!is_same) {
    all.told_of_a_change = true;
    note_input_changed();
  }
  out.put(error);
  out.put(static_cast<std::uint8_t>(is_same ? 1 : 0));
}

void give_output(wire::Reader& in, wire::Writer& out) {
  note_who_asks();
  Sealed& all = sealed();
  const std::lock_guard<std::mutex> lock(all.mutex);
  const void* const device = pointer_to(in.get<std::uint64_t>());
  const auto bytes = in.get<std::uint64_t>();
  Outputs& outputs = all.outputs;
  if (outputs.bytes.size() >= kMostOutputs || bytes > kMostOutputBytes - outputs.all_bytes) {
    throw wire::Malformed("more is given to the judge than any harness gives");
  }
  const cudaError_t error = fetch(device, bytes, outputs);
  out.put(error);
  out.put(static_cast<std::uint32_t>(outputs.bytes.size()));
  if (error == cudaSuccess) {
    outputs.bytes.push_back(bytes);
    outputs.all_bytes += bytes;
  }
}

Outputs take_outputs() {
  Sealed& all = sealed();
  const std::lock_guard<std::mutex> lock(all.mutex);
  return std::exchange(all.outputs, {});
}

}  // namespace warpschool::sim::runtime::service
