// Fuzzes what a program may send to a device that is a process of its own: calls with any bytes,
// with handles that the device gave out and numbers near them, and answers that are none.
#include "runtime/service/remote_program.hpp"
#include "runtime/wire/turns.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

namespace wire = warpschool::sim::runtime::wire;
namespace service = warpschool::sim::runtime::service;

constexpr std::uint64_t kImage = 0x10000;  ///< where the program says that its PTX lies
constexpr char kPtx[] = R"(// warpschool-ptx 1 fuzz.cu
.version 6.0
.target sm_70
.address_size 64
.visible .global .align 4 .b8 variable[64];
.visible .global .attribute(.managed) .align 4 .b8 managed[8192];
.visible .entry add(.param .u64 p, .param .u32 by)
{
  .reg .b32 %r<4>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [p];
  ld.param.u32 %r1, [by];
  mov.u32 %r2, %tid.x;
  mul.wide.u32 %rd2, %r2, 4;
  add.s64 %rd3, %rd1, %rd2;
  ld.global.u32 %r3, [%rd3];
  add.s32 %r3, %r3, %r1;
  st.global.u32 [%rd3], %r3;
  ret;
}
)";

/// The device refused the program and would have ended.
struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The bytes of one input, zeros behind its end.
class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : data_(data, data + size) {}
  bool is_empty() const { return at_ >= data_.size(); }
  std::uint8_t byte() { return is_empty() ? 0 : data_[at_++]; }
  std::uint64_t number() {
    std::uint64_t value = 0;
    for (int i = 0; i < 8; ++i) {
      value = value << 8U | byte();
    }
    return value;
  }

 private:
  std::vector<std::uint8_t> data_;
  std::size_t at_ = 0;
};

/// The program's side of a lane. What it answers follows from the input, too.
class Program {
 public:
  Program() : thread_([this] { serve(); }) { thread_.detach(); }

  wire::Lane& lane() { return *lane_; }
  std::vector<std::uint64_t>& known() { return known_; }
  void begin(std::uint64_t seed) {
    seed_ = seed;
    known_ = {kImage, 0, 1, 2};
  }
  /// Gives the turn back to the device, whatever has become of the call.
  void end_call() {
    while (lane_->turn.load() == static_cast<std::uint32_t>(wire::Side::kProgram)) {
      std::this_thread::yield();
    }
  }

 private:
  std::uint64_t random() {
    seed_ = seed_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return seed_ >> 33U;
  }

  void remember(const std::vector<std::byte>& message) {
    constexpr std::size_t kMost = 512;
    for (std::size_t at = sizeof(wire::Head); at + 8 <= message.size() && known_.size() < kMost;
         at += 4) {
      std::uint64_t word = 0;
      std::memcpy(&word, message.data() + at, sizeof word);
      if (word > 0xffff && std::find(known_.begin(), known_.end(), word) == known_.end()) {
        known_.push_back(word);
      }
    }
  }

  void answer(wire::Asked what, wire::Reader in) {
    wire::Writer out;
    wire::Head head;
    head.kind = random() % 64 == 0 ? static_cast<wire::Kind>(random() % 6) : wire::Kind::kAnswer;
    out.put(head);
    if (what == wire::Asked::kRead) {
      const auto changes = in.get<std::uint32_t>();
      in.bytes(changes * sizeof(wire::Change));
      const auto address = in.get<std::uint64_t>();
      const auto bytes = std::min<std::uint64_t>(in.get<std::uint64_t>(), wire::kStagingBytes);
      for (std::uint64_t i = 0; i < bytes; ++i) {
        const std::uint64_t place = address + i - kImage;
        lane_->staging[i] = place < sizeof kPtx ? static_cast<std::byte>(kPtx[place])
                                                : static_cast<std::byte>(random());
      }
    }
    out.put(static_cast<std::uint8_t>(random() % 8 == 0 ? 0 : 1));
    for (std::uint64_t i = random() % 6; i > 0; --i) {
      out.put(random() % 4 == 0 ? random() : random() % 32);
    }
    wire::send(*lane_, out, wire::Side::kDevice);
  }

