// Results as JSON: whole in the store, without what may differ from run to run in grades.json.
#pragma once

#include "result/class_result.hpp"

#include <nlohmann/json.hpp>

namespace warpschool::grader {

/// Keys in the order in which they are written, so that equal results are equal bytes.
using Json = nlohmann::ordered_json;

/// Everything; from_stored() is the inverse.
Json to_stored(const ExerciseResult& result);
ExerciseResult from_stored(const Json& stored);

/// What grades.json publishes of one student's exercise (docs/formats.md).
Json to_published(const ExerciseResult& result);

/// {"won": 6, "possible": 10}
Json to_json(const Score& score);
Score score_from(const Json& json);

/// A number without needless digits: 3 instead of 3.0.
Json number(double value);

}  // namespace warpschool::grader
