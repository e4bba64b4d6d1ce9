/* What the simulated CUDA runtime offers beyond CUDA's API: reports about the launches of this process.
 *
 * A C interface, found by dlsym(RTLD_DEFAULT, name), so that a program need not know whether it runs on the simulator or
 * on a real GPU (there the symbols are absent). All strings are UTF-8 JSON, owned by the library, valid until the
 * next call of the same function from the same thread.
 */
#ifndef WARPSCHOOL_SIM_EXTENSION_H
#define WARPSCHOOL_SIM_EXTENSION_H
#ifdef __cplusplus
extern "C" {
#endif

/* Takes (and forgets) everything since the last call:
 *   {"launches": [{"kernel": "name", "grid": [x,y,z], "block": [x,y,z], "counters": {...}, "time_us": 1.5,
 *                  "limiter": "dram"}],
 *    "faults":   [{... as sim::to_json(Fault) ..., "text": "the explanation in plain words"}],
 *    "copies":   {"host_to_device": n, "device_to_host": n, "bytes": n, "device_to_host_bytes": n},
 *    "notes":    ["why an API call was refused", ...],
 *    "unset_reads": ["which kernel read managed memory that nobody had set", ...],
 *    "lane_notes": [{"line": n, "text": "which warp function names lanes that are not there"}, ...],  once of a line;
 *                                                                  texture objects that outlived their array as well
 *    "allocations": [{"bytes": n, "origin": "x.cu:31"}],           what is not released yet,
 *                                                                  texture objects too
 *    "host_memory": {"bytes": n, "largest": "x.cu:31"},            pinned, mapped, managed and registered memory that was
 *                                                                  there, released or not; where most of it was made, or
 *                                                                  the name of a variable
 *    "allocated": {"device": n, "managed": n, "pinned": n},        how many calls allocated
 *    "timeline": [{"what": "kernel", "name": "add", "stream": 0, "begin_us": 0.0, "end_us": 2.5, "bytes": 0}]} */
const char* warpschool_sim_take_report(void);

/* {"simulator": "0.1.0", "device": "NVIDIA H200 (simulated)", "profile": "h200"} */
const char* warpschool_sim_identity(void);

/* Names of checks to switch: "races", "uninitialised", "barriers", "counters"; or "uneven_launches": every fifth takes six
 * times its time. Returns 0, or -1 for an unknown name. */
int warpschool_sim_set_option(const char* name, int on);

/* Empties the L2 cache, as who measures on a GPU overwrites it there: without this a launch finds what earlier ones, copies
 * and fills left. */
void warpschool_sim_cool_l2(void);

/* How often the host waited for work that was not done yet, since the program began: in synchronisations, in copies and
 * frees that return when all is done. 0 where the device is a process of its own, which counts it for the judge. */
unsigned long long warpschool_sim_host_waits(void);

/* The call of the API after `calls` more of them calls `reached` first, in the thread that makes it: the program may be in
 * a loop that does not end. A number of calls is the same on every machine, a time is not. Calling this again begins anew.
 * `call`: where that call returns to, of a launch where its <<<>>> does; NULL: unknown. */
void warpschool_sim_limit_calls(unsigned long long calls, void (*reached)(const void* call));

#ifdef __cplusplus
}
#endif
#endif
