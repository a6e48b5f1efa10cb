/* switches.h - native methods of java.lang.QiiVirtualThreads, which report to the library that a virtual thread is
 * created, mounted on the calling carrier, unmounted, woken and ended. */
#pragma once

#include <stdbool.h>

/* Return whether a virtual thread is mounted on the calling system thread. */
bool qjvm_switches_is_mounted(void);
