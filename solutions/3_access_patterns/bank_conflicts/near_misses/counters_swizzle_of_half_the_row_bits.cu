// Right, but 16 different permutations for 32 rows: rows 16 apart have the same.
// TODO(3)
  index = row * 32 + (col ^ (row & 15));
// END TODO(3)
