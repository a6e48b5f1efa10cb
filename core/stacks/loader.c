#include "core/stacks/loader.h"

#include "base/atomic.h"
#include "core/store/process.h"
#include "core/thread/occupy.h"

#define FREE 1u
#define HELD 2u

/* Number of threads that are inside the loader or libunwind. A forked child inherits the number from its parent. */
static uint32_t inside;
static _Thread_local bool own;

/* Return true if the locks can be taken. Each process checks this once. A forked child checks while it still has
 * only one thread. */
static bool is_free(void)
{
    uint32_t known = qp_load_acquire(&qp_process->loader);
    uint32_t found = qp_load_relaxed(&inside) == 0 ? FREE : HELD;
    if (known == 0 &&
        __atomic_compare_exchange_n(&qp_process->loader, &known, found, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        known = found;
    return known != HELD;
}

bool qp_loader_enter(void)
{
    if (own || qp_cold_is_held() || !is_free())
        return false;
    qp_occupy_begin();
    own = true;
    qp_add_relaxed(&inside, 1);
    return true;
}

void qp_loader_leave(void)
{
    qp_add_relaxed(&inside, -1u);
    own = false;
    qp_occupy_end();
}
