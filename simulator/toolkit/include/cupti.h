/* CUPTI is not part of the simulator; said here so that no other copy of the header is taken for it. */
#error "CUPTI (cupti.h) is not part of the simulator. Time kernels with events; WARPSCHOOL_REPORT_FILE gives their counters."
