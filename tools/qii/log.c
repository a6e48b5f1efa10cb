#include "tools/qii/log.h"

#include "tools/qii/qii.h"

int qii_log_open(struct qii_log *log, struct qp_profile *profile)
{
    struct qp_error error = {0};
    if (!qp_places_open(&log->places, &profile->reader))
        return qii_no_memory();
    if (!qp_locate_open(&log->locate, profile, &log->places)) {
        qp_places_close(&log->places);
        return qii_no_memory();
    }
    if (qp_events_open(&log->events, profile, &error)) {
        qp_locate_close(&log->locate);
        qp_places_close(&log->places);
        return qii_fail(NULL, &error);
    }
    return QII_OK;
}

void qii_log_close(struct qii_log *log)
{
    qp_events_close(&log->events);
    qp_locate_close(&log->locate);
    qp_places_close(&log->places);
}
