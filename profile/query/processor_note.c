#include "profile/query/processor_note.h"

#include "base/number.h"

#include <stdio.h>

#define LEAST_AWAY_NS 10000000u /* some kernels count CPU time in timer ticks of up to 10 ms */

/* The header has the CPU time as of the last clock pair, which is old if the recorder did not end the file. */
static bool has_cpu_time_of_the_end(const struct qp_profile *profile)
{
    return profile->reader.ending == QP_ENDING_NORMAL &&
           qp_profile_runs_with(profile, QP_RUN_WENT_ON | QP_RUN_KILLED) == 0;
}

/* CPU time includes threads that recorded nothing and the recorder itself. So running time beyond it was certainly not
 * on a processor. */
bool qp_processor_note(const struct qp_query *query, char **text)
{
    const struct qp_profile *profile = query->profile;
    uint64_t cpu = qp_profile_cpu_ns(profile);
    uint64_t running = qp_profile_ns(profile, query->all.self);
    *text = NULL;
    if (cpu == 0 || profile->reader.header.clock_kind == QP_CLOCK_THREAD_CPU || !has_cpu_time_of_the_end(profile) ||
        running < cpu + LEAST_AWAY_NS || running - cpu <= running / 5)
        return true;
    int length = asprintf(
        text,
        "Functions ran for %s, but the process used only %s of CPU time: they waited for a processor, "
        "or in calls that are not flagged as blocking. To measure CPU time, use -measure-timed-calls=user+system.",
        qp_number_time(running).text, qp_number_time(cpu).text);
    if (length < 0)
        *text = NULL;
    return length >= 0;
}
