// Rotates normalised coordinates: right for square images only.
// TODO(3)
    const float dx = (col + 0.5f) / cols - 0.5f;
    const float dy = (row + 0.5f) / rows - 0.5f;
    const float u = 0.5f + cosine * dx + sine * dy;
    const float v = 0.5f + cosine * dy - sine * dx;
    out[row * cols + col] = tex2D<float>(object, u, v);
// END TODO(3)
