/* event_log_lines.c - counts and times of lines, and other events within a method. */
#include "bindings/log/event_log_text.h"
#include "bindings/log/event_log_threads.h"

/* Print "outcome 1.2 of f: 7" for the second outcome of the first branch of f, if that branch is on line 7. Return
 * false if the block is not a branch outcome. */
static bool say_outcome(const struct log_method *m, int block, VthreadID vt)
{
    for (int i = 0; m && i < m->branch_count; i++) {
        const qprof_BranchInfo *branch = &m->branches[i];
        if (block >= branch->first_block && block < branch->first_block + branch->outcomes) {
            SAY('l', "%lu outcome %d.%d of %s: %d\n", (unsigned long)vt, i + 1, block - branch->first_block + 1,
                m->name, branch->line_number);
            return true;
        }
    }
    return false;
}

EXPORT void qprof_record_bb_counts_vt(int block, qprof_Counts count, VthreadID vt)
{
    BEGIN;
    const struct log_method *m = log_top(log_thread_of(vt));
    if (count == 1 && say_outcome(m, block, vt))
        return;
    if (!m || block < 0 || block >= m->count)
        SAY('l', "%lu line of nothing (WRONG)\n", (unsigned long)vt);
    else if (count != 1)
        SAY('l', "%lu line %d, %u times\n", (unsigned long)vt, m->table[block].line_number, count);
    else
        SAY('l', "%lu line %d\n", (unsigned long)vt, m->table[block].line_number);
}

FOR_CURRENT_THREAD(qprof_record_bb_counts, (int block, qprof_Counts count), block, count)

EXPORT void qprof_record_bb_time_vt(int block, VthreadID vt)
{
    BEGIN;
    const struct log_method *m = log_top(log_thread_of(vt));
    if (!m || block < 0 || block >= m->count)
        SAY('l', "%lu time of nothing (WRONG)\n", (unsigned long)vt);
    else
        SAY('T', "%lu time %d\n", (unsigned long)vt, m->table[block].line_number);
}

FOR_CURRENT_THREAD(qprof_record_bb_time, (int block), block)

EXPORT void qprof_record_bb_vt(int block, qprof_Counts count, VthreadID vt)
{
    BEGIN;
    if (count)
        qprof_record_bb_counts_vt(block, count, vt);
    if (qprof_abilities() & QPROF_ABILITY_TIMES)
        qprof_record_bb_time_vt(block, vt);
}

FOR_CURRENT_THREAD(qprof_record_bb, (int block, qprof_Counts count), block, count)

EXPORT void qprof_execute_byte_code(qprof_MethodID id, const char *pc, int offset)
{
    BEGIN;
    const struct log_method *m = log_method_of(id);
    int block = m->count - 1;
    (void)pc;
    while (block > 0 && m->table[block].code_offset > offset)
        block--;
    SAY('l', "%lu line %d of %s\n", (unsigned long)log_current(), block < 0 ? 0 : m->table[block].line_number, m->name);
}

EXPORT void qprof_record_counts_vt(qprof_Counts cycles, VthreadID vt)
{
    BEGIN;
    SAY('o', "%lu %u cycles in %s\n", (unsigned long)vt, cycles, log_top_name(log_thread_of(vt)));
}

FOR_CURRENT_THREAD(qprof_record_counts, (qprof_Counts cycles), cycles)

/* Define the function that reports an event of a monitor. */
#define MONITOR(name, what)                                                                                            \
    EXPORT void name(void)                                                                                             \
    {                                                                                                                  \
        BEGIN;                                                                                                         \
        VthreadID vt = log_current();                                                                                  \
        SAY('o', "%lu monitor " what " in %s\n", (unsigned long)vt, log_top_name(log_look_at(vt)));                    \
    }

MONITOR(qprof_record_monitor_acquired, "acquired")
MONITOR(qprof_record_monitor_released, "released")
