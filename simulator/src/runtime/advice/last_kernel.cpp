// Finds out whether the last kernel knows a number.
#include "runtime/advice/last_kernel.hpp"

#include "runtime/base/addresses.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <string>

namespace warpschool::sim::runtime {
namespace {

/// A count lies in few bytes: among many numbers one is equal by chance.
constexpr std::uint64_t kFewBytes = 64;

template <class Number>
Number number_at(const std::byte* bytes) {
  Number number = 0;
  std::memcpy(&number, bytes, sizeof number);
  return number;
}

/// Does the program look at this register itself? Ranks of cooperative groups are made of all three
/// at one place, also where threads lie in a line.
bool is_looked_at(std::string_view code, const std::string& y, const std::string& z) {
  const std::string_view kPlace = ".loc";
  for (std::size_t at = code.find(y); at != code.npos; at = code.find(y, at + 1)) {
    const std::size_t begin = code.rfind(kPlace, at);
    const std::size_t first = begin == code.npos ? 0 : begin;
    const std::size_t end = std::min(code.find(kPlace, at), code.size());
    if (code.substr(first, end - first).find(z) == code.npos) {
      return true;
    }
  }
  return false;
}

/// The code of a kernel; empty: not known.
std::string_view code_of(Runtime& runtime, const void* function) {
  const KernelEntry* const entry = runtime.modules().kernel(function);
  if (entry == nullptr) {
    return {};
  }
  const std::string_view text = entry->file->text;
  const std::size_t begin = text.find(".entry " + entry->name + "(");
  const std::string_view body = text.substr(std::min(begin, text.size()));
  return body.substr(0, body.find("\n}"));
}

/// "setp.ge.s32 %p1, %r1, 768;"
bool compares_with(std::string_view code, std::uint64_t number) {
  const std::string last = fmt::format(", {};", number);
  for (std::size_t at = code.find(last); at != code.npos; at = code.find(last, at + 1)) {
    const std::size_t before = code.rfind('\n', at);
    const std::size_t begin = before == code.npos ? 0 : before + 1;
    if (code.substr(begin, at - begin).find("setp.") != code.npos) {
      return true;
    }
  }
  return false;
}

bool holds(const std::byte* bytes, std::uint64_t count, std::uint64_t number) {
  for (std::uint64_t at = 0; at + sizeof(std::uint32_t) <= std::min(count, kFewBytes);
       at += sizeof(std::uint32_t)) {
    const std::uint64_t found = number_at<std::uint32_t>(bytes + at);
    if (found == number || found + 1 == number) {
      return true;
    }
  }
  return false;
}

}  // namespace

void LastKernel::launched(const PreparedLaunch& launch) {
  function_ = launch.function;
  arguments_ = launch.arguments;
}

bool LastKernel::was_given(std::uint64_t number) const {
  for (std::size_t at = 0; at + sizeof(std::uint32_t) <= arguments_.size();
       at += sizeof(std::uint32_t)) {
    if (number_at<std::uint32_t>(arguments_.data() + at) == number) {
      return true;  // the lower half of a wide one lies first
    }
  }
  return false;
}

bool LastKernel::was_given_memory(const Allocation& held) const {
  for (std::size_t at = 0; at + sizeof(DeviceAddress) <= arguments_.size();
       at += sizeof(DeviceAddress)) {
    if (held.contains(number_at<DeviceAddress>(arguments_.data() + at), 1)) {
      return true;
    }
  }
  return false;
}

/// Parts of addresses are no numbers.
bool LastKernel::was_given_short(Runtime& runtime, std::uint64_t number) const {
  constexpr std::size_t kShort = sizeof(std::uint16_t), kSlot = sizeof(DeviceAddress);
  for (std::size_t at = 0; at + kShort <= arguments_.size(); at += kShort) {
    const std::size_t slot = at / kSlot * kSlot;
    const bool is_address =
        slot + kSlot <= arguments_.size() &&
        runtime.memory().in_device_window(number_at<DeviceAddress>(arguments_.data() + slot));
    if (!is_address && number_at<std::uint16_t>(arguments_.data() + at) == number) {
      return true;
    }
  }
  return false;
}

bool LastKernel::reads_constant(Runtime& runtime, std::uint64_t number) const {
  const KernelEntry* const entry = runtime.modules().kernel(function_);
  const std::string_view code = code_of(runtime, function_), load = "ld.const";
  for (std::size_t at = code.find(load); at != code.npos; at = code.find(load, at + 1)) {
    const std::size_t open = std::min(code.find('[', at), code.size());
    const std::size_t end = std::min(code.find_first_of("+]", open), code.size());
    const std::string_view name = code.substr(open, end - open);
    const ModuleVariable* const variable =
        name.empty() || entry->file->module == nullptr
            ? nullptr
            : Device::variable(*entry->file->module, name.substr(1));
    const Allocation* const held =
        variable == nullptr ? nullptr : runtime.memory().find(variable->address);
    if (held != nullptr && holds(held->backing, held->bytes, number)) {
      return true;
    }
  }
  return false;
}

bool LastKernel::leads_to(Runtime& runtime, std::uint64_t number) const {
  for (std::size_t at = 0; at + sizeof(DeviceAddress) <= arguments_.size();
       at += sizeof(DeviceAddress)) {
    const Allocation* const held =
        runtime.memory().find(number_at<DeviceAddress>(arguments_.data() + at));
    if (held != nullptr && held->kind == AllocationKind::kDevice && held->bytes <= kFewBytes &&
        holds(held->backing, held->bytes, number)) {
      return true;
    }
  }
  return false;
}

bool LastKernel::knows(Runtime& runtime, std::uint64_t number) const {
  const std::string_view code = code_of(runtime, function_);
  return was_given(number) || was_given(number - 1) || was_given_short(runtime, number) ||
         compares_with(code, number) || compares_with(code, number - 1) ||
         reads_constant(runtime, number) || leads_to(runtime, number);
}

bool LastKernel::uses_rows(Runtime& runtime) const {
  const std::string_view code = code_of(runtime, function_);
  const auto has = [&](const char* name) { return code.find(name) != code.npos; };
  return (is_looked_at(code, "%tid.y", "%tid.z") && (!has("%ntid.x") || has("%ntid.y"))) ||
         (is_looked_at(code, "%ctaid.y", "%ctaid.z") && !has("%nctaid.x"));
}

bool LastKernel::uses_block_index(Runtime& runtime) const {
  const std::string_view code = code_of(runtime, function_);
  return code.find("%ctaid.x") != code.npos || code.find("call") != code.npos;
}

}  // namespace warpschool::sim::runtime
