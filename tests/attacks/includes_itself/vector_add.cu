// Tries: to include itself without end.
// May get: nothing
#include __FILE__
#include __FILE__
