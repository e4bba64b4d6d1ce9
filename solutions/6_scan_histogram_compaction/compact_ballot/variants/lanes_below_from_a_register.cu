// The mask of the lanes below comes from a special register.
// TODO(1)
  unsigned lower;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(lower));
  const unsigned mask = __ballot_sync(~0u, keep);
  rank = __popc(mask & lower);
  kept = __popc(mask);
// END TODO(1)
