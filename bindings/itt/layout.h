/* layout.h - memory layouts of Intel's ITT interface, declared anew from its documentation.
 *
 * A program or library that reports its work contains ITT's static part: functions that load the library named by
 * INTEL_LIBITTNOTIFY64 and call its __itt_api_init, and a table of function pointers which that library fills. */
#pragma once

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

typedef void itt_function(void);

/* One function pointer of a static part. */
struct itt_entry {
    const char *name; /* such as "__itt_task_begin"; NULL ends the table */
    itt_function **place;
    itt_function *first;   /* its value before the initialization */
    itt_function *without; /* its value if no library has the function; may be NULL */
    int group;             /* bits */
};

/* A set of tasks and frames, which the program switches on and off together. */
struct itt_domain {
    volatile int flags; /* 0 = switched off */
    const char *name;
    void *wide_name;
    int extra1; /* extra1 and extra2 belong to the library */
    void *extra2;
    struct itt_domain *next;
};

/* A name. The static part returns the same struct for the same text, but each static part has its own structs. */
struct itt_string {
    const char *text;
    void *wide_text;
    int extra1; /* extra1 and extra2 belong to the library, and are 0 at first */
    void *extra2;
    struct itt_string *next;
};

/* A counter made by a static part. Old static parts leave the members after `index` uninitialized. */
struct itt_counter {
    const char *name;
    void *wide_name;
    const char *domain;
    void *wide_domain;
    int type; /* enum itt_type */
    long index;
    int extra1;
    void *extra2;
    int version;
    struct itt_counter *next;
};

struct itt_histogram {
    const struct itt_domain *domain;
    const char *name;
    void *wide_name;
    int x_type, y_type; /* enum itt_type */
    int extra1;
    void *extra2;
    struct itt_histogram *next;
};

/* The static part itself. */
struct itt_global {
    unsigned char magic[8];
    unsigned long major, minor, build; /* version */
    volatile long initialized;
    volatile long has_mutex;
    volatile long mutex_users;
    pthread_mutex_t mutex;
    void *library;
    void *error_handler;
    const char **library_path;
    struct itt_entry *entries;
    struct itt_global *next;
    void *threads;
    struct itt_domain *domains;
    struct itt_string *strings;
    int state;
    struct itt_counter *counters;
};

/* The identity of a task, region or frame; all zero = none. */
struct itt_id {
    unsigned long long words[3];
};

enum itt_type { ITT_UNKNOWN, ITT_U64, ITT_S64, ITT_U32, ITT_S32, ITT_U16, ITT_S16, ITT_FLOAT, ITT_DOUBLE };

/* How far a mark reaches. */
enum itt_scope { ITT_SCOPE_UNKNOWN, ITT_SCOPE_GLOBAL, ITT_SCOPE_PROCESS, ITT_SCOPE_THREAD, ITT_SCOPE_TASK };

/* A clock of the program, for events that it reports later with their own times. */
struct itt_clock {
    unsigned long long frequency, base;
    void (*get)(void *info, void *data);
    void *data;
    int extra1;
    void *extra2;
    struct itt_clock *next;
};
