// Never compiled: bin/fake_judge says what these checks found.
TEST_CASE("a letter", "[task 1][correctness]") {}
TEST_CASE("another letter", "[task 1][correctness]") {}
TEST_CASE("quick enough", "[task 1][timing]") {}
