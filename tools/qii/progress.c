#include "tools/qii/progress.h"

#include "base/clock.h"
#include "base/number.h"

#include <stdio.h>
#include <unistd.h>

#define FIRST_NS 1000000000u
#define NEXT_NS  100000000u

struct qii_progress qii_progress_begin(const char *doing, const char *what, uint64_t all)
{
    return (struct qii_progress){.doing = doing,
                                 .what = what,
                                 .all = all,
                                 .next_ns = qp_clock_monotonic() + FIRST_NS,
                                 .wanted = isatty(STDERR_FILENO)};
}

void qii_progress_step(struct qii_progress *progress, uint64_t done)
{
    uint64_t now = progress->wanted ? qp_clock_monotonic() : 0;
    if (now < progress->next_ns)
        return;
    fprintf(stderr, "\r%s: %s", progress->doing, qp_number_count(done).text);
    if (progress->all)
        fprintf(stderr, " of %s", qp_number_count(progress->all).text);
    fprintf(stderr, " %s\033[K", progress->what);
    progress->shown = true;
    progress->next_ns = now + NEXT_NS;
}

void qii_progress_clear(struct qii_progress *progress)
{
    if (progress->shown)
        fputs("\r\033[K", stderr);
    progress->shown = false;
}
