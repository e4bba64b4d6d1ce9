// Right, but 24 and 32 have the factor 8 in common: 8 lanes meet in each bank.
// TODO(1)
constexpr unsigned kFloatPitch = kFloatCols;
// END TODO(1)
