// Right, but the first lane of each row of a block fetches for all 32.
// TODO(3)
    const float center_x = cols * 0.5f, center_y = rows * 0.5f;
    const std::size_t end = col + kWidth < cols ? col + kWidth : cols;
    for (std::size_t c = col; threadIdx.x == 0 && c < end; ++c) {
      const float dx = c + 0.5f - center_x, dy = row + 0.5f - center_y;
      const float x = center_x + cosine * dx + sine * dy;
      const float y = center_y + cosine * dy - sine * dx;
      out[row * cols + c] = tex2D<float>(object, x / cols, y / rows);
    }
// END TODO(3)
