// What can be seen of a launch does not depend on the number of host threads, nor on luck: memory,
// faults, counters, modelled time and printed text are those of one block after the other.
#include "guest.hpp"
#include "warpschool/harness/catch.hpp"

#include <functional>
#include <numeric>

using namespace warpschool::sim;

namespace {

/// All that can be seen of a launch, as text.
struct Seen {
  std::string text;
  std::vector<std::vector<std::uint8_t>> memory;
  std::uint64_t concurrent_blocks = 0;
};

/// A launch with its memory; every run makes it anew.
struct Scene {
  std::string name;
  bool overlaps = true;  ///< most of its blocks can run beside others
  std::function<Guest()> guest;
  std::function<LaunchOutcome(Guest&, std::vector<std::pair<DeviceAddress, std::size_t>>&)> launch;
  std::uint64_t work_limit = 0, stall_limit = 0;
  bool races = false;
};

Seen look(const Scene& scene, unsigned host_threads) {
  Guest guest = scene.guest();
  guest.device.options().host_threads = host_threads;
  guest.device.options().max_thread_instructions = scene.work_limit;
  guest.device.options().max_stalled_instructions = scene.stall_limit;
  guest.device.options().checks = {scene.races, false, true};
  std::vector<std::pair<DeviceAddress, std::size_t>> buffers;
  const LaunchOutcome outcome = scene.launch(guest, buffers);
  Seen seen;
  for (const Fault& fault : outcome.faults) {
    seen.text += to_json(fault) + "\n";
  }
  seen.text += to_json(outcome.counters) + to_json(outcome.time) + outcome.printed;
  for (const auto& [address, bytes] : buffers) {
    seen.memory.push_back(guest.download<std::uint8_t>(address, bytes));
  }
  seen.concurrent_blocks = outcome.concurrent_blocks;
  return seen;
}

std::vector<float> floats(std::size_t count) {
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    values[i] = 1.0f / static_cast<float>(i * 7919 % 1009 + 3);
  }
  return values;
}

std::vector<unsigned char> bytes(std::size_t count) {
  std::vector<unsigned char> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    values[i] = static_cast<unsigned char>(i * i % 251);
  }
  return values;
}

using Buffers = std::vector<std::pair<DeviceAddress, std::size_t>>;

template <class T>
DeviceAddress watched(Guest& guest, Buffers& buffers, const std::vector<T>& values) {
  const DeviceAddress address = guest.upload(values);
  buffers.emplace_back(address, values.size() * sizeof(T));
  return address;
}

/// kernel(buffer, n) over whole blocks of 256 threads.
template <class T>
Scene on_one_buffer(const std::string& kernel, std::vector<T> values, std::uint32_t blocks, int n,
                    bool overlaps) {
  Scene scene{kernel, overlaps, block_kernels, nullptr};
  scene.launch = [=](Guest& guest, Buffers& buffers) {
    const DeviceAddress out = watched(guest, buffers, values);
    return guest.launch(kernel, {blocks, 1, 1}, {256, 1, 1}, out, n);
  };
  return scene;
}

/// kernel(in, out, n) over whole blocks of 256 threads.
template <class In, class Out>
Scene on_two_buffers(const std::string& kernel, const std::function<Guest()>& guest,
                     std::vector<In> in, std::vector<Out> out, std::uint32_t blocks, int n) {
  Scene scene{kernel, true, guest, nullptr};
  scene.launch = [=](Guest& device, Buffers& buffers) {
    const DeviceAddress from = watched(device, buffers, in);
    const DeviceAddress to = watched(device, buffers, out);
    return device.launch(kernel, {blocks, 1, 1}, {256, 1, 1}, from, to, n);
  };
  return scene;
}

constexpr int kCount = 1 << 18;
constexpr std::uint32_t kBlocks = kCount / 256;

void check_all_alike(const Scene& scene) {
  INFO(scene.name);
  const Seen expected = look(scene, 1);
  CHECK(expected.concurrent_blocks == 0);
  for (int run = 0; run < 20; ++run) {
    const unsigned threads = run % 2 == 0 ? 2 : 4;
    INFO("run " << run << " with " << threads << " host threads");
    const Seen seen = look(scene, threads);
    REQUIRE(seen.text == expected.text);
    REQUIRE(seen.memory == expected.memory);
    if (scene.overlaps) {
      REQUIRE(seen.concurrent_blocks > 0);
    }
  }
}

Scene vector_add() {
  Scene scene{"vector_add", true, course_kernels, nullptr};
  scene.launch = [](Guest& guest, Buffers& buffers) {
    const DeviceAddress in = watched(guest, buffers, floats(kCount));
    const DeviceAddress out = watched(guest, buffers, std::vector<float>(kCount, 0.0f));
    return guest.launch("vector_add", {kBlocks, 1, 1}, {256, 1, 1}, in, in, out, kCount - 100);
  };
  return scene;
}

