// Tries when work of streams would run on the modelled clock.
#include "runtime/streams/timeline.hpp"

#include "runtime/streams/stream_order.hpp"
#include "warpschool/harness/catch.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <random>

namespace warpschool::sim::runtime {
namespace {

TEST_CASE("work of one stream runs in order, the host does not wait for it", "[runtime]") {
  Timeline line;
  line.add_stream(1, true);
  CHECK(line.run(1, Engine::kToDevice, 10).end_us == 10);
  CHECK(line.run(1, Engine::kCompute, 5).begin_us == 10);
  CHECK(line.host_us() == 0);
  line.host_waits_for_stream(1);
  CHECK(line.host_us() == 15);
}

TEST_CASE("a copy overlaps a kernel of another stream, but not a copy in the same direction",
          "[runtime]") {
  Timeline line;
  line.add_stream(1, true);
  line.add_stream(2, true);
  line.run(1, Engine::kToDevice, 10);
  line.run(1, Engine::kCompute, 20);
  CHECK(line.run(2, Engine::kToDevice, 10).begin_us == 10);  // the engine is busy until then
  CHECK(line.run(2, Engine::kToHost, 10).begin_us == 20);    // its own engine, in stream order
}

TEST_CASE("the default stream and blocking streams wait for each other", "[runtime]") {
  Timeline line;
  line.add_stream(1, true);
  line.add_stream(2, false);
  line.run(1, Engine::kCompute, 10);
  CHECK(line.run(kLegacyStream, Engine::kToHost, 5).begin_us == 10);
  CHECK(line.run(1, Engine::kToDevice, 1).begin_us == 15);
  CHECK(line.run(2, Engine::kCompute, 1).begin_us == 10);  // non-blocking: only the engine counts
}

TEST_CASE("an event makes another stream wait", "[runtime]") {
  Timeline line;
  line.add_stream(1, true);
  line.add_stream(2, true);
  line.run(1, Engine::kCompute, 10);
  line.hold_until(2, line.mark(1));
  CHECK(line.run(2, Engine::kToHost, 1).begin_us == 10);
}

TEST_CASE("branches of a graph begin together and share the engines", "[runtime]") {
  Timeline line;
  line.add_stream(1, true);
  line.run(1, Engine::kCompute, 10);
  line.branch(1, 10);
  CHECK(line.run(1, Engine::kToHost, 20).begin_us == 10);
  line.branch(1, 10);
  CHECK(line.run(1, Engine::kCompute, 5).begin_us == 10);  // beside the copy
  CHECK(line.ready(1) == 15);
  line.branch(1, 30);
  CHECK(line.run(1, Engine::kCompute, 1).begin_us == 30);
}

TEST_CASE("kernels of different streams run side by side where they leave room", "[runtime]") {
  Timeline line;
  for (StreamId stream = 1; stream <= 4; ++stream) {
    line.add_stream(stream, true);
  }
  CHECK(line.run_beside(1, 100, {0.4, 3}).begin_us == 0);
  CHECK(line.run_beside(2, 50, {0.4, 3}).begin_us == 3);  // the launch overhead of the first
  CHECK(line.run_beside(3, 100, {0.4, 3}).begin_us == 53);
  CHECK(line.run_beside(4, 10, {0.1, 3}).begin_us == 56);  // in the order of the launches
  CHECK(line.run_beside(4, 10, {0.1, 3}).begin_us == 66);
  CHECK(line.run(2, Engine::kCompute, 10).begin_us == 153);  // wants the whole device
  CHECK(line.run_beside(1, 10, {0.1, 3}).begin_us == 163);
}

TEST_CASE("a kernel waits in the queue behind a kernel, not behind copies, events or the host",
          "[runtime]") {
  Timeline line;
  line.add_stream(1, true);
  CHECK_FALSE(line.queues_behind_kernel(1));
  line.run_beside(1, 10, {1, 2});
  CHECK(line.queues_behind_kernel(1));
  line.end_queue(1);
  CHECK_FALSE(line.queues_behind_kernel(1));
  line.run_beside(1, 10, {1, 2});
  line.run(1, Engine::kToHost, 5);
  CHECK_FALSE(line.queues_behind_kernel(1));
  line.run_beside(1, 10, {1, 2});
  CHECK(line.queues_behind_kernel(1));
  line.host_waits_for_stream(1);
  CHECK_FALSE(line.queues_behind_kernel(1));
}

TEST_CASE("a device runs 128 kernels side by side", "[runtime]") {
  Timeline line;
  for (StreamId stream = 1; stream <= 129; ++stream) {
    line.add_stream(stream, true);
    CHECK(line.run_beside(stream, 10, {0, 0}).begin_us == (stream == 129 ? 10 : 0));
  }
}

TEST_CASE("polling takes time, so that a polling loop ends", "[runtime]") {
  Timeline line;
  line.run(kLegacyStream, Engine::kCompute, 100);
  int polls = 0;
  while (line.mark(kLegacyStream) > line.host_us()) {
    line.host_polls();
    ++polls;
  }
  CHECK(polls > 1);
  CHECK(polls < 1000);
}

TEST_CASE("the default stream waits for the work of all, however streams come and go",
          "[runtime]") {
  Timeline line;
  std::map<StreamId, double> ready;  // of streams that wait for the default stream
  std::mt19937 random(7);
  StreamId next = 1;
  for (int i = 0; i < 5000; ++i) {
    const unsigned what = random() % 8;
    if (ready.size() < 3 || what == 0) {
      line.add_stream(next, true);
      ready[next++] = 0;
    }
    const auto chosen = std::next(ready.begin(), static_cast<long>(random() % ready.size()));
    if (what == 1 && ready.size() > 3) {
      line.remove_stream(chosen->first);
      ready.erase(chosen);
    } else if (what == 2) {
      line.host_waits_for_stream(chosen->first);
    } else if (what == 3) {
      double expected = std::max(line.ready(kLegacyStream), line.host_us());
      for (const auto& [id, us] : ready) {
        expected = std::max(expected, us);
      }
      REQUIRE(line.mark(kLegacyStream) == expected);
      line.host_waits_for_all();
      REQUIRE(line.host_us() == expected);
    } else {
      const Engine engine = random() % 2 == 0 ? Engine::kToDevice : Engine::kToHost;
      chosen->second = line.run(chosen->first, engine, static_cast<double>(random() % 100)).end_us;
    }
  }
}

TEST_CASE("copies wait for one another, not for streams that were forgotten", "[runtime]") {
  constexpr StreamId kStreams = 100'000;
  Timeline line;
  StreamOrder order;
  for (StreamId id = 1; id <= kStreams; ++id) {
    line.add_stream(id, true);
    order.add_stream(id, true);
    line.run(id, Engine::kCompute, 1);
    order.begin(id);
  }
  line.host_waits_for_all();
  const double before = line.host_us();
  for (int i = 0; i < 20'000; ++i) {
    line.run(kLegacyStream, Engine::kToHost, 1);
    order.begin(kLegacyStream);
    line.host_waits_for_all();
    order.host_waits_for_all();
  }
  CHECK(line.host_us() - before == 20'000);
}

TEST_CASE("the host's waits are counted where there was something to wait for", "[runtime]") {
  Timeline timeline;
  timeline.add_stream(1, true);
  timeline.add_stream(2, true);
  timeline.host_waits_for_all();
  CHECK(timeline.host_waits() == 0);
  timeline.run(1, Engine::kCompute, 5);
  timeline.run(2, Engine::kToHost, 7);
  timeline.host_waits_for_all();
  CHECK(timeline.host_waits() == 1);  // one call, however many streams
  timeline.host_waits_for_stream(1);
  CHECK(timeline.host_waits() == 1);
  timeline.run(1, Engine::kCompute, 5);
  timeline.host_polls();
  CHECK(timeline.host_waits() == 1);
  timeline.host_waits_for_stream(1);
  CHECK(timeline.host_waits() == 2);
}

TEST_CASE("one of five uneven kernels takes six times as long", "[runtime]") {
  Timeline timeline;
  CHECK(timeline.next_slowdown() == 1);
  timeline.set_uneven(true);
  for (const double expected : {1, 1, 1, 1, 6, 1, 1, 1, 1, 6}) {
    CHECK(timeline.next_slowdown() == expected);
  }
  timeline.set_uneven(false);
  CHECK(timeline.next_slowdown() == 1);
}

}  // namespace
}  // namespace warpschool::sim::runtime
