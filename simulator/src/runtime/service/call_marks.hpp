// What the device itself knows of the harness's calls of a submission: where each began and ended,
// how long it took, and what happened outside of them.
#pragma once

#include "runtime/wire/messages.hpp"

#include <cuda_runtime_api.h>

#include <cstdint>
#include <string>

namespace warpschool::sim::runtime::service {

/// A mark of the program. Events go onto the modelled clock as the harness's own would; the error
/// is that of recording one.
cudaError_t note_mark(wire::Mark mark);
/// Another question begins: nothing is known yet.
void begin_question();
/// As a part of the report: a JSON object.
std::string calls_json();
/// A copy that the judge asked for, wherever it came: it is none of the program's.
void note_sealed_copy(bool to_device, std::uint64_t bytes);
/// A call of the program has begun, and it has not said that it ended.
bool is_in_call();
/// What no harness does; the first counts.
void note_irregular(const char* what);
/// The program was told that it has changed an input of the judge's.
void note_input_changed();
/// The runtime's report was taken: its counts begin anew.
void note_report_taken();

}  // namespace warpschool::sim::runtime::service
