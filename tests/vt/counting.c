#include "tests/vt/counting.h"

#include "VT.h"

#include <string.h>

void counting_option(const char *name, const char *value)
{
    STAGE_CHECK(setenv(name, value, 1) == 0);
}

void counting_begin(void)
{
    counting_option("VT_LOGFILE_NAME", "run.qii");
    counting_option("VT_VERBOSE", "0");
    STAGE_CHECK(VT_initialize(NULL, NULL) == VT_OK);
}

void counting_open(struct counting *counting, const struct stage *stage)
{
    struct qp_error error = {0};
    struct qp_event event;
    uint32_t room = 0;
    memset(counting, 0, sizeof *counting);
    stage_read(stage, "run.qii", &counting->profile);
    assert_int_equal(qp_events_open(&counting->events, &counting->profile, &error), 0);
    while (qp_events_next(&counting->events, &event)) {
        if (event.kind != QP_EVENT_COUNT)
            continue;
        if (counting->count == room) {
            room = room * 2 + 64;
            counting->values = realloc(counting->values, room * sizeof event);
            assert_non_null(counting->values);
        }
        counting->values[counting->count++] = event;
    }
    assert_int_equal(counting->profile.reader.damages, 0);
}

void counting_close(struct counting *counting)
{
    free(counting->values);
    qp_events_close(&counting->events);
    qp_profile_close(&counting->profile);
}

void counting_play(void (*scene)(struct stage *), struct stage *stage, struct counting *counting)
{
    stage_play(stage, scene);
    counting_open(counting, stage);
}

void counting_end(struct stage *stage, struct counting *counting)
{
    counting_close(counting);
    stage_close(stage);
}

int counting_define(const char *name, int genre, int target)
{
    int handle = 0;
    STAGE_CHECK(VT_countdef(name, VT_NOCLASS, genre, target, NULL, "", &handle) == VT_OK && handle > 0);
    return handle;
}

void counting_log_float(int handle, double value)
{
    STAGE_CHECK(VT_countval(1, &handle, &value) == VT_OK);
}

void counting_log_integer(int handle, long long value)
{
    STAGE_CHECK(VT_countval(1, &handle, &value) == VT_OK);
}

static uint32_t find(const struct counting *counting, const char *name)
{
    const struct qp_counters *counters = &counting->events.counters;
    for (uint32_t i = 0; i < counters->item_count; i++)
        if (qp_text_equal(counters->items[i].name, qp_text_of(name)))
            return i;
    return COUNTING_NONE;
}

int counting_has(const struct counting *counting, const char *name)
{
    return find(counting, name) != COUNTING_NONE;
}

const struct qp_counter_item *counting_item(const struct counting *counting, const char *name)
{
    uint32_t found = find(counting, name);
    if (found == COUNTING_NONE)
        fail_msg("no counter %s", name);
    return &counting->events.counters.items[found];
}

const struct qp_counter_totals *counting_only(const struct counting *counting, const char *name)
{
    const struct qp_counter_item *item = counting_item(counting, name);
    assert_int_equal(item->instance_count, 1);
    return &counting->events.counters.instances[item->first_instance].totals;
}

uint32_t counting_logged(const struct counting *counting, const char *name, uint32_t thread)
{
    uint32_t object = counting_item(counting, name)->index;
    uint32_t count = 0;
    for (uint32_t i = 0; i < counting->count; i++)
        count +=
            counting->values[i].object == object && (thread == COUNTING_NONE || counting->values[i].thread == thread);
    return count;
}

uint64_t counting_value(const struct counting *counting, const char *name, uint32_t n)
{
    uint32_t object = counting_item(counting, name)->index;
    for (uint32_t i = 0; i < counting->count; i++)
        if (counting->values[i].object == object && n-- == 0)
            return counting->values[i].value;
    fail_msg("%s has too few values", name);
    return 0;
}

uint64_t counting_bits(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

uint64_t counting_diagnostic(const struct counting *counting, enum qp_diagnostic_kind kind)
{
    return stage_diagnostic(&counting->profile, QP_VT, kind);
}
