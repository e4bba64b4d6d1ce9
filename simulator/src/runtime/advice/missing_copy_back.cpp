// Advises on results that are never copied back to the host.
#include "runtime/advice/missing_copy_back.hpp"

#include "runtime/advice/source_calls.hpp"
#include "runtime/base/addresses.hpp"
#include "runtime/base/symbol_names.hpp"
#include "runtime/core/registered_modules.hpp"
#include "runtime/core/runtime.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <string_view>

namespace warpschool::sim::runtime {
namespace {

/// What kernels tell in other ways than by memory. Of files that are linked together one would have
/// to look into all.
bool may_speak(const PtxFile& file) {
  const std::string_view text = file.own_text.empty() ? file.text : file.own_text;
  return file.linked_into != nullptr || text.empty() ||
         text.find("vprintf") != std::string_view::npos ||
         text.find("__assertfail") != std::string_view::npos ||
         text.find("trap;") != std::string_view::npos ||
         text.find("sust.") != std::string_view::npos;
}

std::string place(const CallSite& site) {
  const SourceLocation where = site.where_in_program();
  return where.line == 0 ? std::string()
                         : fmt::format("{}:{}", where.file.substr(where.file.find_last_of('/') + 1),
                                       where.line);
}

/// Does the file set the pointer that the argument begins with by cudaMalloc?
bool is_of_device(const std::string& argument, const std::string& file) {
  const std::string name = argument.substr(0, argument.find_first_of("+["));
  return has_call(file, "cudaMalloc", [&](const std::vector<std::string>& arguments) {
    return !arguments.empty() && arguments[0].ends_with("&" + name);
  });
}

}  // namespace

/// Twice in a row the same work: to warm up, or to measure.
bool UnseenResults::is_repeated(const PreparedLaunch& launch) {
  const bool is_same = launch.function == last_function_ && launch.arguments == last_arguments_;
  last_function_ = launch.function;
  last_arguments_ = launch.arguments;
  return is_same;
}

/// As a rule all kernels come from one file, whose text is long.
bool UnseenResults::is_silent(const PtxFile& file) {
  if (&file != silent_file_ && !may_speak(file)) {
    silent_file_ = &file;
  }
  return &file == silent_file_;
}

void UnseenResults::add(const Allocation& held) {
  written_.insert(held.begin);
  where_written_ += (where_written_.empty() ? "" : ", ") + the_allocation(held);
}

void UnseenResults::launched(Runtime& runtime, const KernelEntry& kernel,
                             const PreparedLaunch& launch) {
  if (is_over_) {
    return;
  }
  const std::optional<std::vector<DeviceAddress>> written =
      runtime.device().written_by(*kernel.file->module, kernel.name, launch.arguments);
  const bool others_see =
      !written || std::any_of(written->begin(), written->end(), [&](DeviceAddress begin) {
        const Allocation* const held = runtime.memory().find(begin);
        return held == nullptr || held->kind != AllocationKind::kDevice;
      });
  if (others_see || is_repeated(launch) || !is_silent(*kernel.file) || !runtime.arrays().empty() ||
      runtime.is_stopped()) {
    give_up();
    return;
  }
  if (written->empty()) {
    return;
  }
  ++launches_;
  where_written_.clear();
  for (const DeviceAddress begin : *written) {
    add(*runtime.memory().find(begin));
  }
  kernel_ = readable_name(kernel.name);
  launched_from_ = current_call().return_address;
}

void UnseenResults::copied(Runtime& runtime, const Copy& copy, CopySides sides) {
  if (is_over_) {
    return;
  }
  has_brought_data_ = has_brought_data_ || (sides.to_device && !sides.from_device);
  const Allocation* const from =
      sides.from_device ? runtime.memory().find(address_of(copy.from.pointer)) : nullptr;
  const bool is_of_kernels = from != nullptr && written_.count(from->begin) != 0;
  if (from == nullptr) {
    return;
  }
  if (!sides.to_device && (is_of_kernels || from->kind != AllocationKind::kDevice)) {
    give_up();
  } else if (!sides.to_device && !written_.empty()) {
    other_copy_ = place(current_call());
    for (const auto& arguments : calls_in_line(current_call().where_in_program(), copy.api)) {
      other_sources_.insert(arguments.size() > 1 ? arguments[1] : "");
    }
  } else if (is_of_kernels) {
    const Allocation* const to = runtime.memory().find(address_of(copy.to.pointer));
    if (to == nullptr || to->kind != AllocationKind::kDevice) {
      give_up();
    } else {
      written_.insert(to->begin);
    }
  }
}

std::string UnseenResults::text() const {
  const bool is_sure = !other_copy_.empty() || launches_ == 1;
  if (is_over_ || written_.empty() || !has_brought_data_ || !is_sure) {
    return {};
  }
  const std::string from = place(CallSite{"", launched_from_});
  return fmt::format(
      "nothing that kernels wrote was ever copied to the host: the last, '{}'{}, writes to {}. "
      "Arrays of the host do not change by themselves: copy the result with cudaMemcpy(host, "
      "device, bytes, cudaMemcpyDeviceToHost){}",
      kernel_, from.empty() ? "" : fmt::format(" (launched at {})", from), where_written_,
      other_copy_.empty()
          ? ""
          : fmt::format(". What was copied at {} is something else, where no kernel writes",
                        other_copy_));
}

/// Does the source have a copy to the host of something else than what was copied? The program did
/// not come to it this time, or it failed.
bool UnseenResults::stands_there() const {
  const std::string file = CallSite{"", launched_from_}.where_in_program().file;
  if (other_copy_.empty() && mentions(file, "cudaMemcpyDeviceToHost")) {
    return true;  // whichever call it is given to
  }
  const auto is_back = [&](const std::vector<std::string>& arguments) {
    const auto has = [&](const char* direction) {
      return std::find(arguments.begin(), arguments.end(), direction) != arguments.end();
    };
    return arguments.size() > 1 && other_sources_.count(arguments[1]) == 0 &&
           (has("cudaMemcpyDeviceToHost") ||
            (has("cudaMemcpyDefault") && is_of_device(arguments[1], file)));
  };
  return has_call(file, "cudaMemcpy", is_back) ||
         has_call(file, "cudaMemcpyFromSymbol",
                  [&](const auto& /*arguments*/) { return other_copy_.empty(); });
}

void UnseenResults::tell(Runtime& runtime) const {
  const std::string said = text();
  if (!said.empty() && !runtime.is_stopped() && !stands_there()) {
    runtime.recorder().note(said);
  }
}

}  // namespace warpschool::sim::runtime
