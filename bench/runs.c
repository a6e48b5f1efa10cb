#include "runs.h"

int runs_main(int argc, char **argv, const struct run *runs, size_t count, struct events *events)
{
    row_choose(row_begin(argc, argv, "[PART-OF-A-ROW'S-NAME]"));
    for (size_t i = 0; i < count; i++) {
        const struct run *run = &runs[i];
        if (!row_is_chosen(&run->row))
            continue;
        run->prepare(run->number);
        row_run(&run->row, run->calls == PAIRS ? (double)events->count / 2 : run->calls);
        qii.shutdown();
        qii_unload(&qii);
        events_free(events);
    }
    return 0;
}
