#include "locate/log.h"

int qp_log_open(struct qp_log *log, struct qp_profile *profile, struct qp_error *error)
{
    if (!qp_locations_open(&log->locations, &profile->reader))
        return qp_error_memory(error);
    if (qp_locate_open(&log->locate, profile, &log->locations)) {
        if (!qp_resolver_open(&log->events, profile, error))
            return 0;
        qp_locate_close(&log->locate);
    } else {
        qp_error_memory(error);
    }
    qp_locations_close(&log->locations);
    return error->code;
}

void qp_log_close(struct qp_log *log)
{
    qp_resolver_close(&log->events);
    qp_locate_close(&log->locate);
    qp_locations_close(&log->locations);
}
