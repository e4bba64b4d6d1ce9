// Four floats of a row of a are put beside each other, as they came.
// TODO(1)
  *reinterpret_cast<float4*>(&stage.a[threadIdx.x / 32][threadIdx.x % 32 * 4]) = of_a;
  *reinterpret_cast<float4*>(&stage.b[b_row()][b_col()]) = of_b;
// END TODO(1)
