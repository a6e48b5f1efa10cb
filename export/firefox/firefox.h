/* firefox.h - what the parts of the exporter for the Firefox Profiler share: the call tree as its tables have it
 * (firefox_tree.c), these tables (firefox_tables.c), samples and threads (firefox_threads.c), the log
 * (firefox_log.c), and its markers (firefox_markers.c) and counters (firefox_counters.c). */
#ifndef QP_EXPORT_FIREFOX_FIREFOX_H
#define QP_EXPORT_FIREFOX_FIREFOX_H

#include "export/export.h"
#include "export/stacks.h"

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
    uint32_t most;
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

/* So many markers, and so many samples. Returns false without memory; it is to be closed in any case. */
#define QP_FIREFOX_MOST 1000000 /* more the viewer does not show any more */
bool qp_firefox_log_open(struct qp_firefox_log *log, struct qp_export *export, uint32_t most);
void qp_firefox_log_close(struct qp_firefox_log *log);

/* Of whom a marker tells; one without a name where it tells of nobody, or of one without a track. */
struct qp_firefox_who qp_firefox_who(const struct qp_firefox_log *log, const struct qp_firefox_marker *marker);

/* "markers" of a thread, as a member of its object: those of an owner. Names of the log follow first_name other strings
 * of the profile. */
void qp_firefox_put_markers(struct qp_firefox_log *log, uint32_t owner, uint32_t first_name);
bool qp_firefox_has_markers(const struct qp_firefox_log *log, uint32_t owner);

/* "counters" and "markerSchema", with their values. */
void qp_firefox_put_counters(const struct qp_firefox_log *log);
void qp_firefox_put_schema(struct qp_put *put);

/* ---- the tree ---------------------------------------------------------------------------------------------------- */

/* Frames that are no functions come first: X(constant, name, category). */
#define QP_FIREFOX_FRAMES(X)                                                                                           \
    X(NO_ROOM, QP_EXPORT_NO_ROOM, QP_FIREFOX_OTHER)                                                                    \
    X(NO_FUNCTION, "(in no function)", QP_FIREFOX_OTHER)                                                               \
    X(BLOCKED, "(blocked)", QP_FIREFOX_BLOCKED)                                                                        \
    X(WAITING, "(waiting)", QP_FIREFOX_WAITING)                                                                        \
    X(RUNNABLE, "(runnable)", QP_FIREFOX_RUNNABLE)

enum frame {
#define X(constant, name, category) QP_FIREFOX_FRAME_##constant,
    QP_FIREFOX_FRAMES(X)
#undef X
        QP_FIREFOX_FRAME_COUNT
};

enum { QP_FIREFOX_STATES = QP_FIREFOX_FRAME_COUNT - QP_FIREFOX_FRAME_BLOCKED }; /* blocked, waiting, runnable */

struct qp_firefox_cost {
    uint64_t self;
    uint64_t states[QP_FIREFOX_STATES]; /* blocked, waiting, runnable */
};

struct qp_firefox {
    struct qp_export *export;
    struct qp_put *put;
    struct qp_stacks_top *tops;
    uint32_t *order;    /* nodes in the order of the trees, top by top */
    uint32_t *top_ends; /* by top: where those of the next one begin */
    uint32_t top_count, order_count;
    bool timed; /* else there are only calls */
    struct qp_firefox_log log;
    uint32_t *frame_of;  /* by method, QP_NONE = it was not called */
    uint32_t *methods;   /* by frame behind QP_FIREFOX_FRAME_COUNT */
    uint32_t *stack_of;  /* by node: its stack; those of its states follow it */
    uint32_t *source_of; /* by file: its source, QP_NONE = it has none */
    uint32_t *files;     /* by source */
    uint32_t method_count, stack_count, source_count;
    uint64_t (*said)[QP_FIREFOX_STATES + 1]; /* by frame: ticks of its samples, so that their nanoseconds add up */
    uint64_t *weights;                       /* of the samples of the thread at hand: nanoseconds, or calls */
    uint32_t sample_count;
    uint32_t thread_count;
    uint32_t changed; /* sources that are another text now, or of which nothing is known */
};

/* Number functions, sources and stacks. Returns false without memory; it is to be closed in any case. */
bool qp_firefox_tree_open(struct qp_firefox *state);
void qp_firefox_tree_close(struct qp_firefox *state);

struct qp_firefox_cost qp_firefox_cost(const struct qp_firefox *state, uint32_t node);

static inline bool qp_firefox_is_root(const struct qp_firefox *state, uint32_t node)
{
    return state->export->profile->nodes[node].parent == QP_NONE;
}

/* A root has a stack only for time in no function. */
bool qp_firefox_has_stack(const struct qp_firefox *state, uint32_t node);
uint32_t qp_firefox_frame(const struct qp_firefox *state, uint32_t node);

static inline uint32_t qp_firefox_frame_count(const struct qp_firefox *state)
{
    return QP_FIREFOX_FRAME_COUNT + state->method_count;
}

/* ---- what is put ------------------------------------------------------------------------------------------------- */

/* Milliseconds with all digits that nanoseconds have. */
void qp_firefox_put_ms(struct qp_put *put, uint64_t ns);

/* A text behind its key, or behind what else stands before it. */
void qp_firefox_put_text(struct qp_put *put, const char *key, const char *text);

/* A table is an object of columns with its length. put_same: a column of the same value. */
void qp_firefox_begin_column(struct qp_put *put, const char *name);
void qp_firefox_put_item(struct qp_put *put, uint32_t at, uint32_t value);
void qp_firefox_put_same(struct qp_put *put, const char *name, const char *value, uint32_t count);
void qp_firefox_end_table(struct qp_put *put, uint32_t length);

/* "shared" and "threads", with their values. Return false without memory. */
bool qp_firefox_put_shared(struct qp_firefox *state);
bool qp_firefox_put_threads(struct qp_firefox *state);

#endif
