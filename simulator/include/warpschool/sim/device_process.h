/* The simulated device as a process of its own: what a harness's processes call of the thin runtime
 * (lib/graded/libwarpschool_cudart.so). Found by dlsym(RTLD_DEFAULT, name); absent from the runtime that
 * has its device in the same process, and on a real GPU. docs/DEVICE_PROCESS.md tells how it works.
 *
 * A device belongs to one worker. Whoever starts the worker makes a socket pair (SOCK_SEQPACKET), memory for
 * the lanes and memory that both share, and gives the other end of the socket to the judge, to nobody else.
 */
#ifndef WARPSCHOOL_SIM_DEVICE_PROCESS_H
#define WARPSCHOOL_SIM_DEVICE_PROCESS_H
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

/* How large the memory of the lanes has to be. */
size_t warpschool_device_lane_bytes(void);

/* In a fresh fork: becomes the device (exec). Does not return; exit status 127 if there is no such program. */
void warpschool_device_exec(int control, int lanes, int shared, int output);

/* In the worker, before anything of a submission runs: from now on calls of CUDA go to that device. 0, or -1. */
int warpschool_device_connect(int lanes, int shared);

/* In the worker: a call of the submission begins (0: timed, 1: untimed), ends (2), all of its work is done (3).
 * The device notes the time. Returns a cudaError_t. */
int warpschool_device_mark(int mark);

/* In the worker: `bytes` of the question's inputs, from `offset` on, come to device memory; whether they are still
 * there as they were; bytes of device memory become an output, whose number is given. The values are not the worker's
 * to see, and neither copy is counted. Return a cudaError_t. */
int warpschool_device_take_input(void* device, uint64_t offset, uint64_t bytes);
int warpschool_device_is_input(const void* device, uint64_t offset, uint64_t bytes, int* same);
int warpschool_device_give_output(const void* device, uint64_t bytes, unsigned* index);

/* In the judge: another question begins. `checks`: 1: of races and of unwritten memory, 2: launches take unevenly long
 * (extension.h), 0: neither. `inputs` is a file with the inputs that only the device gets, or -1. 0, or -1 where the
 * device does not answer. */
int warpschool_device_question(int control, int checks, int inputs, uint64_t input_bytes, int patience_ms);

/* In the judge: the report of extension.h since the first call of the question, with a field more,
 *   "calls": {"device": "...", "timed_us": 1.5, "marks": "Tes", "launches_outside": 0,
 *             "moved_outside_bytes": 0,           from device to device, in no call
 *             "input_changed": false,             warpschool_device_is_input has said so
 *             "printed_bytes": 0,                 by kernels
 *             "shared_bytes": 0,                  most memory that worker and device shared at a time, in pages
 *             "written_bytes": 0,                 of it, by kernels and copies, each time they changed some
 *             "copies": {... those within calls ...}}
 * Owned by the library, valid until the next call; NULL where the device does not answer. */
const char* warpschool_device_report(int control, int patience_ms);

/* In the judge: an output of that report. Owned by the library, valid until the next report; NULL: there is none. */
const void* warpschool_device_output(unsigned index, uint64_t* bytes);

#ifdef __cplusplus
}
#endif
#endif
