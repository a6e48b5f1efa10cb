/* clock.h - the clock of ITT's time stamps. */
#pragma once

#include <stdint.h>

/* Return the time in nanoseconds. Programs pass it back in events that they report later. */
uint64_t itt_now(void);
