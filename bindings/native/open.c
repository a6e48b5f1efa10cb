#include "bindings/native/open.h"

#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

#include "bindings/kit/library.h"
#include "bindings/kit/strings.h"

struct opened {
    unsigned kind;
    bool overlaps;
    uint64_t owner;
    qprof_MethodID method; /* 0 = none, after a failed allocation */
};

static _Thread_local struct opened *opened
    __attribute__((tls_model("initial-exec"))); /* freed at the end of the thread */
static _Thread_local size_t count __attribute__((tls_model("initial-exec")));
static _Thread_local size_t room __attribute__((tls_model("initial-exec"))); /* at least as many calls fit */
static pthread_key_t at_end;

/* Later destructors of this thread may report more. */
static void forget(void *memory)
{
    free(memory);
    opened = NULL;
    count = room = 0;
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
    if (grown)
        room = count + 1;
    return grown;
}

void native_open(unsigned kind, uint64_t owner, qprof_MethodID method, bool overlaps)
{
    if (count == room && !more()) /* realloc for each task would take 120 of 420 instructions */
        return;
    if (method)
        kit_library.qii.enter_method(method);
    opened[count++] = (struct opened){kind, overlaps, owner, method};
}

bool native_is_newest(unsigned kind, uint64_t owner)
{
    return count > 0 && opened[count - 1].owner == owner && opened[count - 1].kind == kind;
}

/* Leave the methods from the newest on, since one method may be open several times. Those that stay open are entered
 * again, without counting a call. */
static void close_at(size_t at)
{
    size_t end = count;
    bool all_stay = opened[at].overlaps;
    for (size_t i = end; i-- > at;)
        if (opened[i].method)
            kit_library.qii.leave_method(opened[i].method);
    count = at;
    for (size_t i = at + 1; i < end; i++) {
        if (!all_stay && !opened[i].overlaps)
            continue;
        if (opened[i].method)
            kit_library.qii.follow_method(opened[i].method);
        opened[count++] = opened[i];
    }
}

bool native_close(unsigned kind, uint64_t owner)
{
    if (native_is_newest(kind, owner)) {
        if (opened[--count].method)
            kit_library.qii.leave_method(opened[count].method);
        return true;
    }
    size_t at = count;
    while (at > 0 && (opened[at - 1].owner != owner || opened[at - 1].kind != kind))
        at--;
    if (at > 0)
        close_at(at - 1);
    return at > 0;
}
