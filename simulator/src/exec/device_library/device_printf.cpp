// Formats device printf on the host.
#include "exec/device_library/device_printf.hpp"

#include "exec/access/guest_memory.hpp"

#include <cstdio>
#include <cstring>

namespace warpschool::sim {
namespace {

/// One conversion of the format string: "%-8.3lld".
struct Conversion {
  std::string flags;            ///< everything between % and the length modifier
  std::string width;            ///< "h", "hh", "ll", or empty
  bool precision_star = false;  ///< "%.*f"
  char letter = '\0';
  unsigned stars = 0;
};

Conversion read_conversion(const std::string& format, std::size_t& place) {
  Conversion result;
  for (; place < format.size() && std::strchr("-+ #0123456789.*", format[place]) != nullptr;
       ++place) {
    result.stars += format[place] == '*' ? 1u : 0u;
    result.precision_star |=
        format[place] == '*' && !result.flags.empty() && result.flags.back() == '.';
    result.flags += format[place];
  }
  for (; place < format.size() && std::strchr("hlLjztq", format[place]) != nullptr; ++place) {
    const bool is_long = std::strchr("lLjztq", format[place]) != nullptr;
    result.width = is_long ? "ll" : result.width == "h" ? "hh" : "h";
  }
  if (place < format.size()) {
    result.letter = format[place++];
  }
  return result;
}

class Arguments {
 public:
  Arguments(Warp& warp, unsigned lane, DeviceAddress begin)
      : warp_(warp), lane_(lane), next_(begin) {}

  template <class T>
  T take() {
    next_ = (next_ + sizeof(T) - 1) / sizeof(T) * sizeof(T);
    T value{};  // a format that asks for more than was passed reads what lies there
    try {
      std::memcpy(&value, guest_memory(warp_, lane_, next_, sizeof value, false), sizeof value);
    } catch (const GuestFault&) {
      value = T{};
    }
    next_ += sizeof value;
    ++count_;
    return value;
  }
  std::string string(DeviceAddress address) {
    return address == 0 ? "(null)" : guest_string(warp_, lane_, address);
  }
  int count() const { return count_; }

 private:
  Warp& warp_;
  unsigned lane_;
  DeviceAddress next_;
  int count_ = 0;
};

template <class... Values>
std::string print(const std::string& format, Values... values) {
  // The format is put together from checked parts below.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"
  const int length = std::snprintf(nullptr, 0, format.c_str(), values...);
  std::string text(length < 0 ? 0 : static_cast<std::size_t>(length), '\0');
  std::snprintf(text.data(), text.size() + 1, format.c_str(), values...);
#pragma GCC diagnostic pop
  return text;
}

/// A field as wide as a number in the format, or an argument, asks for: a GPU's buffer would not
/// hold more either.
constexpr unsigned kMostWidth = 4096;

/// Cuts numbers that are too large out of flags such as "-2000000000.5".
std::string bounded(const std::string& flags) {
  std::string result, digits;
  const auto end_number = [&] {
    const bool is_large = digits.size() > 9 || (!digits.empty() && std::stoul(digits) > kMostWidth);
    result += is_large ? std::to_string(kMostWidth) : digits;
    digits.clear();
  };
  for (const char c : flags) {
    const bool is_digit = c >= '1' && c <= '9';
    if (is_digit || (c == '0' && !digits.empty())) {
      digits += c;
    } else {
      end_number();
      result += c;
    }
  }
  end_number();
  return result;
}

void replace_star(std::string& flags, int value) {
  const std::size_t star = flags.find('*');
  flags.replace(star, 1, std::to_string(value));
}

/// @param start "%" and the flags
std::string convert_integer(const std::string& start, const Conversion& conversion,
                            Arguments& arguments) {
  const bool is_long = conversion.width == "ll";
  const std::string format = start + conversion.width + conversion.letter;
  if (conversion.letter == 'd' || conversion.letter == 'i') {
    return is_long ? print(format, static_cast<long long>(arguments.take<std::int64_t>()))
                   : print(format, arguments.take<int>());
  }
  return is_long ? print(format, static_cast<unsigned long long>(arguments.take<std::uint64_t>()))
                 : print(format, arguments.take<unsigned>());
}

std::string convert(Conversion conversion, Arguments& arguments) {
  if (conversion.precision_star) {  // a device prints it as it stands
    return "%" + conversion.flags + conversion.letter;
  }
  for (; conversion.stars > 0; --conversion.stars) {
    replace_star(conversion.flags, arguments.take<int>());
  }
  std::string start = "%";
  start += bounded(conversion.flags);
  switch (conversion.letter) {
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X':
      return convert_integer(start, conversion, arguments);
    case 'c':
      return print(start + "c", arguments.take<int>());
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
      return print(start + conversion.letter, arguments.take<double>());
    case 'p': {
      const auto value = static_cast<unsigned long long>(arguments.take<std::uint64_t>());
      return value == 0 ? print(start + "s", "(nil)") : print("0x%llx", value);
    }
    case 's':
      return print(start + "s", arguments.string(arguments.take<std::uint64_t>()).c_str());
    case '%':
      return "%";
    default:
      return start + conversion.letter;
  }
}

}  // namespace

int format_guest(Warp& warp, unsigned lane, DeviceAddress format_address, DeviceAddress buffer,
                 std::string& text) {
  const std::string format = guest_string(warp, lane, format_address);
  Arguments arguments(warp, lane, buffer);
  for (std::size_t place = 0; place < format.size();) {
    if (format[place] != '%') {
      text += format[place++];
      continue;
    }
    ++place;
    text += convert(read_conversion(format, place), arguments);
  }
  return arguments.count();
}

}  // namespace warpschool::sim
