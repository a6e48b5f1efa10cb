/* counting.h - a scene's logged counters, read from its data file "run.qii". */
#pragma once

#include "tests/support/stage.h"

#include "profile/log/events.h"

#define COUNTING_NONE UINT32_MAX

struct counting {
    struct qp_profile profile;
    struct qp_events events;
    struct qp_event *values; /* the count events by time */
    uint32_t count;
};

/* In a scene: set a variable of the configuration; start with data file "run.qii". */
void counting_option(const char *name, const char *value);
void counting_begin(void);

void counting_open(struct counting *counting, const struct stage *stage);
void counting_close(struct counting *counting);

/* Run the scene on a stage and open its data file; close both. */
void counting_play(void (*scene)(struct stage *), struct stage *stage, struct counting *counting);
void counting_end(struct stage *stage, struct counting *counting);

/* In a scene: define a counter without class, bounds or unit; give it a value. */
int counting_define(const char *name, int genre, int target);
void counting_log_float(int handle, double value);
void counting_log_integer(int handle, long long value);

/* Return the counter of a name, which must exist. */
const struct qp_counter_item *counting_item(const struct counting *counting, const char *name);
int counting_has(const struct counting *counting, const char *name);

/* Return the counter's only instance. */
const struct qp_counter_totals *counting_only(const struct counting *counting, const char *name);

/* Return the number of a counter's values in the log, of one thread (index of its carrier) or of all. */
uint32_t counting_logged(const struct counting *counting, const char *name, uint32_t thread);

/* Return the n-th of them, of all threads. */
uint64_t counting_value(const struct counting *counting, const char *name, uint32_t n);

uint64_t counting_bits(double value);
uint64_t counting_diagnostic(const struct counting *counting, enum qp_diagnostic_kind kind);
