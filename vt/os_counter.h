/* os_counter.h - counters of the operating system: cpu_usr, cpu_sys, cpu_idle, disk_io and net_io of class OS.
 *
 * They are off unless a COUNTER rule enables them, belong to the host, and are read from /proc when due
 * (core/log/sampler.h). */
#pragma once

#include <stdint.h>

/* Define the counters that filter.h enables, and read them once per period. Before the run begins. */
void vt_os_counter_begin(uint64_t period_ns);
