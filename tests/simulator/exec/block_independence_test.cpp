// What is certain of a launch before it runs: against what its threads really do, one by one.
#include "exec/speculation/block_independence.hpp"

#include "exec/launch/grid.hpp"
#include "exec/launch/module.hpp"
#include "exec/speculation/value_range.hpp"
#include "guest.hpp"
#include "warpschool/harness/catch.hpp"

#include <array>
#include <fmt/format.h>
#include <map>
#include <random>
#include <set>

using namespace warpschool::sim;
using ptx::Type;

namespace {

using Random = std::mt19937_64;

std::int64_t pick(Random& random, std::int64_t low, std::int64_t high) {
  return std::uniform_int_distribution<std::int64_t>(low, high)(random);
}

BlockIndependence independence(Guest& guest, const std::string& kernel, const LaunchConfig& config,
                               const std::vector<std::byte>& parameters) {
  Epoch clock = 0;
  SharedL2 l2(*find_profile("h200"));
  const Grid grid(*guest.module->program(kernel, guest.device.options().checks), config, parameters,
                  {guest.device.memory(), *find_profile("h200"), guest.device.options(), clock, l2},
                  8);
  return block_independence_of(grid);
}

std::string kernel_of(const std::string& body) {
  return ".version 7.0\n.target sm_70\n.address_size 64\n"
         ".visible .entry kernel(.param .u64 in, .param .u64 out, .param .u32 n)\n{\n"
         ".reg .pred %p<9>;\n.reg .b32 %r<40>;\n.reg .b64 %d<40>;\n"
         "ld.param.u64 %d0, [in];\nld.param.u64 %d1, [out];\nld.param.u32 %r0, [n];\n"
         "mov.u32 %r1, %tid.x;\nmov.u32 %r2, %ctaid.x;\nmov.u32 %r3, %ntid.x;\n"
         "mad.lo.s32 %r4, %r2, %r3, %r1;\n" +
         body + "END:\nret;\n}\n";
}

struct Case {
  const char* body;
  BlockIndependence expected;
};

/// Address of element %r4 of `in` in %d3, of `out` in %d4.
const std::string kAddresses =
    "mul.wide.s32 %d2, %r4, 4;\nadd.s64 %d3, %d0, %d2;\nadd.s64 %d4, %d1, %d2;\n";
const std::string kBound = "setp.ge.s32 %p1, %r4, %r0;\n@%p1 bra END;\n";
const std::string kCopy = "ld.global.u32 %r5, [%d3];\nst.global.u32 [%d4], %r5;\n";

/// 1000 elements, 4 blocks of 256 threads.
BlockIndependence of_body(const std::string& body, std::uint32_t n = 1000) {
  Guest guest(kernel_of(body));
  const DeviceAddress in = guest.allocate<int>(1000), out = guest.allocate<int>(1000);
  return independence(guest, "kernel", {{4, 1, 1}, {256, 1, 1}, 0, false},
                      Parameters(in, out, n).bytes());
}

}  // namespace

TEST_CASE("element by element, each block its own: nothing has to be watched") {
  CHECK(of_body(kBound + kAddresses + kCopy) == BlockIndependence::kDisjointWrites);
  // As compilers write "if (i < n && j < m)".
  CHECK(of_body("setp.lt.s32 %p1, %r4, %r0;\nsetp.lt.s32 %p2, %r1, 256;\nand.pred %p3, %p1, %p2;\n"
                "not.pred %p4, %p3;\n@%p4 bra END;\n" +
                kAddresses + kCopy) == BlockIndependence::kDisjointWrites);
  CHECK(of_body("shl.b32 %r6, %r2, 8;\nor.b32 %r7, %r6, %r1;\nsetp.gt.u32 %p1, %r7, 999;\n"
                "@%p1 exit;\nmul.wide.u32 %d5, %r7, 4;\nadd.s64 %d6, %d1, %d5;\n"
                "st.global.u32 [%d6], %r7;\n") == BlockIndependence::kDisjointWrites);
}

