// Advises on copies of sizeof(pointer) bytes.
#include "runtime/advice/pointer_sizes.hpp"

#include "runtime/advice/source_calls.hpp"
#include "runtime/advice/source_sizes.hpp"
#include "runtime/advice/source_words.hpp"
#include "runtime/base/addresses.hpp"
#include "runtime/report/report_text.hpp"

#include <fmt/format.h>
#include <unordered_set>

namespace warpschool::sim::runtime {
namespace {

constexpr std::size_t kPointerBytes = sizeof(void*);
constexpr std::size_t kVectorBytes = sizeof(std::vector<int>);
constexpr std::size_t kCount = 2;  ///< the argument of a copy that says how many bytes

/// The call's lines: it may go on in the next ones.
std::string text_of_call(SourceLocation where) {
  constexpr unsigned kLines = 3;
  std::string text;
  for (unsigned i = 0; i < kLines; ++i, ++where.line) {
    text += source_line(where) + "\n";
  }
  return text;
}

/// Memory that the runtime made lies in no array of the host's.
bool is_of_runtime(Runtime& runtime, const Side& side) {
  return runtime.memory().in_device_window(address_of(side.pointer)) ||
         runtime.host_blocks().owns(side.pointer);
}

bool goes_on(const Memory& memory, const Side& side, std::size_t bytes) {
  const Allocation* const held = memory.find(address_of(side.pointer));
  return held != nullptr && held->begin + held->bytes - address_of(side.pointer) > bytes;
}

/// Is the argument certainly a pointer? Arrays, and members that are arrays, lie in memory of the
/// runtime, too.
bool is_pointer(const std::string& argument, bool is_made, const SourceBefore& source) {
  const SourceBefore::Shape shape = source.shape_of(argument);
  if (shape == SourceBefore::Shape::kArray) {
    return false;
  }
  return is_made ? is_name(argument) || shape == SourceBefore::Shape::kPointer
                 : source.is_set_to_a_block(argument);
}

/// What is to be said of one side and its argument; empty: nothing.
/// @param is_made by the runtime
std::string mistake(const std::string& argument, const std::string& count, std::size_t bytes,
                    bool is_made, const SourceBefore& source) {
  if (bytes == kPointerBytes && count == "sizeof(" + argument + ")" &&
      is_pointer(argument, is_made, source)) {
    return fmt::format(
        "{} is the size of the pointer, {} bytes, and no more is copied. What it points to has n * "
        "sizeof(*{}) bytes.",
        count, bytes, argument);
  }
  const std::string data = ".data()";
  const bool is_container = argument.size() > data.size() &&
                            argument.compare(argument.size() - data.size(), data.size(), data) == 0;
  const std::string name =
      is_container ? argument.substr(0, argument.size() - data.size()) : std::string();
  return is_container && bytes == kVectorBytes && count == "sizeof(" + name + ")" &&
                 source.is_a_vector(name)
             ? fmt::format(
                   "{} is the size of the vector itself, {} bytes, however many elements it has. "
                   "These have {}.size() * sizeof({}[0]) bytes.",
                   count, bytes, name, name)
             : "";
}

}  // namespace

void note_size_of_pointer(Runtime& runtime, const Copy& copy, PartialCopies& partial) {
  const bool may_be_one = copy.height == 1 && copy.depth == 1 &&
                          (copy.width == kPointerBytes || copy.width == kVectorBytes);
  const Memory& memory = runtime.memory();
  const bool to_goes_on = may_be_one && goes_on(memory, copy.to, copy.width);
  if (!to_goes_on && !(may_be_one && goes_on(memory, copy.from, copy.width))) {
    return;
  }
  // Under the runtime's lock, as all of this. A line of a loop is looked at once.
  static std::unordered_set<const void*> looked_at;
  const CallSite& site = current_call();
  if (!looked_at.insert(site.return_address).second) {
    return;
  }
  const SourceLocation where = site.where_in_program();
  const std::vector<std::string> arguments =
      arguments_of(text_of_call(where), where.column, copy.api);
  for (std::size_t i = 0; i < kCount && arguments.size() > kCount; ++i) {
    const bool is_made = is_of_runtime(runtime, i == 0 ? copy.to : copy.from);
    const std::string text =
        mistake(arguments[i], arguments[kCount], copy.width, is_made, SourceBefore(where));
    if (!text.empty()) {
      partial.suspect(memory, copy, to_goes_on ? CopySide::kTo : CopySide::kFrom,
                      fmt::format("{}: {}", copy.api, text));
      return;
    }
  }
}

}  // namespace warpschool::sim::runtime
