/* waiting.h - list of C functions known to wait: their time is waiting, not running time. */
#ifndef QLUA_WAITING_H
#define QLUA_WAITING_H

#include <stdbool.h>

/* Return whether a function with this name in reports waits. */
bool qlua_waiting_is_known(const char *name);

#endif