TEST_CASE("blocks that may meet have to claim, but nothing has to be kept") {
  // All threads write one word; every block the same 256.
  CHECK(of_body("st.global.u32 [%d1], %r4;\n") == BlockIndependence::kIdempotent);
  CHECK(of_body("mul.wide.u32 %d2, %r1, 4;\nadd.s64 %d3, %d1, %d2;\nst.global.u32 [%d3], %r4;\n") ==
        BlockIndependence::kIdempotent);
  // Neighbours overlap by a word.
  CHECK(of_body("mul.lo.s32 %r5, %r2, 255;\nadd.s32 %r6, %r5, %r1;\n"
                "setp.ge.u32 %p1, %r6, 1000;\n@%p1 bra END;\nmul.wide.u32 %d2, %r6, 4;\n"
                "add.s64 %d3, %d1, %d2;\nst.global.u32 [%d3], %r4;\n") ==
        BlockIndependence::kIdempotent);
  // Two stores whose words alternate with those of other blocks.
  CHECK(of_body("mul.wide.s32 %d2, %r2, 4;\nadd.s64 %d3, %d1, %d2;\nst.global.u32 [%d3], %r4;\n"
                "st.global.u32 [%d3+16], %r4;\n") == BlockIndependence::kIdempotent);
}

TEST_CASE("nothing is certain of launches that may fault, wait, or read what they write") {
  const Case cases[] = {
      {"mul.wide.s32 %d2, %r4, 4;\nadd.s64 %d4, %d1, %d2;\nst.global.u32 [%d4], %r4;\n",
       BlockIndependence::kNothing},  // 24 threads too many
      {"st.global.u32 [%d1+2], %r4;\n", BlockIndependence::kNothing},
      {"ld.global.u32 %r5, [%d1];\nst.global.u32 [%d1], %r5;\n", BlockIndependence::kNothing},
      {"ld.global.u64 %d2, [%d0];\nst.global.u32 [%d2], %r1;\n", BlockIndependence::kNothing},
      {"red.global.add.u32 [%d1], 1;\n", BlockIndependence::kNothing},
      {"bar.sync 0;\nst.global.u32 [%d1], %r1;\n", BlockIndependence::kNothing},
      {"trap;\n", BlockIndependence::kNothing},
      {"BACK:\nadd.s32 %r5, %r5, 1;\nsetp.lt.s32 %p1, %r5, %r0;\n@%p1 bra BACK;\n",
       BlockIndependence::kNothing},
      // A register that two instructions write; one that nobody writes on one way.
      {"mov.u64 %d2, 0;\nadd.s64 %d2, %d1, 0;\nst.global.u32 [%d2], %r1;\n",
       BlockIndependence::kNothing},
      {"setp.lt.s32 %p1, %r4, 5;\n@%p1 bra SKIP;\nadd.s64 %d2, %d1, 0;\nSKIP:\n"
       "st.global.u32 [%d2], %r1;\n",
       BlockIndependence::kNothing},
  };
  for (const Case& tried : cases) {
    INFO(tried.body);
    CHECK(of_body(tried.body) == tried.expected);
  }
  // The bound is not one where both ways meet again, nor if it is greater than the buffer.
  CHECK(of_body("setp.ge.s32 %p1, %r4, %r0;\n@%p1 bra SKIP;\nmov.u32 %r6, 1;\nSKIP:\n" +
                kAddresses + kCopy) == BlockIndependence::kNothing);
  CHECK(of_body(kBound + kAddresses + kCopy, 1001) == BlockIndependence::kNothing);
}

TEST_CASE("a bound on the work of a launch leaves nothing certain") {
  Guest guest(kernel_of(kBound + kAddresses + kCopy));
  guest.device.options().max_thread_instructions = 10'000;
  const DeviceAddress in = guest.allocate<int>(1000), out = guest.allocate<int>(1000);
  CHECK(independence(guest, "kernel", {{4, 1, 1}, {256, 1, 1}, 0, false},
                     Parameters(in, out, 1000).bytes()) == BlockIndependence::kNothing);
}

