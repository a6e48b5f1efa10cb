/* counters.h - counters of a run: definitions and recorded totals, per thread, process or host.
 *
 * Opened on demand beside a profile, which must live longer. Values are bits of the counter's format, as in the file:
 * qp_counters_number converts them to doubles, qp_counters_show to text. Single values are in the log (events.h). */
#pragma once

#include "profile/load/profile.h"

struct qp_counter_totals {
    uint64_t samples;
    double sum;
    uint64_t minimum; /* greater than maximum if no value was a number */
    uint64_t maximum;
    uint64_t first;
    uint64_t last;
    uint64_t first_tick;
    uint64_t last_tick;
};

struct qp_counter_item {
    uint32_t index; /* from 1: the object in its events */
    uint32_t genre; /* as in the file; always a valid format */
    int32_t target;
    bool bounded;
    uint64_t lower;
    uint64_t upper;
    struct qp_text name;
    struct qp_text class_name;
    struct qp_text unit;
    struct qp_counter_totals totals; /* over all its instances */
    uint32_t first_instance;
    uint32_t instance_count;
};

struct qp_counter_instance {
    uint32_t counter; /* index in counters */
    enum qp_instance kind;
    uint32_t thread; /* index of a carrier for instances of threads; else QP_NONE */
    struct qp_counter_totals totals;
};

struct qp_counter_group {
    uint32_t handle; /* target of its counters */
    struct qp_text name;
    uint32_t member_count;
    const uint64_t *members;
};

struct qp_counters {
    struct qp_profile *profile;
    struct qp_counter_item *items;         /* by index */
    struct qp_counter_instance *instances; /* by counter, kind and thread */
    struct qp_counter_group *groups;       /* by handle */
    uint32_t item_count, instance_count, group_count;
    uint32_t named;             /* number of items that have a definition in the file; used while the file is read */
    struct qp_map instance_map; /* counter << 32 | carrier: index + 1 */
};

/* Selection of counters. */
struct qp_counter_choice {
    const bool *chosen; /* by index of the counter */
    bool unknown;       /* include counters without a definition in the file */
    const char *thread; /* include only counters that a matching thread owns or logged (qp_profile_thread_is); NULL =
                         * all */
};

/* Return 0, else the error's code; then nothing needs to be closed. */
int qp_counters_open(struct qp_counters *counters, struct qp_profile *profile, struct qp_error *error);
void qp_counters_close(struct qp_counters *counters);

/* qp_counters_find returns the index of the counter that events name by this object, qp_counters_instance that of
 * the instance with a carrier's values. Both return QP_NONE if the file has no such item. */
uint32_t qp_counters_find(const struct qp_counters *counters, uint32_t object);
uint32_t qp_counters_instance(const struct qp_counters *counters, uint32_t counter, uint32_t thread);

double qp_counters_number(uint32_t genre, uint64_t bits);

/* Return the average; NaN without samples, or if the sum overflows a double. */
double qp_counters_mean(const struct qp_counter_totals *totals);

/* Return true if some value was a number, so that there is a minimum and a maximum. */
bool qp_counters_has_range(uint32_t genre, const struct qp_counter_totals *totals);

/* Return the change per second from the first value to the last; NaN if there is none. */
double qp_counters_rate(const struct qp_counters *counters, uint32_t genre, const struct qp_counter_totals *totals);

/* Write the shortest text that reads as the same number. It fits into QP_COUNTER_TEXT bytes. */
#define QP_COUNTER_TEXT 32
void qp_counters_show(char *text, uint32_t genre, uint64_t bits);

/* Write Class:name, printable, at most size bytes. */
void qp_counters_name(const struct qp_counter_item *item, char *shown, size_t size);

/* Return words for scripts. */
const char *qp_counters_data_name(uint32_t genre);
const char *qp_counters_display_name(uint32_t genre);
const char *qp_counters_scope_name(uint32_t genre);

/* Write a description of a target; at most size bytes. */
void qp_counters_target(const struct qp_counters *counters, int32_t target, char *shown, size_t size);
