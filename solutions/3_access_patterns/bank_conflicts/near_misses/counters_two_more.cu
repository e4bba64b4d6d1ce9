// Right, but still even: pairs of lanes meet.
// TODO(1)
constexpr unsigned kFloatPitch = kFloatCols + 2;
// END TODO(1)
