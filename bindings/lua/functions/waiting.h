/* waiting.h - functions written in C that are known to wait: their time is waiting, and no running time. */
#ifndef QLUA_WAITING_H
#define QLUA_WAITING_H

#include <stdbool.h>

/* Whether one that a report names so waits. */
bool qlua_waiting_is_known(const char *name);

#endif
