/* filter.h - functions that the patterns of --filter and --exclude exclude from the recording.
 *
 * A pattern (bindings/kit/filter.h) is compared with the function's name, its source file, and the file name of its
 * program or library. An excluded function's time is its caller's. */
#pragma once

#include <stdbool.h>

#include "bindings/kit/settings.h"

extern bool native_filters; /* true if there are patterns; does not change once the recorder has started */

/* Copy the patterns from the settings. */
void native_filter_begin(const struct kit_settings *settings);

bool native_filter_finds_excluded(const void *function);

/* Return whether the function is excluded. Any thread may call this. The first call for a function looks up its name;
 * later ones cost a hash look-up. */
static inline bool native_filter_excludes(const void *function)
{
    return native_filters && native_filter_finds_excluded(function);
}

/* Forget all results, since other code may be at the same addresses from now on. */
void native_filter_forget(void);
