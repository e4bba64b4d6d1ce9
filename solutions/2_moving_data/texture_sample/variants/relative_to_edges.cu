// The same place, computed from normalised distances.
// TODO(3)
    const float dx = static_cast<float>(col) - 0.5f * static_cast<float>(cols - 1);
    const float dy = static_cast<float>(row) - 0.5f * static_cast<float>(rows - 1);
    const float u = fmaf(cosine, dx, sine * dy) / static_cast<float>(cols) + 0.5f;
    const float v = fmaf(cosine, dy, -sine * dx) / static_cast<float>(rows) + 0.5f;
    out[row * cols + col] = tex2D<float>(object, u, v);
// END TODO(3)
