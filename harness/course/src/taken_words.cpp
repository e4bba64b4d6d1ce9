// Lists the words of C++ that are spelt as an exercise's id may be.
#include "taken_words.hpp"

#include <algorithm>
#include <array>

namespace warpschool::course {
namespace {

/// Those up to C++20, with the other spellings of operators. In alphabetical order.
constexpr std::array<std::string_view, 94> kWords{
    "alignas",   "alignof",      "and",           "and_eq",
    "asm",       "auto",         "bitand",        "bitor",
    "bool",      "break",        "case",          "catch",
    "char",      "char16_t",     "char32_t",      "char8_t",
    "class",     "co_await",     "co_return",     "co_yield",
    "compl",     "concept",      "const",         "const_cast",
    "consteval", "constexpr",    "constinit",     "continue",
    "decltype",  "default",      "delete",        "do",
    "double",    "dynamic_cast", "else",          "enum",
    "explicit",  "export",       "extern",        "false",
    "float",     "for",          "friend",        "goto",
    "if",        "inline",       "int",           "long",
    "main",      "mutable",      "namespace",     "new",
    "noexcept",  "not",          "not_eq",        "nullptr",
    "operator",  "or",           "or_eq",         "private",
    "protected", "public",       "register",      "reinterpret_cast",
    "requires",  "return",       "short",         "signed",
    "sizeof",    "static",       "static_assert", "static_cast",
    "std",       "struct",       "switch",        "template",
    "this",      "thread_local", "throw",         "true",
    "try",       "typedef",      "typeid",        "typename",
    "union",     "unsigned",     "using",         "virtual",
    "void",      "volatile",     "wchar_t",       "while",
    "xor",       "xor_eq"};

}  // namespace

bool is_word_of_cpp(std::string_view name) {
  return std::binary_search(kWords.begin(), kWords.end(), name);
}

}  // namespace warpschool::course