namespace {

/// A launch whose threads store to out[first + weights * (tid.x, tid.y, ctaid.x, ctaid.y)], if that
/// is below a bound, and perhaps to the word behind it.
struct RandomPlaces {
  LaunchConfig config;
  std::array<std::int64_t, 4> weights{};
  std::int64_t first = 0, bound = 0;
  bool is_bound = false, stores_twice = false;
};

RandomPlaces random_places(Random& random) {
  RandomPlaces places;
  Dim3 &block = places.config.block, &grid = places.config.grid;
  grid = {static_cast<std::uint32_t>(pick(random, 1, 4)),
          static_cast<std::uint32_t>(pick(random, 1, 3)), 1};
  block = {static_cast<std::uint32_t>(pick(random, 1, 8)),
           static_cast<std::uint32_t>(pick(random, 1, 4)), 1};
  const std::int64_t steps[] = {
      0,       1, -1, 2, block.x, std::int64_t{block.x} * grid.x, std::int64_t{block.x} * block.y,
      block.y, 64};
  const auto step = [&] { return steps[pick(random, 0, std::size(steps) - 1)]; };
  places.weights = {pick(random, 0, 3) == 0 ? step() : 1, step(), step(), step()};
  places.first = pick(random, 0, 2) * 32;
  places.bound = pick(random, 1, 200);
  places.is_bound = pick(random, 0, 1) == 1;
  places.stores_twice = pick(random, 0, 3) == 0;
  return places;
}

std::string body_of(const RandomPlaces& places) {
  std::string body = fmt::format(
      "mov.u32 %r5, %tid.y;\nmov.u32 %r6, %ctaid.y;\nmov.u32 %r10, {};\n", places.first);
  const char* indices[] = {"%r1", "%r5", "%r2", "%r6"};
  for (std::size_t i = 0; i < places.weights.size(); ++i) {
    body += fmt::format("mad.lo.s32 %r{}, {}, {}, %r{};\n", 11 + i, indices[i], places.weights[i],
                        10 + i);
  }
  if (places.is_bound) {
    body += fmt::format("setp.gt.s32 %p1, {}, %r14;\n@!%p1 bra END;\n", places.bound);
  }
  body += "mul.wide.s32 %d2, %r14, 4;\nadd.s64 %d3, %d1, %d2;\nst.global.u32 [%d3], %r1;\n";
  return body + (places.stores_twice ? "st.global.u32 [%d3+4], %r1;\n" : "");
}

struct Truth {
  bool are_apart = true;   ///< no two blocks store to one word
  bool are_inside = true;  ///< all words are of the buffer
};

Truth truth_of(const RandomPlaces& places, std::int64_t elements) {
  const Dim3 &block = places.config.block, &grid = places.config.grid;
  Truth truth;
  std::map<std::int64_t, std::uint32_t> owners;  // of words
  for (std::uint32_t b = 0; b < grid.count(); ++b) {
    for (std::uint32_t t = 0; t < block.count(); ++t) {
      const std::int64_t at = places.first + places.weights[0] * (t % block.x) +
                              places.weights[1] * (t / block.x) + places.weights[2] * (b % grid.x) +
                              places.weights[3] * (b / grid.x);
      for (std::int64_t word = at; word <= at + (places.stores_twice ? 1 : 0); ++word) {
        if (!places.is_bound || at < places.bound) {
          truth.are_inside &= word >= 0 && word < elements;
          truth.are_apart &= owners.emplace(word, b).first->second == b;
        }
      }
    }
  }
  return truth;
}

}  // namespace

TEST_CASE("random places: blocks said to be apart are, and nobody leaves the buffer") {
  Random random(7);
  std::map<BlockIndependence, unsigned> seen;
  for (int program = 0; program < 1500; ++program) {
    const RandomPlaces places = random_places(random);
    const std::string body = body_of(places);
    const Dim3 &block = places.config.block, &grid = places.config.grid;
    INFO(body << grid.x << "x" << grid.y << " blocks of " << block.x << "x" << block.y);
    constexpr std::int64_t kElements = 160;
    Guest guest(kernel_of(body));
    const DeviceAddress out = guest.allocate<int>(kElements);
    const BlockIndependence said =
        independence(guest, "kernel", places.config, Parameters(out, out, 0u).bytes());
    ++seen[said];
    const Truth truth = truth_of(places, kElements);
    REQUIRE((said == BlockIndependence::kNothing || truth.are_inside));
    REQUIRE((said != BlockIndependence::kDisjointWrites || truth.are_apart));
  }
  CHECK(seen[BlockIndependence::kDisjointWrites] > 100);
  CHECK(seen[BlockIndependence::kIdempotent] > 100);
  CHECK(seen[BlockIndependence::kNothing] > 100);
}

