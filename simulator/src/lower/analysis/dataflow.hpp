// What is known of how values flow through a lowered program. Computed once a kernel; passes read
// it.
#pragma once

#include "lower/analysis/address_values.hpp"
#include "lower/analysis/cfg.hpp"
#include "lower/analysis/def_use.hpp"
#include "lower/analysis/frame_scalar.hpp"
#include "lower/analysis/liveness.hpp"
#include "lower/analysis/pointer_origins.hpp"
#include "lower/analysis/registers.hpp"
#include "lower/program/program.hpp"

namespace warpschool::sim {

struct Dataflow {
  /// @param program must outlive it.
  explicit Dataflow(const Program& program)
      : cfg(program),
        constants(program),
        registers(program, constants),
        liveness(program, cfg),
        scalars(program, constants),
        def_use(program, cfg, liveness, scalars),
        addresses(program, cfg, def_use),
        origins(program, def_use, addresses) {}

  const ControlFlowGraph cfg;
  const Constants constants;
  const Registers registers;
  const Liveness liveness;
  const FrameScalars scalars;
  const DefUse def_use;
  const AddressValues addresses;
  const PointerOrigins origins;
};

}  // namespace warpschool::sim
