// Right, but a pitch of 18 doubles is 36 words: lanes 8 apart meet, even though lanes of another half do not count.
// TODO(2)
constexpr unsigned kDoublePitch = kDoubleCols + 2;
// END TODO(2)
