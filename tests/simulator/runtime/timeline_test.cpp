#include "runtime/timeline.hpp"

#include "warpschool/harness/catch.hpp"

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

}  // namespace
}  // namespace warpschool::sim::runtime
