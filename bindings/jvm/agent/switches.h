/* switches.h - what java.lang.QiiVirtualThreads calls: the library is told that a virtual thread is made, runs on the
 * calling carrier, leaves it, is woken and over. */
#ifndef QJVM_SWITCHES_H
#define QJVM_SWITCHES_H

#include <stdbool.h>

/* Whether a virtual thread runs on the calling system thread. */
bool qjvm_switches_is_mounted(void);

#endif