  void serve() {
    for (;;) {
      std::vector<std::byte> message;
      wire::receive(*lane_, wire::Side::kProgram, message);
      wire::Reader in(message.data(), message.size());
      const auto head = in.get<wire::Head>();
      if (head.kind == wire::Kind::kAsk) {
        answer(static_cast<wire::Asked>(head.what), in);
      } else {
        remember(message);
        wire::pass_turn(*lane_, wire::Side::kDevice);
      }
    }
  }

  static wire::Lane* new_lane() {
    auto* const lane = new wire::Lane{};
    lane->turn = static_cast<std::uint32_t>(wire::Side::kDevice);
    return lane;
  }

  wire::Lane* lane_ = new_lane();
  std::vector<std::uint64_t> known_;
  std::uint64_t seed_ = 0;
  std::thread thread_;
};

Program& program() {
  static Program& one = *[] {
    constexpr std::size_t kSharedBytes = std::size_t{64} << 20;
    const int shared = ::memfd_create("fuzz", MFD_CLOEXEC);
    if (shared < 0 || ::ftruncate(shared, kSharedBytes) != 0) {
      ::_exit(1);
    }
    service::set_program(new service::RemoteProgram(shared, kSharedBytes));
    service::set_refusal([](const char* why) { throw Refused(why); });
    return new Program;
  }();
  return one;
}

/// Arguments: numbers as they stand in the input, edges, and what the device said before.
void put_arguments(Input& input, wire::Writer& out) {
  constexpr std::array<std::uint64_t, 12> kEdges{
      0, 1, 4, 32, 64, 255, 4096, 8192, 0x7fffffff, 0xffffffff, std::uint64_t{1} << 40U, ~0ULL};
  const std::vector<std::uint64_t>& known = program().known();
  for (unsigned left = input.byte() % 24U; left > 0; --left) {
    const unsigned how = input.byte();
    switch (how % 6) {
      case 0:
        out.put(static_cast<std::uint8_t>(input.byte() % 2));
        break;
      case 1:
        out.put(static_cast<std::uint32_t>(input.byte()));
        break;
      case 2:
        out.put(kEdges.at(input.byte() % kEdges.size()));
        break;
      case 3:
        out.put(input.number());
        break;
      default:
        out.put(known[input.byte() % known.size()] + (how >= 192 ? input.byte() : 0U));
        break;
    }
  }
  if (input.byte() % 4 == 0) {  // structs are long
    const std::vector<std::byte> zeros(2048);
    out.bytes(zeros.data(), zeros.size());
  }
}

std::vector<std::byte> next_call(Input& input) {
  wire::Head head;
  head.kind = wire::Kind::kCall;
  const unsigned what = input.byte();
  head.what = what >= 216 ? 10'000U + (what - 216U) % 20U : what;
  wire::Writer out;
  out.put(head);
  put_arguments(input, out);
  return {out.data(), out.data() + out.size()};
}

/// A file with a kernel, as any program begins.
void register_file() {
  wire::Head head;
  head.kind = wire::Kind::kCall;
  head.what = static_cast<std::uint32_t>(wire::Special::kRegisterFile);
  wire::Writer out;
  out.put(head);
  out.put(kImage);
  out.put(std::uint64_t{sizeof kPtx - 1});
  out.put(std::uint64_t{0});
  service::answer_call(program().lane(), {out.data(), out.data() + out.size()});
  program().end_call();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input input(data, size);
  constexpr int kMostCalls = 40;
  program().begin(input.number());
  try {
    register_file();
    for (int i = 0; i < kMostCalls && !input.is_empty(); ++i) {
      service::answer_call(program().lane(), next_call(input));
      program().end_call();
    }
  } catch (const Refused&) {
    // as it should be
  }
  program().lane().turn = static_cast<std::uint32_t>(wire::Side::kDevice);
  cudaDeviceReset();
  return 0;
}
