// Faults as JSON, and the names of their kinds.
#include "warpschool/sim/fault.hpp"

#include "faults/fault_sentences.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace warpschool::sim {
namespace {

using Json = nlohmann::ordered_json;

Json to_array(const Dim3& index) {
  return Json::array({index.x, index.y, index.z});
}

Json to_object(const SourceLocation& where) {
  return {{"file", where.file}, {"line", where.line}, {"column", where.column}};
}

std::string hex(DeviceAddress address) {
  return fmt::format("{:#x}", address);
}

Json to_object(const AllocationRef& allocation) {
  return {{"begin", hex(allocation.begin)},
          {"bytes", allocation.bytes},
          {"name", allocation.name},
          {"qualifier", allocation.qualifier},
          {"origin", allocation.origin},
          {"distance", allocation.distance},
          {"freed_at", allocation.freed_at},
          {"pitch", allocation.pitch},
          {"element_bytes", allocation.element_bytes},
          {"arrays", allocation.arrays}};
}

Json to_object(const WorkName& work) {
  return {{"kernel", work.kernel},
          {"api", work.api},
          {"stream", work.stream},
          {"called_at", to_object(work.called_at)}};
}

Json to_object(const RaceParty& party) {
  Json json = {{"where", to_object(party.where)},
               {"block", to_array(party.block)},
               {"thread", to_array(party.thread)},
               {"is_write", party.is_write},
               {"is_atomic", party.is_atomic},
               {"is_next_turn", party.is_next_turn},
               {"is_upper_called", party.is_upper_called},
               {"has_warps_only", party.has_warps_only},
               {"left_out", to_object(party.left_out)},
               {"work", nullptr},
               {"own_work", nullptr}};
  if (!party.is_thread_known) {
    json["thread"] = nullptr;
  }
  if (party.work) {
    json["block"] = json["thread"] = nullptr;
    json["work"] = to_object(party.work->other);
    json["own_work"] = to_object(party.work->own);
  }
  return json;
}

Json to_object(const FaultCause& cause) {
  if (std::holds_alternative<std::monostate>(cause)) {
    return nullptr;
  }
  Json json = {{"name", to_string(cause)}};
  if (const auto* pointer = std::get_if<HostPointerCause>(&cause)) {
    json["variable"] = pointer->variable;
  } else if (const auto* unset = std::get_if<UninitialisedCause>(&cause)) {
    json["variable"] = unset->variable;
  } else if (const auto* mask = std::get_if<LaneMaskCause>(&cause)) {
    json["lane"] = mask->lane;
    json["used_at_line"] = mask->used_at_line;
  } else if (const auto* barrier = std::get_if<BarrierCause>(&cause)) {
    json["thread"] = to_array(barrier->thread);
    json["condition"] = to_object(barrier->condition);
    json["other"] = to_object(barrier->other);
  } else if (const auto* deadlock = std::get_if<DeadlockCause>(&cause)) {
    if (deadlock->what == DeadlockCause::What::kLockIsKept) {
      json["block"] = to_array(deadlock->block);
      json["thread"] = to_array(deadlock->thread);
      json["taken_at"] = to_object(deadlock->taken_at);
      json["has_ended"] = deadlock->has_ended;
    } else if (deadlock->what == DeadlockCause::What::kBlocksNotResident) {
      json["resident"] = deadlock->resident;
    } else if (deadlock->what == DeadlockCause::What::kEndlessLoop) {
      json["reads_anew"] = deadlock->reads_anew;
    }
  }
  return json;
}

}  // namespace

const char* to_string(Space space) {
  switch (space) {
    case Space::kGeneric:
      return "generic";
    case Space::kGlobal:
      return "global";
    case Space::kShared:
      return "shared";
    case Space::kLocal:
      return "local";
    case Space::kConst:
      return "const";
    case Space::kParam:
      return "param";
    case Space::kReg:
      return "reg";
    case Space::kSpecial:
      return "special";
    case Space::kTexture:
      return "texture";
  }
  return "";
}

std::string to_json(const Fault& fault) {
  Json json = {{"kind", to_string(fault.kind)},
               {"kernel", fault.kernel},
               {"where", to_object(fault.where)},
               {"block", to_array(fault.block)},
               {"thread", to_array(fault.thread)},
               {"grid_dim", to_array(fault.grid_dim)},
               {"block_dim", to_array(fault.block_dim)},
               {"thread_count", fault.thread_count},
               {"space", to_string(fault.space)},
               {"address", hex(fault.address)},
               {"access_bytes", fault.access_bytes},
               {"is_write", fault.is_write},
               {"is_atomic", fault.is_atomic},
               {"allocation", nullptr},
               {"other", nullptr},
               {"waiting_at", Json::array()},
               {"guard", fault.guard ? to_object(fault.guard->where) : Json(nullptr)},
               {"cause", to_object(fault.cause)},
               {"detail", fault.detail}};
  if (fault.allocation) {
    json["allocation"] = to_object(*fault.allocation);
    const std::optional<std::int64_t> element = sentences::element(fault);
    json["allocation"]["element"] = element ? Json(*element) : Json(nullptr);
  }
  if (fault.other) {
    json["other"] = to_object(*fault.other);
  }
  for (const SourceLocation& where : fault.waiting_at) {
    json["waiting_at"].push_back(to_object(where));
  }
  // Guests choose some of these strings: bytes that are not UTF-8 must not throw.
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace warpschool::sim
