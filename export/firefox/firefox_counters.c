/* firefox_counters.c - counters with their values for the Firefox Profiler. */
#include "export/drawn.h"
#include "export/firefox/firefox.h"

/* Write the samples of a track, which begin at index `first`. Return the index after them. */
static uint32_t put_samples(const struct qp_firefox_log *log, uint32_t track, uint32_t first)
{
    struct qp_put *put = &log->export->put;
    uint32_t end;
    for (end = first; end < log->sample_count && log->samples[end].track == track; end++)
        ;
    qp_put_string(put, "\"samples\":{\"time\":[");
    for (uint32_t i = first; i < end; i++) {
        qp_put_string(put, i > first ? "," : "");
        qp_firefox_put_ms(put, log->samples[i].at);
    }
    qp_put_string(put, "],\"count\":["); /* each element is the change from the previous value */
    for (uint32_t i = first; i < end; i++)
        qp_put_format(put, "%s%.17g", i > first ? "," : "",
                      log->samples[i].number - (i > first ? log->samples[i - 1].number : 0));
    qp_put_format(put, "],\"length\":%u},", end - first);
    return end;
}

static uint32_t put_counter(const struct qp_firefox_log *log, const struct qp_firefox_counter *counter, uint32_t first)
{
    struct qp_put *put = &log->export->put;
    const struct qp_track track = {.kind = QP_TRACK_COUNTER, .thread = counter->thread, .counter = counter->counter};
    char name[QP_DRAWN_NAME], unit[200];
    qp_drawn_track(log->export, &track, name);
    qp_drawn_unit(&log->export->counters->items[counter->counter], unit, sizeof unit);
    qp_put_json_after(put, "{\"name\":", name);
    qp_put_json_after(put, ",\"category\":\"qii\",\"description\":", unit);
    qp_put_format(put, ",\"pid\":\"%llu\",\"mainThreadIndex\":0,",
                  (unsigned long long)log->export->profile->reader.header.pid);
    uint32_t end = put_samples(log, counter->track, first);
    qp_put_json_after(put, "\"display\":{\"graphType\":\"line-accumulated\",\"unit\":", unit);
    qp_put_json_after(put, ",\"color\":\"blue\",\"markerSchemaLocation\":null,\"sortWeight\":10,\"label\":", name);
    qp_put_json_after(
        put,
        ",\"tooltipRows\":[{\"type\":\"value\",\"source\":\"accumulated\",\"format\":{\"unit\":\"number\"},"
        "\"label\":",
        *unit ? unit : name);
    qp_put_string(put, "}]}}");
    return end;
}

void qp_firefox_put_counters(const struct qp_firefox_log *log)
{
    struct qp_put *put = &log->export->put;
    uint32_t next = 0;
    qp_put_string(put, "\"counters\":[");
    for (uint32_t i = 0; i < log->counter_count; i++) {
        qp_put_string(put, i ? ",\n" : "\n");
        next = put_counter(log, &log->counters[i], next);
    }
    qp_put_char(put, ']');
}