Scene matmul() {
  Scene scene{"matmul", true, course_kernels, nullptr};
  scene.launch = [](Guest& guest, Buffers& buffers) {
    constexpr std::size_t n = 192;
    const DeviceAddress in = watched(guest, buffers, floats(n * n));
    const DeviceAddress out = watched(guest, buffers, std::vector<float>(n * n, 0.0f));
    return guest.launch("matmul", {n / 16, n / 16, 1}, {16, 16, 1}, in, in, out,
                        static_cast<int>(n));
  };
  return scene;
}

Scene last_block() {
  Scene scene{"last_block_sums", false, block_kernels, nullptr};
  scene.launch = [](Guest& guest, Buffers& buffers) {
    const DeviceAddress in = watched(guest, buffers, floats(kCount));
    const DeviceAddress partial = watched(guest, buffers, std::vector<float>(kBlocks, 0.0f));
    const DeviceAddress count = watched(guest, buffers, std::vector<unsigned>(1, 0));
    const DeviceAddress out = watched(guest, buffers, std::vector<float>(1, 0.0f));
    return guest.launch("last_block_sums", {kBlocks, 1, 1}, {256, 1, 1}, in, partial, count, out,
                        kCount);
  };
  return scene;
}

Scene lock_between_blocks() {
  Scene scene{"greedy_spin_lock", false, course_kernels, nullptr};
  scene.launch = [](Guest& guest, Buffers& buffers) {
    const DeviceAddress lock = watched(guest, buffers, std::vector<int>(1, 0));
    const DeviceAddress counter = watched(guest, buffers, std::vector<int>(1, 0));
    return guest.launch("greedy_spin_lock", {16, 1, 1}, {64, 1, 1}, lock, counter);
  };
  return scene;
}

}  // namespace

TEST_CASE("the kernels of the benchmark") {
  check_all_alike(vector_add());
  check_all_alike(matmul());
  check_all_alike(on_two_buffers("reduce_tree", course_kernels, floats(kCount),
                                 std::vector<float>(kBlocks, 0.0f), kBlocks, kCount));
  check_all_alike(on_two_buffers("histogram", course_kernels, bytes(kCount),
                                 std::vector<int>(256, 0), 64, kCount));
}

TEST_CASE("allocations that begin and end inside a page, whose pages are used here and there") {
  Scene scene{"matmul", true, course_kernels, nullptr};
  scene.launch = [](Guest& guest, Buffers& buffers) {
    constexpr std::size_t n = 128;
    guest.upload(std::vector<float>(1, 0.0f));
    const DeviceAddress in = watched(guest, buffers, floats(n * n));
    const DeviceAddress out = watched(guest, buffers, std::vector<float>(n * n, 0.0f));
    return guest.launch("matmul", {n / 16, n / 16, 1}, {16, 16, 1}, in, in, out,
                        static_cast<int>(n));
  };
  check_all_alike(scene);
}

TEST_CASE("where races are looked for, blocks run in one order") {
  Scene scene = matmul();
  scene.races = true;
  scene.overlaps = false;
  check_all_alike(scene);
}

TEST_CASE("any number of blocks: each runs once") {
  const std::vector<unsigned char> in = bytes(kCount);
  for (std::uint32_t blocks = 2; blocks < 1200; blocks += blocks < 140 ? 3 : 53) {
    Scene scene =
        on_two_buffers("histogram", course_kernels, in, std::vector<int>(256, 0), blocks, kCount);
    INFO(blocks << " blocks");
    const Seen serial = look(scene, 1), beside = look(scene, 2);
    REQUIRE(serial.memory == beside.memory);
    REQUIRE(serial.text == beside.text);
  }
}

TEST_CASE("float atomics, one a thread, and one a warp") {
  check_all_alike(on_two_buffers("float_sum", block_kernels, floats(kCount),
                                 std::vector<float>(256, 0.0f), kBlocks, kCount));
  check_all_alike(on_two_buffers("reduce_shuffle", course_kernels, floats(kCount),
                                 std::vector<float>(1, 0.0f), 128, kCount));
}

TEST_CASE("an integer histogram in global memory") {
  check_all_alike(on_two_buffers("int_histogram", block_kernels, bytes(kCount),
                                 std::vector<int>(256, 0), kBlocks, kCount));
}

TEST_CASE("of racing stores the last block's stays") {
  check_all_alike(
      on_one_buffer("racing_stores", std::vector<int>(101, -1), kBlocks, kCount, false));
}

TEST_CASE("blocks that read what others write, before and behind them") {
  check_all_alike(on_one_buffer("reads_left", std::vector<int>(kCount, 5), kBlocks, kCount, false));
  check_all_alike(
      on_one_buffer("reads_right", std::vector<int>(kCount, 5), kBlocks, kCount, false));
}

