// The tests of exercise coalescing. The functions that take a Student are executed by the worker,
// next to the student's code; the TEST_CASEs by the judge.
#include "coalescing.hpp"

#include <cmath>
#include <warpschool/harness.hpp>

using namespace warpschool::harness;

namespace {

using Floats = std::vector<float>;  // kFields floats a cell, as in Cell

using Layout = std::vector<Place>;

Layout layout_of(Student& student, std::size_t n) {
  Layout layout(kFields);
  CALL(student, choose_layout)(n, layout.data());
  return layout;
}

std::size_t state_size(std::size_t n) {
  return kFields * ((n + 31) / 32 * 32);
}

/// Calls f(element of the state, element of the cells) for all that lie within the state.
template <class F>
void for_each_place(const Layout& layout, std::size_t n, const F& f) {
  for (std::size_t i = 0; i < n * kFields; ++i) {
    const Place place = layout[i % kFields];
    const std::size_t at = place.first + i / kFields * place.step;
    if (at < state_size(n)) {
      f(at, i);
    }
  }
}

Floats packed(const Layout& layout, const Floats& cells) {
  Floats state(state_size(cells.size() / kFields), -9.0F);
  for_each_place(layout, cells.size() / kFields,
                 [&](std::size_t at, std::size_t i) { state[at] = cells[i]; });
  return state;
}

Floats unpacked(const Layout& layout, const Floats& state, std::size_t n) {
  Floats cells(n * kFields, NAN);
  for_each_place(layout, n, [&](std::size_t at, std::size_t i) { cells[i] = state[at]; });
  return cells;
}

Floats there_and_back(Student& student, const Floats& cells) {
  const std::size_t n = cells.size() / kFields;
  const Layout layout = layout_of(student, n);
  return unpacked(layout, packed(layout, cells), n);
}

Floats warmed_structs(Student& student, const Floats& cells, float by) {
  auto on_device = to_device_in_place(cells);
  auto* structs = reinterpret_cast<Cell*>(on_device.get());
  CALL(student, warm_structs)(structs, cells.size() / kFields, by);
  return to_host(on_device);
}

Floats warmed(Student& student, const Floats& cells, float by) {
  const std::size_t n = cells.size() / kFields;
  const Layout layout = layout_of(student, n);
  auto state = to_device_in_place(packed(layout, cells));
  CALL(student, warm)(state, n, by);
  return unpacked(layout, to_host(state), n);
}

// The one field that matters, of cells that have ones in all others: less to carry for a race.
Floats warmed_field(Student& student, const Floats& field, float by) {
  const std::size_t n = field.size();
  const Layout layout = layout_of(student, n);
  const auto place = [&](std::size_t i) { return layout[0].first + i * layout[0].step; };
  Floats cells(state_size(n), 1.0F);
  for (std::size_t i = 0; i < n && place(i) < cells.size(); ++i) {
    cells[place(i)] = field[i];
  }
  auto state = to_device_in_place(cells);
  CALL(student, warm)(state, n, by);
  cells = to_host(state);
  Floats found(n, NAN);
  for (std::size_t i = 0; i < n && place(i) < cells.size(); ++i) {
    found[i] = cells[place(i)];
  }
  return found;
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

template <class Run>
void check_limits(const Run& run) {
  const std::size_t n = 1 << 16;
  const Floats cells = random_floats(n * kFields);
  auto counted = count(run, cells, 0.5F);
  CHECK_THAT(counted.per("load_sectors_per_cell", "global_load_sectors", n)
                 .per("store_sectors_per_cell", "global_store_sectors", n)
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
  CHECK_THAT(ask(there_and_back, cells),
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
  check_limits(warmed);
}

TEST_CASE("beats an array of structs", "[task 3][timing]") {
  CHECK_THAT(race(
                 warmed_field,
                 [](std::size_t n) {
                   return std::tuple{random_floats(n), 0.5F};
                 },
                 is_warmer),
             MeetsThreshold());
}
