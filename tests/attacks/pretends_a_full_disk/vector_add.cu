// Tries: a message that looks as if the machine had no room, so that the failure is the machine's.
// May get: nothing
#line 1 "/usr/bin/ld"
#error final link failed: No space left on device
