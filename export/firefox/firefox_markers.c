/* firefox_markers.c - markers for the Firefox Profiler: the columns of a thread, and their schema. */
#include "export/drawn.h"
#include "export/firefox/firefox.h"

static void put_data(struct qp_firefox_log *log, const struct qp_firefox_marker *marker)
{
    struct qp_put *put = &log->export->put;
    struct qp_drawn_detail details[QP_DRAWN_DETAILS];
    char buffer[QP_DRAWN_NAME];
    struct qp_bar bar = {.node = marker->node, .location = marker->location, .tick = marker->tick};
    uint32_t count = qp_drawn_bar_details(log->export, &bar, buffer, details);
    qp_put_string(put, marker->vthread ? "{\"type\":\"VirtualThread\"" : "{\"type\":\"Event\"");
    if (qp_firefox_vthread_of(log, marker).name)
        qp_put_json_after(put, ",\"who\":", qp_firefox_vthread_of(log, marker).name);
    log->failed |= count == QP_NONE;
    for (uint32_t i = 0; !log->failed && i < count; i++) {
        qp_put_json_after(put, ",", details[i].name);
        qp_put_char(put, ':');
        qp_put_json(put, details[i].text);
    }
    qp_put_char(put, '}');
}

static uint32_t first_of(const struct qp_firefox_log *log, uint32_t owner)
{
    uint32_t low = 0, high = log->marker_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (log->markers[middle].owner < owner)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool qp_firefox_has_markers(const struct qp_firefox_log *log, uint32_t owner)
{
    uint32_t first = first_of(log, owner);
    return first < log->marker_count && log->markers[first].owner == owner;
}

enum column { DATA, NAME, START, END, PHASE, CATEGORY, COLUMNS };

static void put_cell(struct qp_firefox_log *log, enum column column, const struct qp_firefox_marker *marker,
                     uint32_t first_name)
{
    struct qp_put *put = &log->export->put;
    switch (column) {
    case DATA:
        put_data(log, marker);
        return;
    case NAME:
        qp_put_number(put, first_name + marker->name);
        return;
    case START:
        qp_firefox_put_ms(put, marker->from);
        return;
    case END:
        if (marker->instant)
            qp_put_string(put, "null");
        else
            qp_firefox_put_ms(put, marker->until);
        return;
    case PHASE:
        qp_put_char(put, marker->instant ? '0' : '1');
        return;
    default:
        qp_put_number(put, marker->category);
        return;
    }
}

void qp_firefox_put_markers(struct qp_firefox_log *log, uint32_t owner, uint32_t first_name)
{
    static const char *const names[COLUMNS] = {"data", "name", "startTime", "endTime", "phase", "category"};
    struct qp_put *put = &log->export->put;
    uint32_t first = first_of(log, owner), end = first;
    while (end < log->marker_count && log->markers[end].owner == owner)
        end++;
    qp_put_string(put, "\"markers\":{");
    for (int column = 0; column < COLUMNS; column++) {
        qp_firefox_begin_column(put, names[column]);
        for (uint32_t i = first; i < end; i++) {
            if (i > first)
                qp_put_char(put, ',');
            put_cell(log, (enum column)column, &log->markers[i], first_name);
        }
        qp_put_string(put, "],");
    }
    qp_firefox_end_table(put, end - first);
}

/* Write the schema of the two types of markers. */
void qp_firefox_put_schema(struct qp_put *put)
{
    static const char display[] = "\"display\":[\"marker-chart\",\"marker-table\",\"timeline-overview\"]";
    qp_put_string(put, "\"markerSchema\":[{\"name\":\"Event\",\"tableLabel\":\"{marker.data.at}\",");
    qp_put_string(put, display);
    qp_put_string(put, ",\"fields\":[{\"key\":\"at\",\"label\":\"Recorded at\",\"format\":\"string\"}]},");
    qp_put_string(put, "{\"name\":\"VirtualThread\",\"tableLabel\":\"{marker.data.who} {marker.data.in}\","
                       "\"chartLabel\":\"{marker.data.who} {marker.name}\",");
    qp_put_string(put, display);
    qp_put_string(put, ",\"fields\":[{\"key\":\"who\",\"label\":\"Virtual thread\",\"format\":\"string\"},"
                       "{\"key\":\"in\",\"label\":\"In\",\"format\":\"string\"}]}]");
}
