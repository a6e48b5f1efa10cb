/* worst.c - the slowest single event.
 *
 * usage: bench_worst DIRECTORY-OF-LIBRARIES DATA-DIRECTORY SECONDS
 *
 * Calls new paths all the time, so that trees, indexes and the file keep growing, and times each event separately.
 * Because another process may get the processor at any time, a clock read without an event is measured alternately in
 * the same way. Events during which the kernel counted a context switch are listed separately. */
#include "events.h"
#include "row.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#define BATCH 20000

static long switches(void)
{
    struct rusage usage;
    getrusage(RUSAGE_THREAD, &usage);
    return usage.ru_nivcsw + usage.ru_nvcsw;
}

/* Do one event of an endless walk. Each call path is called 32 times, then comes a new path. The tree has three
 * levels, and a node has 200 children. */
static void event(uint64_t number)
{
    uint64_t leaf = number / 64;
    if (number % 2 != 0) {
        qii.record_fn_exit(102);
        return;
    }
    if (number % 64 == 0 && leaf % 200 == 0) {
        qii.record_fn_exit(leaf % 40000 == 0 ? 0 : 101);
        if (leaf % 40000 == 0)
            qii.record_fn_entry(1 + leaf / 40000, 101);
        qii.record_fn_entry(1 + leaf / 200 % 200, 102);
    }
    qii.record_fn_entry(1 + leaf % 200, 103);
}

static double slowest(uint64_t *number, bool with_events)
{
    double worst = 0;
    double last = row_now();
    for (int i = 0; i < BATCH; i++) {
        if (with_events)
            event((*number)++);
        double time = row_now();
        worst = time - last > worst ? time - last : worst;
        last = time;
    }
    return worst;
}

int main(int argc, char **argv)
{
    double seconds = atof(row_begin(argc, argv, "SECONDS"));
    events_start("qprof", "worst.qii", false);
    double worst[2] = {0, 0};
    double undisturbed[2] = {0, 0};
    uint64_t number = 0;
    for (double end = row_now() + seconds * 1e9; row_now() < end;)
        for (int with = 0; with < 2; with++) {
            long before = switches();
            double slow = slowest(&number, with);
            worst[with] = slow > worst[with] ? slow : worst[with];
            if (switches() == before && slow > undisturbed[with])
                undisturbed[with] = slow;
        }
    char remark[128];
    snprintf(remark, sizeof remark,
             "with preemption %.2f ms; a loop that only reads the clock: %.2f (with preemption %.2f) ms",
             worst[1] / 1e6, undisturbed[0] / 1e6, worst[0] / 1e6);
    row_print("worst single event", "≤ 1 ms", undisturbed[1] / 1e6, "ms", remark);
    qii.shutdown();
    return 0;
}
