// All lanes of a warp read from the same bank: right, but 32 passes for each read of a column.
// TODO(3)
constexpr unsigned kPitch = kTile;
// END TODO(3)
