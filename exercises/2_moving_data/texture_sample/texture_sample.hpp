// The interface of exercise texture_sample.
#pragma once

#include <cstddef>

struct Texture;  // an image on the device, and how to read it

extern "C" {

/// Returns a new texture of the rows x cols floats at image. Coordinates are normalised: u = 0 is
/// the left edge of the first column, u = 1 the right edge of the last one, v the same for rows.
/// Between the centres of texels it is filtered bilinearly. Beyond the edges the image is repeated
/// if wrap is true; else the texels at the edge go on for ever.
///
/// image is host memory, row-major, owned by the caller and only read. rows and cols are at least
/// 1. The caller owns the texture.
Texture* texture_create(const float* image, std::size_t rows, std::size_t cols, bool wrap);

/// Gives back all that texture_create has made.
void texture_destroy(Texture* texture);

/// Copies the texels, as they are, to host memory of rows x cols floats.
void texture_read(const Texture* texture, float* image, std::size_t rows, std::size_t cols);

/// out[k] = the texture at (u[k], v[k]) for every k < count.
///
/// u, v and out are device memory owned by the caller. The call launches the work and returns, as
/// the next one does; the caller synchronises.
void texture_sample(const Texture* texture, const float* u, const float* v, float* out,
                    std::size_t count);

/// Rotates the image about its centre. out has the shape of the image, rows x cols. The centre of
/// its element [row][col] lies at distance (dx, dy) from the centre of the image,
///
///     dx = col + 1/2 - cols / 2,  dy = row + 1/2 - rows / 2     (in texels)
///
/// and its value is that of the image at distance
///
///     (cos(angle) * dx + sin(angle) * dy, cos(angle) * dy - sin(angle) * dx)
///
/// from there. out is device memory owned by the caller.
void texture_rotate(const Texture* texture, float angle, float* out, std::size_t rows,
                    std::size_t cols);
}
