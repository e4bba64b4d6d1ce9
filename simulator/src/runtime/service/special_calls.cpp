// Answers what calls.def does not describe: registrations, launches, shared memory, marks.
#include "runtime/base/addresses.hpp"
#include "runtime/base/find_kernel.hpp"
#include "runtime/base/host_abi.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/host_memory/host_fault.hpp"
#include "runtime/host_memory/host_fault_reports.hpp"
#include "runtime/service/call_marks.hpp"
#include "runtime/service/dispatch.hpp"
#include "runtime/service/remote_program.hpp"
#include "runtime/service/sealed_values.hpp"
#include "warpschool/sim/extension.h"

#include <deque>
#include <mutex>
#include <set>
#include <string>

// NOLINTBEGIN(bugprone-reserved-identifier): CUDA's names
extern "C" {
void** __cudaRegisterFatBinary(const void* wrapper);
void __cudaRegisterFatBinaryEnd(void** handle);
void __cudaUnregisterFatBinary(void** handle);
int __cudaRegisterFunction(void** handle, const char* host_function, char*, const char* device_name,
                           int, uint3*, uint3*, dim3*, dim3*, int*);
void __cudaRegisterVar(void** handle, char* host_variable, char*, const char* device_name, int,
                       std::size_t bytes, int, int);
void __cudaRegisterTexture(void** handle, const void* host_variable, const void**,
                           const char* device_name, int, int, int);
void warpschool_sim_managed_section(const void* begin, const void* end);
}
// NOLINTEND(bugprone-reserved-identifier)

