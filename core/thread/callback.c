#include "core/thread/callback.h"

#include "base/memory.h"

/* List of all records. Most programs have a few; a program that creates many virtual machines may have one for each
 * virtual machine. */
static struct qp_callback *known;

const struct qp_callback *qp_callback_keep(const struct qp_callback *wanted)
{
    for (const struct qp_callback *it = known; it; it = it->next)
        if (it->plain == wanted->plain && it->with_user == wanted->with_user && it->user == wanted->user)
            return it;
    struct qp_callback *made = qp_memory_keep(sizeof *made);
    if (!made)
        return NULL;
    *made = *wanted;
    made->next = known;
    known = made;
    return made;
}
