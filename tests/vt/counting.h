/* counting.h - counters that a scene logged, read from its data file "run.qii". */
#pragma once

#include "tests/support/stage.h"

#include "profile/log/events.h"

#define COUNTING_NONE UINT32_MAX

struct counting {
    struct qp_profile profile;
    struct qp_events events;
    struct qp_event *values; /* all events of counters, ordered by time */
    uint32_t count;
};

/* For scenes: counting_option sets a variable of the configuration; counting_begin starts a run with the data file
 * "run.qii". */
void counting_option(const char *name, const char *value);
void counting_begin(void);

void counting_open(struct counting *counting, const struct stage *stage);
void counting_close(struct counting *counting);

/* counting_play runs a scene and opens its data file; counting_end closes both. */
void counting_play(void (*scene)(struct stage *), struct stage *stage, struct counting *counting);
void counting_end(struct stage *stage, struct counting *counting);

/* For scenes: counting_define defines a counter without class, bounds or unit; counting_log_float and
 * counting_log_integer log a value of a counter. */
int counting_define(const char *name, int genre, int target);
void counting_log_float(int handle, double value);
void counting_log_integer(int handle, long long value);

/* counting_item returns the counter with a name, which must exist; counting_has returns true if the counter exists. */
const struct qp_counter_item *counting_item(const struct counting *counting, const char *name);
int counting_has(const struct counting *counting, const char *name);

/* Return the totals of the counter's only instance. */
const struct qp_counter_totals *counting_only(const struct counting *counting, const char *name);

/* Return the number of a counter's values in the log. `thread` is the index of the carrier whose values are counted,
 * or COUNTING_NONE for the values of all threads. */
uint32_t counting_logged(const struct counting *counting, const char *name, uint32_t thread);

/* Return the n-th logged value of a counter, of all threads. */
uint64_t counting_value(const struct counting *counting, const char *name, uint32_t n);

uint64_t counting_bits(double value);
uint64_t counting_diagnostic(const struct counting *counting, enum qp_diagnostic_kind kind);
