// The interface of exercise coalescing.
#pragma once

#include <cstddef>

/// What a weather model knows about a cell of air: 8 fields, 32 bytes.
struct Cell {
  float temperature, pressure, humidity, cloud, rain, wind_x, wind_y, wind_z;
};

/// Number of fields; field 0 is the temperature, field 7 wind_z.
constexpr unsigned kFields = 8;

/// Where a field is kept in an array of floats: that of cell i is element first + i * step.
struct Place {
  std::size_t first, step;
};

extern "C" {

/// Adds `by` to the temperature of every cell; all other fields stay as they are.
///
/// cells is device memory of n structs, owned by the caller. n may be 0. The call launches the work
/// and returns; the caller synchronises.
void warm_structs(Cell* cells, std::size_t n, float by);

/// Chooses how n cells are kept in one array of floats: fills places[0] to places[kFields - 1], in
/// host memory. No two fields or cells share an element, and all lie below kFields * m, where m is
/// n rounded up to a multiple of 32: so there is room for each field to begin where a warp's 128
/// bytes may, at whole sectors, whatever n is. A layout need not use it.
void choose_layout(std::size_t n, Place* places);

/// The same as warm_structs for cells that are kept as choose_layout says.
///
/// state is device memory of kFields * m floats, owned by the caller and aligned to 256 bytes.
void warm(float* state, std::size_t n, float by);
}
