// A pitch of kTile + 2 leaves two lanes in each bank.
// TODO(3)
constexpr unsigned kPitch = kTile + 2;
// END TODO(3)
