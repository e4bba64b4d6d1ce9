// Tries: templates that instantiate each other without end.
// May get: nothing
template <int N>
struct Deeper {
  static constexpr int value = Deeper<N + 1>::value + Deeper<N + 2>::value;
};
int deepest = Deeper<0>::value;