namespace {

/// A register of a random program: as the simulator is to see it, and what each thread has.
struct Register {
  std::string name;
  ValueRange range;
  std::vector<std::uint64_t> values;  ///< by thread
};

constexpr std::uint32_t kThreads = 6, kBlockCount = 5;

const char* type_name(Type type) {
  return ptx::to_string(type);
}

std::uint64_t cut(std::uint64_t value, Type type) {
  return ptx::bytes_of(type) == 4 ? value & 0xffff'ffffu : value;
}

/// The number that a value stands for in a type.
__extension__ using Number = __int128;
Number number(std::uint64_t value, Type type) {
  switch (type) {
    case Type::kS32:
      return static_cast<std::int32_t>(value);
    case Type::kS64:
      return static_cast<std::int64_t>(value);
    default:
      return cut(value, type);
  }
}

bool may_be(const ValueRange& range, std::uint64_t value, std::uint64_t mask) {
  for (std::int64_t candidate = range.low; candidate <= range.high; ++candidate) {
    if ((static_cast<std::uint64_t>(candidate) & mask) == (value & mask)) {
      return (value & mask & ((std::uint64_t{1} << range.zeros) - 1)) == 0;
    }
  }
  return false;
}

std::uint64_t sum_in(const IndexSum& sum, std::uint32_t tid, std::uint32_t ctaid) {
  return static_cast<std::uint64_t>(sum.origin) + static_cast<std::uint64_t>(sum.weights[0]) * tid +
         static_cast<std::uint64_t>(sum.weights[3]) * ctaid;
}

/// What PTX says of an instruction (ISA 9.7.1, 9.7.8), in one thread. Empty: a division by zero.
std::optional<std::uint64_t> execute(const Computation& what, std::uint64_t a, std::uint64_t b,
                                     std::uint64_t c) {
  const Number x = number(a, what.type), y = number(b, what.type);
  const bool divides = what.opcode == Opcode::kDiv || what.opcode == Opcode::kRem;
  if (divides && y == 0) {
    return std::nullopt;
  }
  switch (what.opcode) {
    case Opcode::kAdd:
      return static_cast<std::uint64_t>(x + y);
    case Opcode::kSub:
      return static_cast<std::uint64_t>(x - y);
    case Opcode::kMul:
      return static_cast<std::uint64_t>(x) * static_cast<std::uint64_t>(y);
    case Opcode::kMad:
      return static_cast<std::uint64_t>(x) * static_cast<std::uint64_t>(y) + c;
    case Opcode::kShl:
      return cut(a, what.type) << b;
    case Opcode::kShr:
      return static_cast<std::uint64_t>(x >> static_cast<int>(b));
    case Opcode::kAnd:
      return a & b;
    case Opcode::kOr:
      return a | b;
    case Opcode::kXor:
      return a ^ b;
    case Opcode::kDiv:
      return static_cast<std::uint64_t>(x / y);
    case Opcode::kRem:
      return static_cast<std::uint64_t>(x % y);
    case Opcode::kMin:
      return static_cast<std::uint64_t>(x < y ? x : y);
    case Opcode::kMax:
      return static_cast<std::uint64_t>(x < y ? y : x);
    default:  // cvt
      return static_cast<std::uint64_t>(number(a, what.source_type));
  }
}

constexpr Opcode kOpcodes[] = {Opcode::kAdd, Opcode::kSub, Opcode::kMul, Opcode::kMad, Opcode::kShl,
                               Opcode::kShr, Opcode::kAnd, Opcode::kOr,  Opcode::kXor, Opcode::kDiv,
                               Opcode::kRem, Opcode::kMin, Opcode::kMax, Opcode::kCvt};

/// What a random program has computed so far.
struct RegisterFile {
  std::vector<Register> narrow, wide;
};

/// %tid.x, %ctaid.x and a constant.
RegisterFile first_registers(Random& random) {
  RegisterFile all;
  all.narrow.resize(3);
  all.narrow[0].range = ValueRange::of_index(0, kThreads);
  all.narrow[1].range = ValueRange::of_index(3, kBlockCount);
  const std::int64_t constant =
      pick(random, 0, 4) == 0 ? pick(random, 0, 0xffff'ffff) : pick(random, 0, 40);
  all.narrow[2].range = ValueRange::of(constant);
  for (std::uint32_t thread = 0; thread < kThreads * kBlockCount; ++thread) {
    all.narrow[0].values.push_back(thread % kThreads);
    all.narrow[1].values.push_back(thread / kThreads);
    all.narrow[2].values.push_back(static_cast<std::uint64_t>(constant));
  }
  return all;
}

struct RandomStep {
  Computation what;
  Register a, b, c;
  bool gets_wide = false;
  std::uint64_t mask() const { return gets_wide ? ~std::uint64_t{0} : 0xffff'ffffu; }
};

const Register& any_of(const std::vector<Register>& all, Random& random) {
  return all[static_cast<std::size_t>(pick(random, 0, static_cast<std::int64_t>(all.size()) - 1))];
}

RandomStep random_step(const RegisterFile& registers, Random& random) {
  constexpr Type kNarrow[] = {Type::kS32, Type::kU32}, kWide[] = {Type::kS64, Type::kU64};
  const auto& [narrow, wide] = registers;
  Computation what{kOpcodes[pick(random, 0, std::size(kOpcodes) - 1)]};
  const bool is_wide = !wide.empty() && pick(random, 0, 1) == 1;
  const bool converts = what.opcode == Opcode::kCvt;
  const std::vector<Register>& from = is_wide ? wide : narrow;
  what.type = what.source_type = (is_wide ? kWide : kNarrow)[pick(random, 0, 1)];
  what.wide = !is_wide &&
              (what.opcode == Opcode::kMul || (what.opcode == Opcode::kMad && !wide.empty())) &&
              pick(random, 0, 1) == 1;
  if (converts) {
    what.type = (is_wide ? kNarrow : kWide)[pick(random, 0, 1)];
  }
  RandomStep step{what, any_of(from, random), any_of(from, random),
                  any_of(what.wide ? (wide.empty() ? narrow : wide) : from, random),
                  converts ? !is_wide : is_wide || what.wide};
  if (what.opcode == Opcode::kShl || what.opcode == Opcode::kShr) {
    const std::int64_t bits = pick(random, 0, is_wide ? 63 : 31);
    step.b.range = ValueRange::of(bits);
    step.b.values.assign(step.a.values.size(), static_cast<std::uint64_t>(bits));
  }
  return step;
}

/// What every thread gets. Nothing: one divides by zero.
std::optional<std::vector<std::uint64_t>> values_of(const RandomStep& step) {
  std::vector<std::uint64_t> values;
  for (std::size_t thread = 0; thread < step.a.values.size(); ++thread) {
    const auto value = execute(step.what, step.a.values[thread], step.b.values[thread],
                               step.what.opcode == Opcode::kMad ? step.c.values[thread] : 0);
    if (!value) {
      return std::nullopt;
    }
    values.push_back(*value & step.mask());
  }
  return values;
}

void require_within(const ValueRange& range, const RandomStep& step,
                    const std::vector<std::uint64_t>& values) {
  INFO(info(step.what.opcode).mnemonic
       << (step.what.wide ? ".wide." : ".") << type_name(step.what.type) << " of "
       << step.a.range.low << ".." << step.a.range.high << " and " << step.b.range.low << ".."
       << step.b.range.high << " gives " << range.low << ".." << range.high << " zeros "
       << range.zeros);
  for (std::uint32_t thread = 0; thread < kThreads * kBlockCount; ++thread) {
    const std::uint64_t value = values[thread];
    REQUIRE(may_be(range, value, step.mask()));
    if (range.sum) {
      REQUIRE((sum_in(*range.sum, thread % kThreads, thread / kThreads) & step.mask()) == value);
    }
  }
}

}  // namespace

TEST_CASE(
    "random arithmetic: every thread's value lies in the range, and is the sum if there is one") {
  Random random(2026);
  std::map<Opcode, unsigned> known, sums;
  for (int program = 0; program < 3000; ++program) {
    RegisterFile registers = first_registers(random);
    for (int number = 0; number < 8; ++number) {
      const RandomStep step = random_step(registers, random);
      const MaybeRange range = compute(step.what, step.a.range, step.b.range, step.c.range);
      const auto values = values_of(step);
      if (!range || !values || range->high - range->low > 100'000) {
        continue;
      }
      ++known[step.what.opcode];
      sums[step.what.opcode] += range->sum ? 1u : 0u;
      require_within(*range, step, *values);
      (step.gets_wide ? registers.wide : registers.narrow).push_back({"", *range, *values});
    }
  }
  for (const Opcode opcode : kOpcodes) {
    INFO(info(opcode).mnemonic);
    CHECK(known[opcode] > 100);
  }
  CHECK(sums[Opcode::kMad] > 100);
  CHECK(sums[Opcode::kOr] > 50);
}
