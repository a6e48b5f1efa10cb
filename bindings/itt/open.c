#include "bindings/itt/open.h"

#include <stddef.h>

#include "bindings/kit/library.h"

enum { ROOM = 128 }; /* deeper calls are entered, but closed with the one below them */

struct opened {
    const void *owner;
    qprof_MethodID method;
};

static _Thread_local struct opened opened[ROOM];
static _Thread_local size_t count;

void itt_open(const void *owner, qprof_MethodID method)
{
    kit_library.qii.enter_method(method);
    if (count < ROOM)
        opened[count] = (struct opened){owner, method};
    count++;
}

bool itt_close(const void *owner)
{
    size_t at = count;
    while (at > 0 && (at > ROOM || opened[at - 1].owner != owner))
        at--;
    if (at == 0)
        return false;
    kit_library.qii.leave_method(opened[at - 1].method);
    count = at - 1;
    return true;
}
