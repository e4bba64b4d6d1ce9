// The tests of exercise coalescing. The functions that take a Student are executed by the worker,
// next to the student's code; the TEST_CASEs by the judge.
#include "coalescing.hpp"

#include <array>
#include <cmath>
#include <warpschool/harness.hpp>

using namespace warpschool::harness;

namespace {

using Floats = std::vector<float>;  // kFields floats a cell, as in Cell

using Layout = std::array<Place, kFields>;

Layout layout_of(Student& student, Named<"n"> n) {
  Layout layout{};
  CALL(student, choose_layout)(n, layout.data());
  return layout;
}

std::size_t state_size(std::size_t n) {
  return kFields * ((n + 31) / 32 * 32);
}

/// "Field 7 of cell 25 would be element 263 of 256.", or nothing
std::string beyond_the_state(const Layout& layout, std::size_t n) {
  for (std::size_t i = 0; i < n * kFields; ++i) {
    const std::size_t field = i % kFields, cell = i / kFields;
    const std::size_t place = layout[field].first + cell * layout[field].step;
    if (place >= state_size(n)) {
      return "Field " + std::to_string(field) + " of cell " + std::to_string(cell) +
             " would be element " + std::to_string(place) + " of " + std::to_string(state_size(n)) +
             ".";
    }
  }
  return {};
}

/// "Field 1 of cell 0 and field 0 of cell 3 would share element 3.", or nothing
std::string shared_place(const Layout& layout, std::size_t n) {
  std::vector<std::size_t> owner(state_size(n), n * kFields);
  const auto words = [](std::size_t i) {
    return "ield " + std::to_string(i % kFields) + " of cell " + std::to_string(i / kFields);
  };
  for (std::size_t i = 0; i < n * kFields; ++i) {
    const Place& of = layout[i % kFields];
    std::size_t& other = owner[of.first + i / kFields * of.step];
    if (other < n * kFields) {
      return "F" + words(other) + " and f" + words(i) + " would share element " +
             std::to_string(of.first + i / kFields * of.step) + ".";
    }
    other = i;
  }
  return {};
}

/// What is left of cells that are put into a state and taken out again.
Floats there_and_back(const Layout& layout, const Floats& cells) {
  Floats state(state_size(cells.size() / kFields), -9.0F), found(cells.size(), NAN);
  const auto place = [&](std::size_t i) {
    return layout[i % kFields].first + i / kFields * layout[i % kFields].step;
  };
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (place(i) < state.size()) {
      state[place(i)] = cells[i];
    }
  }
  for (std::size_t i = 0; i < cells.size(); ++i) {
    found[i] = place(i) < state.size() ? state[place(i)] : NAN;
  }
  return found;
}

Output<float> warmed_structs(Student& student, const Input<float>& cells, Named<"by", float> by) {
  auto on_device = to_device_in_place(cells);
  auto* structs = reinterpret_cast<Cell*>(on_device.get());
  CALL(student, warm_structs)(structs, cells.size() / kFields, by);
  return to_judge(on_device);
}

// Of all cells, from and to the places that a submission has chosen, on the device.
Output<float> warmed(Student& student, const PlacedInput<float>& cells, Named<"by", float> by) {
  const std::size_t n = cells.size() / kFields;
  const Layout layout = layout_of(student, n);
  auto given = to_device_in_place(cells);
  auto state = to_device_in_place(Floats(state_size(n), -9.0F));
  auto found = device_array<float>(cells.size());
  for (std::size_t field = 0; field < kFields; ++field) {
    copy_elements(given, {field, kFields}, state, {layout[field].first, layout[field].step}, n);
  }
  CALL(student, warm)(state, n, by);
  for (std::size_t field = 0; field < kFields; ++field) {
    copy_elements(state, {layout[field].first, layout[field].step}, found, {field, kFields}, n);
  }
  return to_judge(found);
}

// The one field that matters, of cells that have ones in all others: less to carry for a race.
Output<float> warmed_field(Student& student, const PlacedInput<float>& field,
                           Named<"by", float> by) {
  const std::size_t n = field.size();
  const Place place = layout_of(student, n)[0];
  auto given = to_device_in_place(field);
  auto state = to_device_in_place(Floats(state_size(n), 1.0F));
  auto found = device_array<float>(n);
  copy_elements(given, {0, 1}, state, {place.first, place.step}, n);
  CALL(student, warm)(state, n, by);
  copy_elements(state, {place.first, place.step}, found, {0, 1}, n);
  return to_judge(found);
}

