// Tries which work of streams is ordered.
#include "runtime/streams/stream_order.hpp"

#include "warpschool/harness/catch.hpp"

namespace warpschool::sim::runtime {
namespace {

bool is_ordered(const WorkOrder& first, const WorkOrder& second) {
  return first.generation != second.generation || second.comes_after(first.lane, first.number);
}

/// The default streams, 1 and 2 that wait for the default stream, 3 and 4 that do not.
StreamOrder some_streams() {
  StreamOrder order;
  order.add_stream(1, true);
  order.add_stream(2, true);
  order.add_stream(3, false);
  order.add_stream(4, false);
  return order;
}

TEST_CASE("work of one stream is ordered, work of two is not", "[runtime]") {
  StreamOrder order = some_streams();
  const WorkOrder a = order.begin(1), b = order.begin(2), c = order.begin(1);
  CHECK(is_ordered(a, c));
  CHECK_FALSE(is_ordered(a, b));
  CHECK_FALSE(is_ordered(b, c));
}

TEST_CASE("the default stream is ordered with blocking streams, not with others", "[runtime]") {
  StreamOrder order = some_streams();
  const WorkOrder one = order.begin(1), three = order.begin(3);
  const WorkOrder legacy = order.begin(kLegacyStream);
  CHECK(is_ordered(one, legacy));
  CHECK_FALSE(is_ordered(three, legacy));
  const WorkOrder two = order.begin(2), four = order.begin(4);
  CHECK(is_ordered(legacy, two));
  CHECK(is_ordered(one, two));  // by way of the default stream
  CHECK_FALSE(is_ordered(legacy, four));
  CHECK(is_ordered(legacy, order.begin(kPerThreadStream)));
}

TEST_CASE("an event stands for what was asked for before it was recorded", "[runtime]") {
  StreamOrder order = some_streams();
  const WorkOrder before = order.begin(3);
  const WorkClock event = order.mark(3);
  const WorkOrder after = order.begin(3);
  order.wait(4, event);
  const WorkOrder waits = order.begin(4);
  CHECK(is_ordered(before, waits));
  CHECK_FALSE(is_ordered(after, waits));
  CHECK_FALSE(is_ordered(before, order.begin(1)));
}

TEST_CASE("what the host waited for comes before all that it asks for later", "[runtime]") {
  StreamOrder order = some_streams();
  const WorkOrder one = order.begin(1), two = order.begin(2);
  order.host_waits_for_stream(1);
  const WorkOrder three = order.begin(3);
  CHECK(is_ordered(one, three));
  CHECK_FALSE(is_ordered(two, three));
  CHECK(three.done.at(one.lane) == one.number);
  order.add_stream(5, false);
  CHECK(is_ordered(one, order.begin(5)));
}

TEST_CASE("a host that waited for everything begins anew", "[runtime]") {
  StreamOrder order = some_streams();
  const WorkOrder old = order.begin(1);
  const WorkClock event = order.mark(1);
  order.begin(3);
  order.host_waits_for_all();
  const WorkOrder other = order.begin(2);
  CHECK(is_ordered(old, other));
  order.wait(4, event);  // says nothing any more
  CHECK_FALSE(is_ordered(other, order.begin(4)));
}

TEST_CASE("waiting for each stream is waiting for everything", "[runtime]") {
  StreamOrder order = some_streams();
  const WorkOrder one = order.begin(1);
  order.begin(3);
  order.host_waits_for_stream(3);
  order.host_waits_for_stream(1);
  CHECK(order.begin(4).generation != one.generation);
}

TEST_CASE("a destroyed stream's work goes on", "[runtime]") {
  StreamOrder order = some_streams();
  const WorkOrder one = order.begin(1), three = order.begin(3);
  order.remove_stream(1);
  order.remove_stream(3);
  CHECK_FALSE(is_ordered(one, order.begin(4)));
  const WorkOrder legacy = order.begin(kLegacyStream);
  CHECK(is_ordered(one, legacy));
  CHECK_FALSE(is_ordered(three, legacy));
}

TEST_CASE("branches of a graph are ordered by what they wait for", "[runtime]") {
  StreamOrder order = some_streams();
  const WorkOrder earlier = order.begin(3);
  const WorkClock begin = order.mark(3);
  const WorkOrder root = order.begin(3);
  const WorkClock fork = order.mark(3);
  const WorkOrder left = order.begin(3);
  WorkClock end = order.mark(3);
  order.branch(3, fork);
  const WorkOrder right = order.begin(3);
  StreamOrder::join(end, order.mark(3));
  order.branch(3, begin);
  const WorkOrder apart = order.begin(3);
  StreamOrder::join(end, order.mark(3));
  order.branch(3, end);
  const WorkOrder later = order.begin(3);
  CHECK(is_ordered(root, left));
  CHECK(is_ordered(root, right));
  CHECK_FALSE(is_ordered(left, right));
  CHECK_FALSE(is_ordered(root, apart));
  CHECK(is_ordered(earlier, apart));
  CHECK((is_ordered(left, later) && is_ordered(right, later) && is_ordered(apart, later)));
  // The same lanes do for the next launch.
  CHECK(later.lane == earlier.lane);
  const WorkClock again = order.mark(3);
  order.begin(3);
  order.branch(3, again);
  CHECK(order.begin(3).lane <= 2);
}

TEST_CASE("very many streams count as waited for rather than cost very much", "[runtime]") {
  StreamOrder order;
  WorkOrder last;
  std::size_t most = 0;
  for (StreamId id = 1; id <= 2000; ++id) {
    order.add_stream(id, false);
    last = order.begin(id);
    most = std::max(most, last.before.size());
  }
  CHECK(last.lane < 512);
  CHECK(most < 512);
}

}  // namespace
}  // namespace warpschool::sim::runtime
