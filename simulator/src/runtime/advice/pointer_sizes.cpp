// Advises on copies of sizeof(pointer) bytes.
#include "runtime/advice/pointer_sizes.hpp"

#include "runtime/host_memory/heap_blocks.hpp"
#include "runtime/report/report_text.hpp"

#include <cctype>
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

/// A pointer to device memory is in no array; one to the begin of a block of the heap is hardly
/// ever the name of one.
bool is_pointer(Runtime& runtime, const Side& side) {
  return runtime.memory().in_device_window(address_of(side.pointer)) || begins_block(side.pointer);
}

bool goes_on(const Memory& memory, const Side& side, std::size_t bytes) {
  const Allocation* const held = memory.find(address_of(side.pointer));
  return held != nullptr && held->begin + held->bytes - address_of(side.pointer) > bytes;
}

/// What is to be said of one side and its argument; empty: nothing.
std::string mistake(const std::string& argument, const std::string& count, std::size_t bytes) {
  if (bytes == kPointerBytes && count == "sizeof(" + argument + ")") {
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
  return is_container && bytes == kVectorBytes && count == "sizeof(" + name + ")"
             ? fmt::format(
                   "{} is the size of the vector itself, {} bytes, however many elements it has. "
                   "These have {}.size() * sizeof({}[0]) bytes.",
                   count, bytes, name, name)
             : "";
}

}  // namespace

std::vector<std::string> arguments_of(const std::string& text, std::size_t column,
                                      const std::string& function) {
  const std::size_t call = text.find(function + "(", column == 0 ? 0 : column - 1);
  std::vector<std::string> arguments(1);
  int depth = 0;
  for (std::size_t at = call == std::string::npos ? text.size() : call + function.size() + 1;
       at < text.size(); ++at) {
    const char c = text[at];
    depth += c == '(' || c == '[' || c == '{' ? 1 : 0;
    depth -= c == ')' || c == ']' || c == '}' ? 1 : 0;
    if (depth < 0) {
      return arguments;
    }
    if (c == ',' && depth == 0) {
      arguments.emplace_back();
    } else if (std::isspace(static_cast<unsigned char>(c)) == 0) {
      arguments.back() += c;
    }
  }
  return {};
}

void note_size_of_pointer(Runtime& runtime, const Copy& copy) {
  const bool may_be_one = copy.height == 1 && copy.depth == 1 &&
                          (copy.width == kPointerBytes || copy.width == kVectorBytes);
  const Memory& memory = runtime.memory();
  if (!may_be_one ||
      !(goes_on(memory, copy.to, copy.width) || goes_on(memory, copy.from, copy.width))) {
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
    const std::string text = mistake(arguments[i], arguments[kCount], copy.width);
    if (!text.empty() && is_pointer(runtime, i == 0 ? copy.to : copy.from)) {
      Fault note;
      note.kind = FaultKind::kInvalidCopy;
      note.where = where;
      note.thread_count = 0;
      note.detail = fmt::format("{}: {}", copy.api, text);
      runtime.recorder().note(std::move(note));
      return;
    }
  }
}

}  // namespace warpschool::sim::runtime
