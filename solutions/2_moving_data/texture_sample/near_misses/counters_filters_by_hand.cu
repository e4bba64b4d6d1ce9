// Right, but four fetched texels are weighted by hand, where one fetch brings the filtered value.
// TODO(3)
    const float w = static_cast<float>(cols), h = static_cast<float>(rows);
    const float dx = static_cast<float>(col) + 0.5F - w / 2;
    const float dy = static_cast<float>(row) + 0.5F - h / 2;
    const float x = cosine * dx + sine * dy + w / 2 - 0.5F;
    const float y = cosine * dy - sine * dx + h / 2 - 0.5F;
    const float left = floorf(x), top = floorf(y);
    const auto texel = [&](float right, float down) {
      return tex2D<float>(object, (left + right + 0.5F) / w, (top + down + 0.5F) / h);
    };
    const float above = texel(0, 0) + (x - left) * (texel(1, 0) - texel(0, 0));
    const float below = texel(0, 1) + (x - left) * (texel(1, 1) - texel(0, 1));
    out[row * cols + col] = above + (y - top) * (below - above);
// END TODO(3)
