// Tries: a message that looks as if the machine had no memory.
// May get: nothing
#line 1 "clang"
#error unable to execute command: Cannot allocate memory
