// The interface of exercise pitched_rows.
#pragma once

#include <cstddef>

extern "C" {

/// Returns new device memory that holds a copy of the rows x cols floats at host, each row at a
/// distance of *pitch bytes from the one before, and sets *pitch. The caller owns the memory.
///
/// host is host memory, row-major without gaps, and only read. *pitch is a multiple of 128, so that
/// every row begins at an aligned address. rows and cols are at least 1.
float* upload_rows(const float* host, std::size_t rows, std::size_t cols, std::size_t* pitch);

/// Copies such an image back to host, row-major without gaps. The memory stays the caller's.
void download_rows(const float* image, std::size_t pitch, float* host, std::size_t rows,
                   std::size_t cols);

/// out[row] = element `col` of every row of such an image.
///
/// image and out are device memory; any pitch that is a multiple of 4 will do. The call launches
/// the work and returns; the caller synchronises.
void copy_column(float* image, std::size_t pitch, std::size_t rows, std::size_t col, float* out);

/// image[row * cols + col] *= gain[row], computed on the device in rows with a pitch.
///
/// image (rows x cols, row-major without gaps) and gain (rows) are host memory owned by the caller;
/// gain is only read. When the call returns, the result stands in image and no device memory of
/// this call is left. rows and cols may be 0.
void scale_rows(float* image, const float* gain, std::size_t rows, std::size_t cols);
}
