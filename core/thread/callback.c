#include "core/thread/callback.h"

#include "base/memory.h"

/* List of one record per function and pointer. Most programs have a few; one that creates virtual machines may have one
 * for each of them. */
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
