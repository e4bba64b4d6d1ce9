// Memory that frees itself at the end of the function.
// TODO(3)
  struct Owner {
    float* at;
    ~Owner() { cudaFree(at); }
  };
  const Owner ys{upload(y, n)}, xs{upload(x, n)};
  launch_add(ys.at, xs.at, n);
  download(ys.at, y, n);
// END TODO(3)
// TODO(4)
// END TODO(4)
