// says: half a texel further
// TODO(3)
    const float center_x = cols * 0.5f;
    const float center_y = rows * 0.5f;
    const float dx = col - center_x;
    const float dy = row - center_y;
    const float x = center_x + cosine * dx + sine * dy;
    const float y = center_y + cosine * dy - sine * dx;
    out[row * cols + col] = tex2D<float>(object, x / cols, y / rows);
// END TODO(3)
