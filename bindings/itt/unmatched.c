#include "bindings/itt/unmatched.h"

#include <stdio.h>

#include "bindings/kit/library.h"

static unsigned long unmatched[ITT_KINDS];

void itt_close(enum itt_kind kind, uint64_t owner)
{
    if (!native_close(kind, owner))
        itt_count_unmatched(kind);
}

void itt_count_unmatched(enum itt_kind kind)
{
    __atomic_add_fetch(&unmatched[kind], 1, __ATOMIC_RELAXED);
}

void itt_unmatched_finish(void)
{
    static const char *const names[ITT_KINDS] = {"tasks", "frames", "events", "waits", "overlapped tasks or regions"};
    for (int kind = 0; kind < ITT_KINDS; kind++) {
        char text[100];
        snprintf(text, sizeof text, "ITT: %lu ends of %s that had not begun", unmatched[kind], names[kind]);
        if (unmatched[kind])
            kit_library.qii.add_annotation(text);
    }
}