TEST_CASE("a chain of links that blocks cut") {
  std::vector<int> next(8192);
  std::iota(next.begin(), next.end(), 1);
  next.back() = 0;
  Scene scene{"follows_the_chain", false, block_kernels, nullptr};
  scene.launch = [=](Guest& guest, Buffers& buffers) {
    const DeviceAddress links = watched(guest, buffers, next);
    const DeviceAddress out = watched(guest, buffers, std::vector<int>(next.size(), 0));
    return guest.launch("follows_the_chain", {128, 1, 1}, {64, 1, 1}, links, out, 0);
  };
  check_all_alike(scene);
}

TEST_CASE("in place, each thread its own word") {
  check_all_alike(on_two_buffers("saxpy_in_place", block_kernels, floats(kCount), floats(kCount),
                                 kBlocks, kCount));
}

TEST_CASE("bytes and single words at the borders of blocks") {
  check_all_alike(on_one_buffer("store_bytes", std::vector<unsigned char>(kCount + 8, 1), kBlocks,
                                kCount, false));
  check_all_alike(on_one_buffer("one_a_block", std::vector<float>(999, 0.0f), 999, 20, true));
}

TEST_CASE("a fault in a block in the middle") {
  check_all_alike(
      on_one_buffer("fault_in_the_middle", std::vector<int>(kCount, 0), kBlocks, 700, false));
}

TEST_CASE("faults where neighbouring blocks share sectors: what earlier blocks wrote stays") {
  for (const int block : {40, 60, 300, 1000}) {
    Scene scene{"fault_in_the_middle", false, block_kernels, nullptr};
    scene.launch = [=](Guest& guest, Buffers& buffers) {
      const DeviceAddress out = watched(guest, buffers, std::vector<int>(kCount + 8, -1));
      return guest.launch("fault_in_the_middle", {kBlocks, 1, 1}, {256, 1, 1}, out + 12, block);
    };
    check_all_alike(scene);
  }
}

TEST_CASE("a launch that runs into its work limit") {
  Scene scene = on_one_buffer("squares", std::vector<float>(kCount, 0.0f), kBlocks, 50, false);
  for (const std::uint64_t limit : {4'000'000ull, 20'000'000ull, 20'000'001ull}) {
    scene.work_limit = limit;
    check_all_alike(scene);
  }
  Scene atomics = on_two_buffers("int_histogram", block_kernels, bytes(kCount),
                                 std::vector<int>(256, 0), kBlocks, kCount);
  atomics.overlaps = false;  // of those blocks that end in time, perhaps
  for (const std::uint64_t limit : {4'000'000ull, 8'000'000ull, 8'000'001ull}) {
    atomics.work_limit = limit;
    check_all_alike(atomics);
  }
}

TEST_CASE("a launch of which no block comes to its end") {
  Scene scene = on_one_buffer("squares", std::vector<float>(kCount, 0.0f), kBlocks, 50, false);
  for (const std::uint64_t limit : {10'000ull, 40'000ull, 80'000ull}) {
    scene.stall_limit = limit;
    check_all_alike(scene);
  }
  CHECK(look(scene, 1).text.find("work_limit") == std::string::npos);  // all blocks: far more
  scene.stall_limit = 10'000;
  CHECK(look(scene, 1).text.find("work_limit") != std::string::npos);
}

TEST_CASE("blocks that talk to each other run in one order") {
  check_all_alike(last_block());
  check_all_alike(lock_between_blocks());
  check_all_alike([] {
    Scene scene{"atomics_and_reads", false, block_kernels, nullptr};
    scene.launch = [](Guest& guest, Buffers& buffers) {
      const DeviceAddress sums = watched(guest, buffers, std::vector<int>(1, 0));
      const DeviceAddress out = watched(guest, buffers, std::vector<int>(kBlocks, 0));
      return guest.launch("atomics_and_reads", {kBlocks, 1, 1}, {256, 1, 1}, sums, out, 0);
    };
    return scene;
  }());
}

TEST_CASE("printed text comes in the order of blocks") {
  check_all_alike(
      on_one_buffer("every_block_prints", std::vector<int>(kCount, 0), kBlocks, 40, true));
}

TEST_CASE("without counters, memory is the same still") {
  const auto run = [](unsigned threads) {
    Guest guest = course_kernels();
    guest.device.options().host_threads = threads;
    guest.device.options().counters = false;
    const auto in = guest.upload(floats(kCount));
    const auto out = guest.upload(std::vector<float>(kCount, 0.0f));
    const LaunchOutcome outcome =
        guest.launch("vector_add", {kBlocks, 1, 1}, {256, 1, 1}, in, in, out, kCount);
    return std::pair(guest.download<float>(out, kCount), to_json(outcome.counters));
  };
  CHECK(run(1) == run(2));
}
