// says: crashed at line
// says: an integer division by zero in host code
// TODO(2)
  volatile std::size_t none = 0;
  const auto blocks = static_cast<unsigned>(n / none);
// END TODO(2)
