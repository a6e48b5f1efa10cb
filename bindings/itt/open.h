/* open.h - the tasks and waits that are open on the calling thread. */
#pragma once

#include <stdbool.h>

#include "include/qprof.h"

/* Enter a method on behalf of `owner` (a domain, for example). `owner` is not dereferenced. */
void itt_open(const void *owner, qprof_MethodID method);

/* Leave the newest open method of this owner, and those above it. Return false if there is none; this is counted. */
bool itt_close(const void *owner);
