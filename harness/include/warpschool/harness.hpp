// Everything an exercise's harness.cpp needs. docs/HARNESS.md explains it on one worked example.
//
// A harness.cpp has two halves in one file. A `run` function is executed by a worker process next
// to the student's code: it moves data to the device, makes the CALL and brings the result back.
// The TEST_CASEs are executed by the judge process, which makes the inputs, knows the expected
// results and never runs student code; ask(), race() and count() carry a run function across.
#pragma once

#include "warpschool/harness/answer.hpp"
#include "warpschool/harness/ask.hpp"
#include "warpschool/harness/catch.hpp"
#include "warpschool/harness/counting.hpp"
#include "warpschool/harness/device_memory.hpp"
#include "warpschool/harness/host_work.hpp"
#include "warpschool/harness/inputs.hpp"
#include "warpschool/harness/matchers.hpp"
#include "warpschool/harness/metrics.hpp"
#include "warpschool/harness/named.hpp"
#include "warpschool/harness/sealed.hpp"
#include "warpschool/harness/student.hpp"
#include "warpschool/harness/timing.hpp"
