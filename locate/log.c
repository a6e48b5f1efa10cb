#include "locate/log.h"

int qp_log_open(struct qp_log *log, struct qp_profile *profile, struct qp_error *error)
{
    *log = (struct qp_log){0};
    bool located =
        qp_locations_open(&log->locations, &profile->reader) && qp_locate_open(&log->locate, profile, &log->locations);
    int code = located ? qp_resolver_open(&log->events, profile, error) : qp_error_memory(error);
    if (code)
        qp_log_close(log);
    return code;
}

void qp_log_close(struct qp_log *log)
{
    qp_resolver_close(&log->events);
    qp_locate_close(&log->locate);
    qp_locations_close(&log->locations);
}
