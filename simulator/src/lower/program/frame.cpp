// Lays out a warp's frame: registers, constants, parameters.
#include "lower/program/frame.hpp"

#include <algorithm>
#include <charconv>

namespace warpschool::sim {
namespace {

constexpr std::uint32_t kSlotAlignment = 64;
constexpr std::uint32_t kPredicateChunk = 64;
constexpr std::uint32_t kHopeless = 1u << 30;

}  // namespace

std::uint8_t slot_bytes(ptx::Type type) {
  if (type == ptx::Type::kPred) {
    return 0;
  }
  return ptx::bytes_of(type) == 8 ? 8 : 4;
}

Special find_special(const std::string& name) {
  static const auto& table = *new const std::unordered_map<std::string, Special>{
      {"%tid.x", Special::kTidX},
      {"%tid.y", Special::kTidY},
      {"%tid.z", Special::kTidZ},
      {"%ntid.x", Special::kNtidX},
      {"%ntid.y", Special::kNtidY},
      {"%ntid.z", Special::kNtidZ},
      {"%ctaid.x", Special::kCtaidX},
      {"%ctaid.y", Special::kCtaidY},
      {"%ctaid.z", Special::kCtaidZ},
      {"%nctaid.x", Special::kNctaidX},
      {"%nctaid.y", Special::kNctaidY},
      {"%nctaid.z", Special::kNctaidZ},
      {"%laneid", Special::kLaneid},
      {"%warpid", Special::kWarpid},
      {"%nwarpid", Special::kNwarpid},
      {"%smid", Special::kSmid},
      {"%nsmid", Special::kNsmid},
      {"%gridid", Special::kGridid},
      {"%lanemask_eq", Special::kLanemaskEq},
      {"%lanemask_le", Special::kLanemaskLe},
      {"%lanemask_lt", Special::kLanemaskLt},
      {"%lanemask_ge", Special::kLanemaskGe},
      {"%lanemask_gt", Special::kLanemaskGt},
      {"WARP_SZ", Special::kLanesPerWarp},
      {"%dynamic_smem_size", Special::kDynamicSharedBytes},
      {"%total_smem_size", Special::kTotalSharedBytes},
      {"%clock", Special::kClock},
      {"%clock64", Special::kClock64},
      {"%globaltimer", Special::kGlobalTimer},
      {"%globaltimer_lo", Special::kGlobalTimer},
      {"%aggr_smem_size", Special::kTotalSharedBytes},
      // Without clusters, each block is one.
      {"%nclusterid.x", Special::kNctaidX},
      {"%nclusterid.y", Special::kNctaidY},
      {"%nclusterid.z", Special::kNctaidZ},
      {"%clusterid.x", Special::kCtaidX},
      {"%clusterid.y", Special::kCtaidY},
      {"%clusterid.z", Special::kCtaidZ},
  };
  const auto found = table.find(name);
  return found == table.end() ? Special::kNone : found->second;
}

std::optional<std::uint32_t> constant_special(const std::string& name) {
  if (name.rfind("%cluster_nctaid.", 0) == 0 || name == "%cluster_nctarank") {
    return 1;
  }
  // %envreg0 to %envreg31 are the driver's own, %pm0 to %pm7 count for a profiler.
  const std::string stem = name.substr(0, name.find_last_not_of("0123456789") + 1);
  const bool is_zero = name.rfind("%cluster_ctaid.", 0) == 0 || name == "%cluster_ctarank" ||
                       name == "%clock_hi" || name == "%globaltimer_hi" ||
                       (stem.size() < name.size() && (stem == "%envreg" || stem == "%pm"));
  return is_zero ? std::optional<std::uint32_t>{0} : std::nullopt;
}

std::uint32_t FrameBuilder::allocate(std::uint32_t bytes) {
  const std::uint32_t offset = size_;
  if (size_ <= kHopeless) {  // lower_kernel refuses such a frame
    size_ += (bytes + kSlotAlignment - 1) / kSlotAlignment * kSlotAlignment;
  }
  return offset;
}

Slot FrameBuilder::lanes(std::uint8_t bytes) {
  const Slot slot{allocate(kWarpSize * bytes), bytes};
  program_.slots.push_back({slot.offset, bytes});
  return slot;
}

Slot FrameBuilder::predicate() {
  if (predicate_free_ == predicate_end_) {
    predicate_free_ = allocate(kPredicateChunk);
    predicate_end_ = predicate_free_ + kPredicateChunk;
  }
  const Slot slot{predicate_free_, 0};
  predicate_free_ += static_cast<std::uint32_t>(sizeof(LaneMask));
  program_.slots.push_back({slot.offset, 0});
  return slot;
}

Slot FrameBuilder::constant(const ConstantSlot& wanted) {
  const Key key{wanted.source, wanted.special,         wanted.bits,
                wanted.bytes,  wanted.parameter_bytes, wanted.sign_extend};
  const auto found = constants_.find(key);
  if (found != constants_.end()) {
    return found->second;
  }
  const bool is_predicate = wanted.source == ConstantSlot::Source::kPredicate;
  const Slot slot = is_predicate ? predicate() : lanes(wanted.bytes);
  program_.constants.push_back(wanted);
  program_.constants.back().offset = slot.offset;
  constants_.emplace(key, slot);
  return slot;
}

Slot FrameBuilder::bits(std::uint64_t value, std::uint8_t bytes) {
  ConstantSlot slot;
  slot.bits = bytes == 8 ? value : value & 0xffff'ffffu;
  slot.bytes = bytes;
  return constant(slot);
}

Slot FrameBuilder::predicate_bits(bool value) {
  ConstantSlot slot;
  slot.source = ConstantSlot::Source::kPredicate;
  slot.bits = value ? ~LaneMask{0} : LaneMask{0};
  slot.bytes = 0;
  return constant(slot);
}

Slot FrameBuilder::special(Special special, std::uint8_t bytes) {
  ConstantSlot slot;
  slot.source = ConstantSlot::Source::kSpecial;
  slot.special = special;
  slot.bytes = bytes;
  return constant(slot);
}

Slot FrameBuilder::parameter(std::uint32_t offset, std::uint8_t parameter_bytes, bool sign_extend,
                             std::uint8_t bytes) {
  ConstantSlot slot;
  slot.source = ConstantSlot::Source::kParameter;
  slot.bits = offset;
  slot.parameter_bytes = parameter_bytes;
  slot.sign_extend = sign_extend;
  slot.bytes = bytes;
  return constant(slot);
}

ParameterSlot FrameBuilder::variable(std::uint32_t bytes) {
  const std::uint32_t stride = std::max<std::uint32_t>(8, (bytes + 7) / 8 * 8);
  const ParameterSlot variable{allocate(stride * kWarpSize), stride, bytes};
  program_.slots.push_back({variable.offset, stride});
  return variable;
}

RegisterMap::RegisterMap(const ptx::Function& function, FrameBuilder& frame) : frame_(frame) {
  for (const ptx::RegisterDeclaration& declared : function.registers) {
    if (declared.count == 0) {
      single_.emplace(declared.name, declared.type);
    } else {
      auto& range = ranges_[declared.name];
      range = {declared.type, std::max(range.second, declared.count)};
    }
  }
}

ptx::Type RegisterMap::type_of(const std::string& name) const {
  const auto single = single_.find(name);
  if (single != single_.end()) {
    return single->second;
  }
  const std::size_t digits = name.find_last_not_of("0123456789") + 1;
  const auto range = ranges_.find(name.substr(0, digits));
  if (range == ranges_.end() || digits == name.size()) {
    return ptx::Type::kNone;
  }
  unsigned number = 0;
  const auto [end, error] =
      std::from_chars(name.data() + digits, name.data() + name.size(), number);
  const bool inside =
      error == std::errc{} && end == name.data() + name.size() && number < range->second.second;
  return inside ? range->second.first : ptx::Type::kNone;
}

Slot RegisterMap::find(const std::string& name) {
  const auto known = slots_.find(name);
  if (known != slots_.end()) {
    return known->second;
  }
  const ptx::Type type = type_of(name);
  if (type == ptx::Type::kNone) {
    return {};
  }
  const Slot slot = type == ptx::Type::kPred ? frame_.predicate() : frame_.lanes(slot_bytes(type));
  slots_.emplace(name, slot);
  return slot;
}

}  // namespace warpschool::sim
