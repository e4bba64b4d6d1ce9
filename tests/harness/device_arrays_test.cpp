// Tries arrays on the device, and answers made of them.
#include <warpschool/harness.hpp>

namespace warpschool::harness {
namespace {

using Floats = std::vector<float>;

TEST_CASE("elements are moved to the places that were asked for, and back", "[harness][device]") {
  const Floats values{1, 2, 3, 4};
  const auto given = to_device_in_place(values);
  const auto state = to_device_in_place(Floats(8, 9));
  copy_elements(given, {0, 1}, state, {1, 2}, 4);
  CHECK(to_host(state) == Floats{9, 1, 9, 2, 9, 3, 9, 4});
  const auto found = to_device_in_place(Floats(4));
  copy_elements(state, {7, 0}, found, {3, 100}, 1);  // one element has no step
  CHECK(to_host(found) == Floats{0, 0, 0, 4});
}

TEST_CASE("no element is moved beyond either array", "[harness][device]") {
  constexpr std::size_t kHuge = ~std::size_t{0};
  const auto given = to_device_in_place(Floats{1, 2, 3, 4});
  const auto state = to_device_in_place(Floats(4, 9));
  copy_elements(given, {0, 1}, state, {4, 1}, 4);
  copy_elements(given, {kHuge, 1}, state, {0, 1}, 4);
  CHECK(to_host(state) == Floats(4, 9));
  copy_elements(given, {0, 1}, state, {1, 2}, kHuge);
  CHECK(to_host(state) == Floats{9, 1, 9, 2});
  copy_elements(given, {0, 1}, state, {0, kHuge}, 4);
  CHECK(to_host(state) == Floats{1, 1, 9, 2});
}

TEST_CASE("the judge gets the first elements, the last, or all", "[harness][device]") {
  const auto array = to_device(Floats{1, 2, 3});
  CHECK(to_judge(array).size() == 3);
  CHECK(to_judge(array, 2).size() == 2);
  CHECK(to_judge(array, 7).size() == 3);
  CHECK(end_to_judge(array, 2).size() == 2);
  CHECK(end_to_judge(array, 7).size() == 3);
  CHECK(end_to_judge(array, 0).size() == 0);
  Floats last(2);
  array.block().copy_to(last.data(), 2 * sizeof(float), sizeof(float));
  CHECK(last == Floats{2, 3});
}

TEST_CASE("what is made of an answer has its fate", "[harness][device]") {
  Answer<Floats> answer;
  const auto sum = [](const Floats& values) { return values.empty() ? 0 : values.front(); };
  CHECK_FALSE(mapped(answer, sum).has_value());
  answer.set({4, 5});
  CHECK(mapped(answer, sum).raw() == 4.0F);
}

}  // namespace
}  // namespace warpschool::harness
