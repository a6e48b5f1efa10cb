/* sample.h - the profile with which every report and exporter is tested. After each function name are the function's
 * calls and its self time in ns:
 *
 *   libqprof, thread 1 "main"          phase 0                     phase 1 "warm"
 *     main 1 5,000                                                 main 0 1,000
 *       Math.fib 2 40,000                                            Math.fib 1 10,000
 *         Math.fib 6 20,000
 *           Math.fib 8 4,000
 *       read 3 900,000 (blocks)
 *       tail 1 2,000                   replaced a frame of main
 *         bad\xffname 1 700
 *       cycles 1 3,000 (uncounted, 512 cycles)
 *       qprof_GarbageCollector 1 8,000
 *     outside 100
 *   thread 2 "worker"
 *     main 1 30,000 / 0xdeadbeef 2 6,000
 *   group "producer" of main, on thread 1:
 *     producer 2 11,000, blocked 50,000, waiting 7,000, runnable 2,000, woken 3 times by bad
 *     virtual thread 0x4000 lived from 100,000 to 148,500; 0x5000 lives since 200,000 and waits since 221,500
 *   thread 1 also has: paused 20,000, callbacks 400, scheduler 1,500, idle 3,000
 *   hidden: main 1000 999,999
 *   libvt, thread 1: Solver:Step 2 70,000 > Application:io 1 30,000; thread 2: Solver:Step 1 5,000; with a log
 *     (sample_trace.c): each kind of event, a gap of overwritten blocks, lost events, a long pause
 *   counters (sample_counters.c): Solver:error of the process, with an odd name of each thread, Solver:bytes of a group
 *   locations (sample_locations.c):
 *     1: src/heat.c:42
 *     2: two addresses in a missing library and one in no module, below libqprof's bad, tail and main
 *     3: a line of the file with the odd name
 *     4: an exact address
 *   libcprof, thread 1: src/main.lua and "dir with space/ä & <b>.lua" with lines, branches and an excluded line
 *
 * The run takes 1.5 ms. Its overhead is 0, so reports show exactly the numbers above. */
#pragma once

#include "tests/support/builder.h"

#define SAMPLE_ODD_FILE "dir with space/\xc3\xa4 & <b>.lua"

void sample_build(struct builder *builder);

/* Add libvt's part of the sample. `first` and `second` are references of the two threads. */
void sample_trace(struct builder *builder, uint32_t first, uint32_t second);

/* SAMPLE_COUNTERS has the upper bits of a counter's handle; an event in the log has only the lower bits.
 * sample_counters adds the counters. */
#define SAMPLE_COUNTERS 0x20000000u
void sample_counters(struct builder *builder, uint32_t first, uint32_t second);

/* Add the source locations. `node` is the node that an interpreter was in. */
void sample_locations(struct builder *builder, uint32_t node);
