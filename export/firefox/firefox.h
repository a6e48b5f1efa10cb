/* firefox.h - shared by the parts of the Firefox Profiler exporter: the call tree (firefox_tree.c), tables
 * (firefox_tables.c), samples and threads (firefox_threads.c), the log (firefox_log.c), markers (firefox_markers.c) and
 * counters (firefox_counters.c). */
#pragma once

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

/* An interval or a moment of the log that the viewer shows beside a thread. */
struct qp_firefox_marker {
    uint32_t owner;   /* thread that shows the marker: index of a carrier, or carrier_count + index of a group
                       * (group_count = no group) */
    uint32_t name;    /* index in the log's names */
    uint32_t vthread; /* track number + 1 of its virtual thread, 0 = none */
    uint32_t node;    /* node in which the virtual thread is suspended; QP_NONE = in none */
    uint32_t location;
    uint8_t category;
    bool instant;
    uint64_t tick; /* tick at which the marker starts; needed to find its location */
    uint64_t from;
    uint64_t until;
};

/* The virtual thread of a track in the log. */
struct qp_firefox_vthread {
    char *name; /* NULL = the track is not a virtual thread's, or not read yet */
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
    uint32_t thread;  /* index of a carrier; QP_NONE = the counter does not belong to a single thread */
};

/* The log as the viewer needs it, up to a limit of events; zeroed if there is none. */
struct qp_firefox_log {
    struct qp_export *export;
    uint32_t most;
    struct qp_firefox_marker *markers; /* sorted by owner and start */
    struct qp_firefox_sample *samples; /* sorted by track and time */
    struct qp_firefox_counter *counters;
    char **names;
    struct qp_firefox_vthread *vthreads; /* by number of the track */
    uint32_t marker_count, sample_count, counter_count, name_count, vthread_count;
    struct qp_map name_map;
    uint64_t left_out; /* number of markers and samples beyond the limit */
    bool failed;       /* out of memory */
};

/* Read at most `most` markers and `most` samples of the log. Return false if out of memory; the caller must close the
 * log in either case. */
#define QP_FIREFOX_MOST 1000000 /* largest number that the viewer shows */
bool qp_firefox_log_open(struct qp_firefox_log *log, struct qp_export *export, uint32_t most);
void qp_firefox_log_close(struct qp_firefox_log *log);

/* Return the virtual thread of a marker. Its name is NULL if the marker has none, or if the virtual thread has no
 * track. */
struct qp_firefox_vthread qp_firefox_vthread_of(const struct qp_firefox_log *log,
                                                const struct qp_firefox_marker *marker);

/* Write the member "markers" of a thread: the markers of this owner. `first_name` is the number of strings of the
 * profile that precede the log's names. */
void qp_firefox_put_markers(struct qp_firefox_log *log, uint32_t owner, uint32_t first_name);
bool qp_firefox_has_markers(const struct qp_firefox_log *log, uint32_t owner);

/* Write the members "counters" and "markerSchema" of the profile. */
void qp_firefox_put_counters(const struct qp_firefox_log *log);
void qp_firefox_put_schema(struct qp_put *put);

/* ---- call tree --------------------------------------------------------------------------------------------------- */

/* Frames that are not functions. In the table, they precede the frames of functions. X(constant, name, category). */
#define QP_FIREFOX_FRAMES(X)                                                                                           \
    X(NO_ROOM, QP_EXPORT_NO_ROOM, QP_FIREFOX_OTHER)                                                                    \
    X(SHORTENED, QP_STACKS_SHORTENED_NAME, QP_FIREFOX_OTHER)                                                           \
    X(NO_FUNCTION, "(outside functions)", QP_FIREFOX_OTHER)                                                            \
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

/* A stack: a frame and the stack of its caller. */
struct qp_firefox_stack {
    uint32_t frame;
    uint32_t offset; /* index of this stack minus the index of the caller's stack; 0 = no caller */
};

/* Stacks with their weights: nanoseconds, or calls. */
struct qp_firefox_weights {
    struct qp_firefox_weight {
        uint32_t stack;
        uint64_t weight;
    } * items;
    uint32_t count;
};

struct qp_firefox {
    struct qp_export *export;
    struct qp_put *put;
    struct qp_firefox_log log;
    uint32_t *number_of; /* for each method, its number among the functions; QP_NONE = on no path. The frame of
                          * function n has the number QP_FIREFOX_FRAME_COUNT + n */
    uint32_t *methods;   /* for each function, by its number: index of the method */
    uint32_t *source_of; /* for each file: number of its source; QP_NONE = none */
    uint32_t *files;     /* for each source, by its number: index of the file */
    uint32_t method_count, source_count;
    struct qp_stacks paths;
    struct qp_firefox_stack *stacks; /* stacks of all paths walked so far */
    uint32_t stack_count;
    uint32_t path[QP_STACKS_DEPTH + 2];     /* methods of the last path */
    uint32_t stack_at[QP_STACKS_DEPTH + 2]; /* for each frame of `path`: its stack */
    uint32_t depth;
    struct qp_firefox_weights times, calls; /* weights of the stacks of the current thread or group */
    uint32_t thread_count;
    uint32_t left_out; /* number of sources without text in the output, because the recorded text is unknown, or may
                        * not be shared */
};

/* Number the functions and sources, and open the call paths. Return false if out of memory; the caller must close the
 * tree in either case. */
bool qp_firefox_tree_open(struct qp_firefox *state);
void qp_firefox_tree_close(struct qp_firefox *state);

/* Add the stacks of a thread or group (index in paths.tops), and replace `times` and `calls` by its own. Return false
 * if out of memory, or if the output failed. */
bool qp_firefox_take_top(struct qp_firefox *state, uint32_t top);

static inline uint32_t qp_firefox_frame_count(const struct qp_firefox *state)
{
    return QP_FIREFOX_FRAME_COUNT + state->method_count;
}

/* ---- output ------------------------------------------------------------------------------------------------------ */

/* Write milliseconds with nanosecond precision. */
void qp_firefox_put_ms(struct qp_put *put, uint64_t ns);

/* Write a table, which is an object with an array for each column, and its length. qp_firefox_put_same writes a column
 * that has the same value in all rows. */
void qp_firefox_begin_column(struct qp_put *put, const char *name);
void qp_firefox_put_item(struct qp_put *put, uint32_t at, uint32_t value);
void qp_firefox_put_same(struct qp_put *put, const char *name, const char *value, uint32_t count);
void qp_firefox_end_table(struct qp_put *put, uint32_t length);

/* Write the members "shared" and "threads" of the profile. Return false if out of memory. */
bool qp_firefox_put_shared(struct qp_firefox *state);
bool qp_firefox_put_threads(struct qp_firefox *state);
