/* counters.h - counters of a run: definitions and recorded totals, per thread, process or host.
 *
 * They are read on demand, not when the profile is opened. The profile must outlive them. Values are stored as 64 bits
 * in the counter's format, as in the file. qp_counters_number converts them to doubles, qp_counters_show to text.
 * Single values are in the log (events.h). */
#pragma once

#include "profile/load/profile.h"

struct qp_counter_totals {
    uint64_t samples;
    double sum;
    uint64_t minimum; /* minimum of all values; greater than `maximum` if no value was a number */
    uint64_t maximum;
    uint64_t first;
    uint64_t last;
    uint64_t first_tick;
    uint64_t last_tick;
};

struct qp_counter_item {
    uint32_t index; /* number of the counter, from 1; events of the counter have it in the field `object` */
    uint32_t genre; /* format and kind of the values, as in the file; always valid */
    int32_t target;
    bool bounded;
    uint64_t lower;
    uint64_t upper;
    struct qp_text name;
    struct qp_text class_name;
    struct qp_text unit;
    struct qp_counter_totals totals; /* sums over all instances of the counter */
    uint32_t first_instance;
    uint32_t instance_count;
};

struct qp_counter_instance {
    uint32_t counter; /* index in counters */
    enum qp_instance kind;
    uint32_t thread; /* index of a carrier if the instance belongs to a thread; else QP_NONE */
    struct qp_counter_totals totals;
};

struct qp_counter_group {
    uint32_t handle; /* handle of the group; equal to `target` of the group's counters */
    struct qp_text name;
    uint32_t member_count;
    const uint64_t *members;
};

struct qp_counters {
    struct qp_profile *profile;
    struct qp_counter_item *items;         /* sorted by index */
    struct qp_counter_instance *instances; /* sorted by counter, kind and thread */
    struct qp_counter_group *groups;       /* sorted by handle */
    uint32_t item_count, instance_count, group_count;
    uint32_t named;             /* number of items with a definition in the file; only used while the file is read */
    struct qp_map instance_map; /* maps counter << 32 | carrier to the index of the instance + 1 */
};

/* Selection of counters. */
struct qp_counter_choice {
    const bool *chosen; /* for each counter, by its index in items */
    bool unknown;       /* also select counters without a definition in the file */
    const char *thread; /* number or part of the name of a thread (qp_profile_thread_is): select only counters that
                         * such a thread owns or logged values for; NULL = all */
};

/* Read all counters of a file. Return 0, or the error's code; then nothing needs to be closed. */
int qp_counters_open(struct qp_counters *counters, struct qp_profile *profile, struct qp_error *error);
void qp_counters_close(struct qp_counters *counters);

/* qp_counters_find returns the index of the counter that has this number in the field `object` of events.
 * qp_counters_instance returns the index of the instance of a counter to which a carrier's values belong. Both return
 * QP_NONE if the file has no such counter or instance. */
uint32_t qp_counters_find(const struct qp_counters *counters, uint32_t object);
uint32_t qp_counters_instance(const struct qp_counters *counters, uint32_t counter, uint32_t thread);

double qp_counters_number(uint32_t genre, uint64_t bits);

/* Return the average. Return NaN without samples, or if the sum is too large for a double. */
double qp_counters_mean(const struct qp_counter_totals *totals);

/* Return true if at least one value was a number (not NaN), so that there is a minimum and a maximum. */
bool qp_counters_has_range(uint32_t genre, const struct qp_counter_totals *totals);

/* Return the change per second from the first value to the last one; NaN if it is unknown. */
double qp_counters_rate(const struct qp_counters *counters, uint32_t genre, const struct qp_counter_totals *totals);

/* Write a value as a short text that gives the same value when it is parsed. The text needs at most QP_COUNTER_TEXT
 * bytes. */
#define QP_COUNTER_TEXT 32
void qp_counters_show(char *text, uint32_t genre, uint64_t bits);

/* Write "Class:name" in printable characters, at most size bytes. */
void qp_counters_name(const struct qp_counter_item *item, char *shown, size_t size);

/* Return the data type, display form or scope of a counter as a word for scripts. */
const char *qp_counters_data_name(uint32_t genre);
const char *qp_counters_display_name(uint32_t genre);
const char *qp_counters_scope_name(uint32_t genre);

/* Write a counter's target in words, such as "process", or "group" with the group's name. At most `size` bytes are
 * written. */
void qp_counters_target(const struct qp_counters *counters, int32_t target, char *shown, size_t size);