namespace warpschool::sim::runtime::service {
namespace {

using wire::Reader;
using wire::Special;
using wire::Writer;

constexpr std::size_t kLongestName = 64u << 10;
constexpr std::size_t kMostText = std::size_t{64} << 20;
constexpr std::size_t kMostFiles = 4096;
constexpr std::size_t kPageBytes = 4096;

/// What the program has registered: the runtime keeps the text's address, and handles come back.
struct Files {
  /// Held as long as one is used: another thread of the program may give it back meanwhile.
  std::recursive_mutex mutex;
  std::deque<std::string> texts;
  std::set<void**> handles;
};

Files& files() {
  static Files& all = *new Files;
  return all;
}

/// With the lock of files().
void** handle(Reader& in) {
  auto* const given = static_cast<void**>(in.pointer());
  if (files().handles.count(given) == 0) {
    throw wire::Malformed("a file was never registered");
  }
  return given;
}

std::string name(Reader& in) {
  std::string text = in.text();
  if (text.size() > kLongestName) {
    throw wire::Malformed("a name is too long");
  }
  return text;
}

/// PTX of the program. Nothing where it cannot be read: such a file never loads.
const char* take_text(const void* image, std::uint64_t bytes) {
  if (image == nullptr || bytes > kMostText) {
    return nullptr;
  }
  std::string text(bytes, '\0');
  if (!program().read(text.data(), image, bytes)) {
    return nullptr;
  }
  files().texts.push_back(std::move(text));
  return files().texts.back().c_str();
}

void register_file(Reader& in, Writer& out) {
  const void* image = in.pointer();
  const auto bytes = in.get<std::uint64_t>();
  const void* linked_into = in.pointer();
  if (files().texts.size() >= kMostFiles || files().handles.size() >= kMostFiles) {
    throw wire::Malformed("too many files are registered");
  }
  const FatBinaryWrapper wrapper{kWrapperMagic, 1, take_text(image, bytes), nullptr};
  void** const made = __cudaRegisterFatBinary(&wrapper);
  if (made != nullptr) {
    reinterpret_cast<PtxFile*>(made)->linked_into = linked_into;
    files().handles.insert(made);
  }
  out.put(reinterpret_cast<std::uint64_t>(made));
}

void link_managed(Reader& in) {
  void** const file = handle(in);
  call(
      [&](Runtime& runtime) {
        runtime.modules().link_managed(*reinterpret_cast<PtxFile*>(file), runtime.device());
        return cudaSuccess;
      },
      Sticky::kIgnored, Callers::kAll);
}

void unregister_file(Reader& in) {
  void** const file = handle(in);
  files().handles.erase(file);
  __cudaUnregisterFatBinary(file);
}

void register_kernel(Reader& in) {
  void** const file = handle(in);
  const auto* const function = static_cast<const char*>(in.pointer());
  __cudaRegisterFunction(file, function, nullptr, name(in).c_str(), 0, nullptr, nullptr, nullptr,
                         nullptr, nullptr);
}

void register_variable(Reader& in) {
  void** const file = handle(in);
  auto* const variable = static_cast<char*>(in.pointer());
  const auto bytes = in.get<std::uint64_t>();
  bool is_usable = true;
  {
    Runtime& runtime = Runtime::instance();
    const std::unique_lock<std::mutex> lock = runtime.lock();
    for (const auto& [begin, end] : runtime.modules().managed_sections()) {
      // The device itself uses a managed variable's memory.
      is_usable = is_usable &&
                  (variable < begin || variable >= end || program().is_lasting(variable, bytes));
    }
  }
  if (!is_usable) {
    throw wire::Malformed("a managed variable is not shared");
  }
  __cudaRegisterVar(file, variable, nullptr, name(in).c_str(), 0, bytes, 0, 0);
}

void register_texture(Reader& in) {
  void** const file = handle(in);
  const void* const variable = in.pointer();
  __cudaRegisterTexture(file, variable, nullptr, name(in).c_str(), 0, 0, 0);
}

void managed_section(Reader& in) {
  const void* const begin = in.pointer();
  const void* const end = in.pointer();
  if (address_of(begin) >= address_of(end) ||
      !program().is_lasting(begin, address_of(end) - address_of(begin))) {
    throw wire::Malformed("managed variables are not shared");
  }
  warpschool_sim_managed_section(begin, end);
}

void begin_share(Reader& in, Writer& out) {
  const auto place = in.get<std::uint64_t>();
  const auto bytes = in.get<std::uint64_t>();
  const bool is_possible =
      place != 0 && place % kPageBytes == 0 && bytes != 0 && bytes % kPageBytes == 0;
  const auto room = is_possible ? program().begin_adoption(place, bytes) : std::nullopt;
  out.put(std::uint64_t{room ? 1U : 0U});
  out.put(room.value_or(0));
}

void end_share(Reader& in, Writer& out) {
  const auto place = in.get<std::uint64_t>();
  const auto bytes = in.get<std::uint64_t>();
  const auto offset = in.get<std::uint64_t>();
  out.put(static_cast<std::uint8_t>(program().adopt(place, bytes, offset) ? 1 : 0));
}

cudaError_t register_memory(Reader& in) {
  void* const host = in.pointer();
  const auto bytes = in.get<std::uint64_t>();
  const auto flags = in.get<unsigned>();
  const bool is_wrong = host == nullptr || bytes == 0 || !program().is_mapped(host, bytes);
  if (!is_wrong && !program().is_lasting(host, bytes)) {
    return call([](Runtime& runtime) {
      runtime.recorder().reason(
          "cudaHostRegister: this memory cannot be shared with the device, which is a process of "
          "its own here: it lies on the stack, or there is no room. Use cudaMallocHost, or memory "
          "of "
          "malloc");
      return cudaErrorNotSupported;
    });
  }
  return cudaHostRegister(host, bytes, flags);
}

/// How large each argument of a kernel is, so that the program can send them along the next time.
void put_layout(const void* function, Writer& out) {
  Runtime& runtime = Runtime::instance();
  const std::unique_lock<std::mutex> lock = runtime.lock();
  const Found kernel = find_kernel(runtime, function);
  if (kernel.error != cudaSuccess) {
    out.put(std::uint32_t{0});
    return;
  }
  out.put(static_cast<std::uint32_t>(kernel.info->parameters.size() + 1));
  for (const KernelParameter& parameter : kernel.info->parameters) {
    out.put(static_cast<std::uint32_t>(parameter.bytes));
  }
}

void launch(Reader& in, Writer& out) {
  const auto variant = in.get<std::uint32_t>();
  const bool wants_layout = in.get<std::uint8_t>() != 0;
  const void* const function = in.pointer();
  auto* const arguments = static_cast<void**>(in.pointer());
  cudaError_t error = cudaErrorInvalidValue;
  if (variant == 2) {
    const bool given = in.get<std::uint8_t>() != 0;
    cudaLaunchConfig_t config{};
    if (given) {
      config = in.get<cudaLaunchConfig_t>();
    }
    error = cudaLaunchKernelExC(given ? &config : nullptr, function, arguments);
  } else {
    const auto grid = in.get<dim3>(), block = in.get<dim3>();
    const auto shared = in.get<std::uint64_t>();
    const auto stream = in.get<cudaStream_t>();
    error = variant == 0
                ? cudaLaunchKernel(function, grid, block, arguments, shared, stream)
                : cudaLaunchCooperativeKernel(function, grid, block, arguments, shared, stream);
  }
  out.put(error);
  if (wants_layout && error == cudaSuccess) {
    put_layout(function, out);
  } else {
    out.put(std::uint32_t{0});
  }
}

void judge_fault(Reader& in, Writer& out) {
  const auto address = in.get<std::uint64_t>();
  HostAccess access;
  access.pc = in.pointer();
  access.is_write = in.get<std::uint8_t>() != 0;
  out.put(judge_remote_access(access, address));
}

void after_step(Reader& in) {
  const auto address = in.get<std::uint64_t>();
  Runtime& runtime = Runtime::instance();
  const std::unique_lock<std::mutex> lock = runtime.lock();
  runtime.guard().close_again(address);
}

/// What the program's static constructors and destructors say.
void answer_registration(Special what, Reader& in, Writer& out) {
  const std::lock_guard<std::recursive_mutex> lock(files().mutex);
  switch (what) {
    case Special::kRegisterFile:
      return register_file(in, out);
    case Special::kLinkManaged:
      return link_managed(in);
    case Special::kRegisterFileEnd:
      return __cudaRegisterFatBinaryEnd(handle(in));
    case Special::kUnregisterFile:
      return unregister_file(in);
    case Special::kRegisterKernel:
      return register_kernel(in);
    case Special::kRegisterVariable:
      return register_variable(in);
    case Special::kRegisterTexture:
      return register_texture(in);
    case Special::kManagedSection:
      return managed_section(in);
    default:
      throw wire::Malformed("there is no such registration");
  }
}

}  // namespace

void answer_special(Special what, Reader& in, Writer& out) {
  switch (what) {
    case Special::kRegisterFile:
    case Special::kLinkManaged:
    case Special::kRegisterFileEnd:
    case Special::kUnregisterFile:
    case Special::kRegisterKernel:
    case Special::kRegisterVariable:
    case Special::kRegisterTexture:
    case Special::kManagedSection:
      return answer_registration(what, in, out);
    case Special::kShareBegin:
      return begin_share(in, out);
    case Special::kShareEnd:
      return end_share(in, out);
    case Special::kRegisterMemory:
      return out.put(register_memory(in));
    case Special::kLaunch:
      return launch(in, out);
    case Special::kMark:
      return out.put(note_mark(in.get<wire::Mark>()));
    case Special::kFault:
      return judge_fault(in, out);
    case Special::kStepped:
      return after_step(in);
    case Special::kIdentity:
      return out.text(warpschool_sim_identity());
    case Special::kNewThread:
      last_error() = cudaSuccess;
      return;
    case Special::kErrorSeen:
      cudaGetErrorName(in.get<cudaError_t>());
      return;
    case Special::kTakeInput:
      return take_input(in, out);
    case Special::kIsInput:
      return is_input(in, out);
    case Special::kGiveOutput:
      return give_output(in, out);
  }
  throw wire::Malformed("there is no such call");
}

}  // namespace warpschool::sim::runtime::service
