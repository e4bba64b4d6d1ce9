// Lists names of the C and C++ standard libraries with their headers.
#include "simcc/diagnostics/std_names.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace warpschool::simcc {
namespace {

/// A header, and its names, each between two blanks.
using HeaderNames = std::pair<std::string_view, std::string_view>;

/// Members of namespace std.
constexpr std::array kMembersOfStd = {
    HeaderNames{
        "algorithm",
        " min max sort stable_sort fill fill_n copy copy_n clamp find find_if count count_if "
        "any_of all_of none_of transform reverse equal generate for_each max_element "
        "min_element minmax_element lower_bound upper_bound shuffle nth_element "},
    HeaderNames{"array", " array "},
    HeaderNames{"chrono", " chrono "},
    HeaderNames{"complex", " complex "},
    HeaderNames{"cstdint", " int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t "},
    HeaderNames{"cstdio", " printf fprintf puts snprintf fputs "},
    HeaderNames{"cstdlib", " malloc free calloc exit abort atoi getenv "},
    HeaderNames{"cstring", " memcpy memset memcmp strlen strcmp strncpy "},
    HeaderNames{"fstream", " ifstream ofstream fstream "},
    HeaderNames{"functional", " function plus multiplies less greater "},
    HeaderNames{"iomanip", " setw setprecision setfill "},
    HeaderNames{"iostream", " cout cerr cin endl "},
    HeaderNames{"limits", " numeric_limits "},
    HeaderNames{"map", " map multimap "},
    HeaderNames{"memory", " unique_ptr shared_ptr make_unique make_shared "},
    HeaderNames{"mutex", " mutex lock_guard unique_lock scoped_lock "},
    HeaderNames{"numeric",
                " accumulate iota inner_product partial_sum exclusive_scan "
                "inclusive_scan reduce "},
    HeaderNames{"optional", " optional nullopt make_optional "},
    HeaderNames{"random",
                " mt19937 mt19937_64 random_device uniform_real_distribution "
                "uniform_int_distribution normal_distribution default_random_engine "},
    HeaderNames{"set", " set multiset "},
    HeaderNames{"sstream", " stringstream ostringstream istringstream "},
    HeaderNames{"stdexcept",
                " runtime_error logic_error invalid_argument out_of_range length_error "},
    HeaderNames{"string", " string to_string stoi stof getline "},
    HeaderNames{"string_view", " string_view "},
    HeaderNames{"thread", " thread this_thread "},
    HeaderNames{"tuple", " tuple make_tuple tie "},
    HeaderNames{"utility", " swap move forward pair make_pair exchange "},
    HeaderNames{"vector", " vector "}};

/// Names of the C library, and macros.
constexpr std::array kNamesOfC = {
    HeaderNames{"cassert", " assert "},
    HeaderNames{"cfloat", " FLT_MAX FLT_MIN FLT_EPSILON DBL_MAX DBL_MIN DBL_EPSILON "},
    HeaderNames{"climits", " INT_MAX INT_MIN UINT_MAX LONG_MAX CHAR_BIT ULLONG_MAX LLONG_MAX "},
    HeaderNames{"cmath", " M_PI INFINITY NAN isnan isinf "},
    HeaderNames{"cstddef", " size_t ptrdiff_t NULL "},
    HeaderNames{"cstdint",
                " int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t "
                "SIZE_MAX UINT32_MAX INT32_MAX uintptr_t "},
    HeaderNames{"cstdio", " printf fprintf puts snprintf stderr stdout fflush FILE fopen "},
    HeaderNames{"cstdlib",
                " malloc free calloc exit abort atoi getenv EXIT_FAILURE EXIT_SUCCESS "
                "RAND_MAX rand srand "},
    HeaderNames{"cstring", " memcpy memset memcmp strlen strcmp strncpy strerror "},
    HeaderNames{"ctime", " clock CLOCKS_PER_SEC time_t clock_t "}};

template <std::size_t N>
std::string_view header_in(const std::array<HeaderNames, N>& table, const std::string& name) {
  const auto found = std::find_if(table.begin(), table.end(), [&](const HeaderNames& row) {
    return row.second.find(" " + name + " ") != std::string_view::npos;
  });
  return found == table.end() ? std::string_view() : found->first;
}

}  // namespace

std::string_view std_header_with(std::string_view name) {
  constexpr std::string_view kStd = "std::";
  return name.starts_with(kStd) ? header_in(kMembersOfStd, std::string(name.substr(kStd.size())))
                                : header_in(kNamesOfC, std::string(name));
}

}  // namespace warpschool::simcc