auto is_warmer(Floats field, float by) {
  for (float& value : field) {
    value += by;
  }
  return EqualsExactly(std::move(field));
}

auto are_warmer(const Floats& cells, float by) {
  Floats expected = cells;  // one rounding, the same on every device: compared exactly
  for (std::size_t i = 0; i < cells.size(); i += kFields) {
    expected[i] += by;
  }
  return EqualsExactly(std::move(expected)).as_matrix(cells.size() / kFields, kFields);
}

// Where the layout itself keeps the temperatures of neighbouring cells apart, no kernel helps.
std::string advice_on_layout(std::size_t n) {
  const auto layout = ask(layout_of, n);
  const std::size_t step = layout.raw() ? (*layout.raw())[0].step : 1;
  if (step <= 1) {
    return {};
  }
  return "Task 2 decides this: in its layout the temperatures of neighbouring cells lie " +
         std::to_string(step) + " floats apart, " + std::to_string(step * sizeof(float)) +
         " bytes. Choose one in which they lie side by side.";
}

constexpr std::size_t kCounted = 1 << 16;  // cells in the counter checks

template <class Run>
void check_limits(const Run& run, const std::string& advice = {}) {
  const std::size_t n = kCounted;
  const Floats cells = random_floats(n * kFields);
  auto counted = count(run, cells, 0.5F);
  if (!advice.empty()) {
    counted.advise("load_sectors_per_cell", advice);
  }
  CHECK_THAT(counted.per("load_sectors_per_cell", "global_load_sectors", n)
                 .per("store_sectors_per_cell", "global_store_sectors", n)
                 .per("load_requests_of_those_needed", "global_load_requests", n / 32)
                 .with("modelled_us", counted.answer().elapsed_us()),
             MeetsLimits(are_warmer(cells, 0.5F)));
}

}  // namespace

TEST_CASE("an array of structs gets warmer", "[task 1][correctness]") {
  const Floats cells = random_floats(kFields * GENERATE(edge_sizes(20000)));
  CHECK_THAT(ask(warmed_structs, cells, 0.5F), are_warmer(cells, 0.5F));
}

TEST_CASE("every field of every cell has a place", "[task 2][correctness]") {
  const Floats cells = random_floats(kFields * GENERATE(edge_sizes(5000, 1)));
  const auto answer = ask(layout_of, cells.size() / kFields);
  const std::string beyond = beyond_the_state(answer.value(), cells.size() / kFields);
  REQUIRE_THAT(answer, Holds(beyond.empty(), beyond,
                             "There are 8 fields of n elements each, n rounded up to a multiple of "
                             "32."));
  const std::string shared = shared_place(answer.value(), cells.size() / kFields);
  REQUIRE_THAT(answer, Holds(shared.empty(), shared,
                             "Each field of each cell needs an element that no other one has."));
  CHECK_THAT(mapped(answer, [&](const Layout& of) { return there_and_back(of, cells); }),
             EqualsExactly(cells).as_matrix(cells.size() / kFields, kFields));
}

TEST_CASE("cells in the layout of your choice get warmer", "[task 3][correctness]") {
  const Floats cells = random_floats(kFields * GENERATE(edge_sizes(20000)));
  CHECK_THAT(ask(warmed, cells, -0.25F), are_warmer(cells, -0.25F));
}

TEST_CASE("no more sectors than cells", "[task 1][counters]") {
  check_limits(warmed_structs);
}

TEST_CASE("only what is needed is read and written", "[task 3][counters]") {
  check_limits(warmed, advice_on_layout(kCounted));
}

TEST_CASE("beats an array of structs", "[task 3][timing]") {
  CHECK_THAT(race(
                 warmed_field,
                 [](std::size_t n) {
                   return std::tuple{random_floats(n), 0.5F};
                 },
                 is_warmer)
                 .advise(advice_on_layout(kCounted)),
             MeetsThreshold());
}
