#include "core/store/process.h"

#include "base/memory.h"

/* State of a process before qp_process_init. In glibc and musl, a mutex whose bytes are all 0 is unlocked. */
static struct qp_process nothing;
struct qp_process *qp_process = &nothing;

__attribute__((constructor)) int qp_process_init(void)
{
    if (qp_process != &nothing)
        return 0;
    struct qp_process *wiped = qp_memory_wiped(sizeof *wiped);
    if (!wiped)
        return -1;
    qp_process = wiped;
    return 0;
}
