// says: Task 3: each share knows what lies before it
// says: Each share's own count is in its place, too
// TODO(3)
  for (unsigned w = 0; w <= grid_warp(); ++w) {
    before += counts[w];
  }
  __syncthreads();
// END TODO(3)
