// Catch2's main for the project's own test programs. Compiled once: with Catch2 2.13 it takes 11 s.
#if !__has_include(<catch2/catch_all.hpp>)
#  define CATCH_CONFIG_MAIN
#  include <catch2/catch.hpp>
#endif
