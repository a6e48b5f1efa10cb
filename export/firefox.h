/* firefox.h - what the parts of the exporter for the Firefox Profiler share: its threads, and the log on them. */
#ifndef QP_EXPORT_FIREFOX_H
#define QP_EXPORT_FIREFOX_H

#include "export/export.h"

/* Categories of frames and markers: X(constant, name, colour) */
#define QP_FIREFOX_CATEGORIES(X)                                                                                       \
    X(OTHER, "Other", "grey")                                                                                          \
    X(FUNCTION, "Function", "yellow")                                                                                  \
    X(BLOCKED, "Blocked", "red")                                                                                       \
    X(WAITING, "Waiting", "orange")                                                                                    \
    X(RUNNABLE, "Runnable", "lightblue")

enum qp_firefox_category {
#define X(constant, name, colour) QP_FIREFOX_##constant,
    QP_FIREFOX_CATEGORIES(X)
#undef X
};

/* What markers say, as constants: the same text is the same string of the profile. */
struct qp_firefox_marker {
    uint32_t owner; /* where it is shown: a carrier's index, or that of a group behind the carriers */
    uint32_t name;  /* index in names */
    uint32_t who;   /* number + 1 of the track of a virtual thread, 0 = none */
    uint32_t node;  /* of a suspended one: index, else QP_NONE */
    uint32_t location;
    uint8_t category;
    bool instant;
    uint64_t tick; /* of its begin, for the location */
    uint64_t from;
    uint64_t until;
};

/* A virtual thread. */
struct qp_firefox_who {
    char *name; /* NULL = the track is of something else */
    uint32_t group;
};

struct qp_firefox_sample {
    uint32_t track;
    double number;
    uint64_t at;
};

struct qp_firefox_counter {
    uint32_t track;
    uint32_t counter; /* index */
    uint32_t thread;  /* index of a carrier, QP_NONE = of no single one */
};

/* The log, as far as a viewer takes it; zeros where there is none. */
struct qp_firefox_log {
    struct qp_export *export;
    struct qp_firefox_marker *markers; /* by owner and begin */
    struct qp_firefox_sample *samples; /* by track and time */
    struct qp_firefox_counter *counters;
    char **names;
    struct qp_firefox_who *who; /* by number of the track */
    uint32_t marker_count, sample_count, counter_count, name_count, who_count;
    struct qp_map name_map;
    uint64_t left_out; /* markers and samples beyond the limit */
    bool failed;       /* no memory */
};

/* Returns false without memory; it is to be closed in any case. */
bool qp_firefox_log_open(struct qp_firefox_log *log, struct qp_export *export);
void qp_firefox_log_close(struct qp_firefox_log *log);

/* "markers" of a thread, as a member of its object: those of an owner. Names of the log follow first_name other strings
 * of the profile. */
void qp_firefox_put_markers(struct qp_firefox_log *log, uint32_t owner, uint32_t first_name);
bool qp_firefox_has_markers(const struct qp_firefox_log *log, uint32_t owner);

/* "counters" and "markerSchema", with their values. */
void qp_firefox_put_counters(const struct qp_firefox_log *log);
void qp_firefox_put_schema(struct qp_put *put);

/* Milliseconds with all digits that nanoseconds have. */
void qp_firefox_put_ms(struct qp_put *put, uint64_t ns);

#endif
