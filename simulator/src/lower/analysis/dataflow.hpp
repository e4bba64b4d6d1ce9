// What is known of how values flow through a lowered program. Computed once a kernel; passes read
// it.
#pragma once

#include "lower/analysis/address_values.hpp"
#include "lower/analysis/cfg.hpp"
#include "lower/analysis/def_use.hpp"
#include "lower/analysis/pointer_origins.hpp"
#include "lower/program/program.hpp"

namespace warpschool::sim {

struct Dataflow {
  explicit Dataflow(const Program& program)
      : cfg(program),
        def_use(program, cfg),
        addresses(program, cfg, def_use),
        origins(program, def_use, addresses) {}

  const ControlFlowGraph cfg;
  const DefUse def_use;
  const AddressValues addresses;
  const PointerOrigins origins;
};

}  // namespace warpschool::sim
