/* os_counter.h - counters of the operating system: cpu_usr, cpu_sys, cpu_idle, disk_io and net_io of class OS.
 *
 * Only counters that a COUNTER rule of the configuration enables are recorded. Their values are those of the whole
 * host. They are read from /proc once per sampling period (core/log/sampler.h). */
#pragma once

#include <stdint.h>

/* Define the enabled counters (filter.h), and have them read once per period. Call this before the run begins. */
void vt_os_counter_begin(uint64_t period_ns);
