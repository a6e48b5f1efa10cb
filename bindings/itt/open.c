#include "bindings/itt/open.h"

#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "bindings/kit/library.h"
#include "bindings/kit/strings.h"

struct opened {
    const void *owner;
    enum itt_kind kind;
    qprof_MethodID method;
};

static _Thread_local struct opened *opened
    __attribute__((tls_model("initial-exec"))); /* freed at the end of the thread */
static _Thread_local size_t count __attribute__((tls_model("initial-exec")));
static pthread_key_t at_end;

static unsigned long unmatched[ITT_KINDS];

/* Later destructors of this thread may report more. */
static void forget(void *memory)
{
    free(memory);
    opened = NULL;
    count = 0;
}

static void make_key(void)
{
    pthread_key_create(&at_end, forget);
}

static void *more(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    struct opened *grown = kit_array_more(opened, count, sizeof *opened);
    if (grown && grown != opened) {
        pthread_once(&once, make_key);
        pthread_setspecific(at_end, grown);
        opened = grown;
    }
    return grown;
}

void itt_open(enum itt_kind kind, const void *owner, qprof_MethodID method)
{
    if (!more())
        return;
    if (method) /* 0 = out of memory */
        kit_library.qii.enter_method(method);
    opened[count++] = (struct opened){owner, kind, method};
}

bool itt_close(enum itt_kind kind, const void *owner)
{
    size_t at = count;
    while (at > 0 && (opened[at - 1].owner != owner || opened[at - 1].kind != kind))
        at--;
    if (at == 0)
        return false;
    if (opened[at - 1].method)
        kit_library.qii.leave_method(opened[at - 1].method);
    count = at - 1;
    return true;
}

bool itt_is_newest(enum itt_kind kind, const void *owner)
{
    return count > 0 && opened[count - 1].owner == owner && opened[count - 1].kind == kind;
}

void itt_count_unmatched(enum itt_kind kind)
{
    __atomic_add_fetch(&unmatched[kind], 1, __ATOMIC_RELAXED);
}

void itt_open_finish(void)
{
    static const char *const names[ITT_KINDS] = {"tasks", "frames", "events", "waits", "overlapped tasks or regions"};
    for (int kind = 0; kind < ITT_KINDS; kind++) {
        char text[100];
        snprintf(text, sizeof text, "ITT: %lu ends of %s that had not begun", unmatched[kind], names[kind]);
        if (unmatched[kind])
            kit_library.qii.add_annotation(text);
    }
}
