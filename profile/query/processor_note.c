#include "profile/query/processor_note.h"

#include "base/number.h"

#include <stdio.h>

#define LEAST_AWAY_NS 10000000u /* some kernels count CPU time in ticks of the timer, of up to 10 ms */

/* The header has the CPU time of the moment when the clocks were read together last: where the recorder did not end the
 * file that was long ago. */
static bool has_cpu_time_of_the_end(const struct qp_profile *profile)
{
    return profile->reader.ending == QP_ENDING_NORMAL &&
           qp_profile_runs_with(profile, QP_RUN_WENT_ON | QP_RUN_KILLED) == 0;
}

/* CPU time is of all threads of the process, of those too that recorded nothing, and of the recorder: what is beyond it
 * was certainly no time on a processor. */
bool qp_processor_note(const struct qp_query *query, char **text)
{
    const struct qp_profile *profile = query->profile;
    uint64_t cpu = qp_profile_cpu_ns(profile);
    uint64_t running = qp_profile_ns(profile, query->all.self);
    *text = NULL;
    if (cpu == 0 || profile->reader.header.clock_kind == QP_CLOCK_THREAD_CPU || !has_cpu_time_of_the_end(profile) ||
        running < cpu + LEAST_AWAY_NS || running - cpu <= running / 5)
        return true;
    int length =
        asprintf(text,
                 "Functions ran for %s, but the process had a processor for %s: they waited for a processor, "
                 "or in calls that are not flagged as blocking. CPU time alone: -measure-timed-calls=user+system.",
                 qp_number_time(running).text, qp_number_time(cpu).text);
    if (length < 0)
        *text = NULL;
    return length >= 0;
}
