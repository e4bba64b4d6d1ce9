// The largest odd pitches that fit, and each row rotated by its number.
// TODO(1)
constexpr unsigned kFloatPitch = 27;
// END TODO(1)
// TODO(2)
constexpr unsigned kDoublePitch = 19;
// END TODO(2)
// TODO(3)
  index = row * 32 + (col + row) % 32;
// END TODO(3)
