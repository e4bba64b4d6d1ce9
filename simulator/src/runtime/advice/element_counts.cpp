// Advises on copies and fills whose size counts elements.
#include "runtime/advice/element_counts.hpp"

#include "runtime/advice/source_calls.hpp"
#include "runtime/advice/source_sizes.hpp"
#include "runtime/advice/source_words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <unordered_set>

namespace warpschool::sim::runtime {
namespace {

/// Elements are scalars, vectors and small structs.
constexpr std::size_t kLargestElement = 64;

/// The functions that allocate, and which argument says how many bytes (of a row).
struct Allocator {
  const char* name;
  std::size_t size;
};
constexpr Allocator kAllocators[] = {{"cudaMalloc", 1},      {"cudaMallocManaged", 1},
                                     {"cudaMallocHost", 1},  {"cudaHostAlloc", 1},
                                     {"cudaMallocAsync", 1}, {"cudaMallocPitch", 2}};

/// Who writes a number of so few bytes means one element: 4 bytes of an int.
constexpr std::size_t kOneElement = 16;

/// How many times `part` goes into `whole`, if that may be an element's size; else 0.
std::size_t factor_of(std::uint64_t whole, std::uint64_t part) {
  const bool fits = part != 0 && whole % part == 0 && whole / part <= kLargestElement;
  return fits && whole != part ? static_cast<std::size_t>(whole / part) : 0;
}

bool is_flat(const Copy& copy) {
  return copy.height == 1 && copy.depth == 1;
}

/// What the call covers of the allocation at `side`, or of its rows; 0: no whole part.
std::size_t factor_at(const Memory& memory, const Copy& copy, const Side& side) {
  const Allocation* const held = memory.find(address_of(side.pointer));
  if (held == nullptr || held->begin != address_of(side.pointer)) {
    return 0;
  }
  const std::size_t factor =
      is_flat(copy) && held->pitch == 0 ? factor_of(held->bytes, copy.width) : 0;
  const std::uint32_t element = held->element_bytes();
  return element < 2 || element == factor ? factor : 0;  // where the type is known it must fit
}

/// The call's argument that says how many bytes (of a row) are meant, and those with the sides.
struct Places {
  std::size_t size, to, from;
};

Places places_of(const Copy& copy, bool is_fill) {
  const bool rows = std::string_view(copy.api).find("2D") != std::string_view::npos;
  if (is_fill) {
    return {rows ? 3u : 2u, 0, 0};
  }
  return rows ? Places{4, 0, 2} : Places{2, 0, 1};
}

/// `text`, or what the variable of that name was set to.
bool says_size(const std::string& text, const SourceBefore& source, const std::string& count) {
  return is_size_of(text, count) || (is_name(text) && is_size_of(source.value_of(text), count));
}

/// Was the allocation made with `count` times the size of an element?
bool was_made_of(const Allocation& held, const std::string& count) {
  const SourceLocation where = place_of_origin(held.origin());
  const SourceBefore source(where);
  for (const Allocator& allocator : kAllocators) {
    for (const std::vector<std::string>& arguments : calls_in_line(where, allocator.name)) {
      if (arguments.size() > allocator.size &&
          says_size(arguments[allocator.size], source, count)) {
        return true;
      }
    }
  }
  return false;
}

/// h and h.data() are both h.
std::string name_of_array(const std::string& argument) {
  const std::size_t dot = argument.find(".data()");
  return argument.substr(0, dot);
}

/// One call as its source has it.
struct Call {
  std::string count;
  SourceBefore source;
};

/// Was the block that `value` asks malloc or calloc for made of `count` elements?
bool is_block_of(const Call& call, const std::string& value) {
  for (const std::vector<std::string>& arguments :
       {arguments_of(value, 0, "malloc"), arguments_of(value, 0, "calloc")}) {
    const bool two = arguments.size() == 2;
    if (two ? arguments[0] == call.count && arguments[1].find("sizeof") != std::string::npos
            : arguments.size() == 1 && says_size(arguments[0], call.source, call.count)) {
      return true;
    }
  }
  return false;
}

/// Does the array that the argument `other` names have so many elements?
bool counts_array(const Call& call, const std::string& other) {
  const std::string array = name_of_array(other);
  return is_name(array) &&
         (call.count == array + ".size()" || call.source.has_elements(array, call.count) ||
          is_block_of(call, call.source.value_of(array)));
}

/// After n = 4 * count, where the other side has `count` elements, n counts its bytes, whatever the
/// block is too large for.
bool counts_bytes(const Call& call, const std::string& other, std::size_t factor) {
  const std::string value = is_name(call.count) ? call.source.value_of(call.count) : "";
  const std::string rest = without_factor(value, std::to_string(factor));
  return !rest.empty() && !other.empty() && counts_array({rest, call.source}, other);
}

/// A name, a number, or a call like h.size(), that needs no parentheses.
bool is_factor(const std::string& text) {
  std::string word = text.ends_with("()") ? text.substr(0, text.size() - 2) : text;
  std::replace(word.begin(), word.end(), '.', '_');
  return is_name("_" + word);
}

/// @param how_much "1000 of the 4000 bytes of ... are copied".
std::string text_of(const Copy& copy, const std::string& count, const std::string& how_much) {
  return fmt::format(
      "{}: {} counts elements, but the {} is meant in bytes: only {}. Multiply it by the size of "
      "an element: {} * sizeof(type).",
      copy.api, count, is_flat(copy) ? "size" : "width", how_much,
      is_factor(count) ? count : "(" + count + ")");
}

const char* verb(const Copy& copy) {
  return copy.from.pointer == nullptr ? "set" : "copied";
}

/// What is to be said of one side; empty: nothing.
/// @param own the call's argument for this side: of variables of the device their names
std::string of_block(Runtime& runtime, const Copy& copy, const Call& call, const Side& side,
                     const std::string& own, const std::string& other) {
  const std::size_t factor = factor_at(runtime.memory(), copy, side);
  if (factor == 0 || call.source.is_of_bytes(own) ||
      call.source.is_of_bytes(name_of_array(other))) {
    return {};
  }
  const Allocation& held = *runtime.memory().find(address_of(side.pointer));
  const bool of_itself = held.name().empty()
                             ? was_made_of(held, call.count)
                             : is_name(own) && call.source.has_elements(own, call.count);
  const bool counted = (of_itself && !counts_bytes(call, other, factor)) ||
                       (!other.empty() && counts_array(call, other));
  return counted ? text_of(copy, call.count,
                           fmt::format("{} of the {} bytes of {} are {}", copy.width, held.bytes,
                                       the_allocation(held), verb(copy)))
                 : "";
}

/// A width beside a pitch of as many elements, in the call or where the rows were made.
std::string of_rows(Runtime& runtime, const Copy& copy, const Call& call, const Side& side,
                    const std::string& pitch) {
  const Allocation* const held = runtime.memory().find(address_of(side.pointer));
  const std::size_t factor = factor_of(side.pitch, copy.width);
  const bool by_pitch = factor != 0 && says_size(pitch, call.source, call.count);
  const bool by_rows = held != nullptr && held->pitch != 0 && was_made_of(*held, call.count);
  return by_pitch || by_rows
             ? text_of(copy, call.count,
                       fmt::format("{} bytes of each row are {}", copy.width, verb(copy)))
             : "";
}

/// Whether numbers alone say that it may be one, which they do of few calls.
bool may_be_one(const Memory& memory, const Copy& copy) {
  const auto has_rows = [&](const Side& side) {
    const Allocation* const held = memory.find(address_of(side.pointer));
    return factor_of(side.pitch, copy.width) != 0 || (held != nullptr && held->pitch != 0);
  };
  return is_flat(copy)
             ? factor_at(memory, copy, copy.to) != 0 || factor_at(memory, copy, copy.from) != 0
             : copy.depth == 1 && (has_rows(copy.to) || has_rows(copy.from));
}

/// The size is one in bytes, or of a single element.
bool is_right(const Copy& copy, const Call& call) {
  const bool is_bytes =
      call.count.find("sizeof") != std::string::npos ||
      (is_name(call.count) && call.source.value_of(call.count).find("sizeof") != std::string::npos);
  return is_bytes || (is_number(call.count) && copy.width <= kOneElement);
}

/// Looks at one call of the line. True: it is one.
bool suspect(Runtime& runtime, const Copy& copy, const std::vector<std::string>& arguments,
             const SourceLocation& where, PartialCopies& partial) {
  const bool is_fill = copy.from.pointer == nullptr;
  const Places places = places_of(copy, is_fill);
  if (arguments.size() <= places.size) {
    return false;
  }
  const Call call{arguments[places.size], SourceBefore(where)};
  if (is_right(copy, call)) {
    return false;
  }
  for (const CopySide which : {CopySide::kTo, CopySide::kFrom}) {
    const bool is_to = which == CopySide::kTo;
    if (!is_to && is_fill) {
      return false;
    }
    const std::size_t own = is_to ? places.to : places.from;
    const std::string other = is_fill ? "" : arguments[is_to ? places.from : places.to];
    const Side& side = is_to ? copy.to : copy.from;
    const std::string text = is_flat(copy)
                                 ? of_block(runtime, copy, call, side, arguments[own], other)
                                 : of_rows(runtime, copy, call, side, arguments[own + 1]);
    if (!text.empty()) {
      partial.suspect(runtime.memory(), copy, which, text);
      return true;
    }
  }
  return false;
}

}  // namespace

void note_count_of_elements(Runtime& runtime, const Copy& copy, PartialCopies& partial) {
  if (!may_be_one(runtime.memory(), copy)) {
    return;
  }
  // Under the runtime's lock, as all of this. A line of a loop is looked at once.
  static std::unordered_set<const void*> looked_at;
  if (!looked_at.insert(current_call().return_address).second) {
    return;
  }
  const SourceLocation where = current_call().where_in_program();
  for (const std::vector<std::string>& arguments : calls_in_line(where, copy.api)) {
    if (suspect(runtime, copy, arguments, where, partial)) {
      return;
    }
  }
}

}  // namespace warpschool::sim::runtime
