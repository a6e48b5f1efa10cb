#include "format/lost_pages.h"

#include "base/atomic.h"

#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

static uint64_t lost;

/* Map a page of zeros in place of the lost page. When the handler returns, the processor repeats the access and
 * finds the new page. In practice, mmap is async-signal-safe, because it is only a system call. */
static void replace(int number, siginfo_t *info, void *context)
{
    uintptr_t size = (uintptr_t)sysconf(_SC_PAGESIZE);
    void *page = (void *)((uintptr_t)info->si_addr & ~(size - 1));
    (void)context;
    if (info->si_code != BUS_ADRERR ||
        mmap(page, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != page)
        signal(number,
               SIG_DFL); /* when the handler returns, the access is repeated, and this time SIGBUS ends the process */
    else
        qp_store_relaxed(&lost, qp_load_relaxed(&lost) + 1);
}

void qp_lost_pages_guard(void)
{
    const struct sigaction action = {.sa_sigaction = replace, .sa_flags = SA_SIGINFO};
    sigaction(SIGBUS, &action, NULL);
}

uint64_t qp_lost_pages(void)
{
    return qp_load_relaxed(&lost);
}
