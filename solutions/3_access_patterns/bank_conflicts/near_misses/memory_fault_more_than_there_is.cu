// 33 is the pitch for rows of 32: no conflicts, but more memory than the tile may have.
// TODO(1)
constexpr unsigned kFloatPitch = 33;
// END TODO(1)
