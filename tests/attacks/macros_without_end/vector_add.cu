// Tries: to have the preprocessor write 10^11 words.
// May get: nothing
#include "vector_add.hpp"

#define X0 x x x x x x x x x x
#define X1 X0 X0 X0 X0 X0 X0 X0 X0 X0 X0
#define X2 X1 X1 X1 X1 X1 X1 X1 X1 X1 X1
#define X3 X2 X2 X2 X2 X2 X2 X2 X2 X2 X2
#define X4 X3 X3 X3 X3 X3 X3 X3 X3 X3 X3
#define X5 X4 X4 X4 X4 X4 X4 X4 X4 X4 X4
#define X6 X5 X5 X5 X5 X5 X5 X5 X5 X5 X5
#define X7 X6 X6 X6 X6 X6 X6 X6 X6 X6 X6
#define X8 X7 X7 X7 X7 X7 X7 X7 X7 X7 X7
#define X9 X8 X8 X8 X8 X8 X8 X8 X8 X8 X8
#define X10 X9 X9 X9 X9 X9 X9 X9 X9 X9 X9
#define TEXT(words) #words
#define TEXT_OF(macro) TEXT(macro)

extern "C" const char* const kText = TEXT_OF(X10);
extern "C" void vector_add(const float*, const float*, float*, std::size_t) {}
