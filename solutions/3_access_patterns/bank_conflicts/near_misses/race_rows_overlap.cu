// Odd, but shorter than a row: the last element of a row is overwritten by the first of the next.
// TODO(1)
constexpr unsigned kFloatPitch = kFloatCols - 1;
// END TODO(1)
