/* place.h - places of OpenMP constructs in the program, which name tasks and frames. */
#pragma once

#include <stdbool.h>

#include "include/qprof.h"

/* Kinds of OpenMP constructs. */
enum ompt_kind {
    OMPT_PARALLEL,
    OMPT_TASK,
    OMPT_LOOP,
    OMPT_SECTIONS,
    OMPT_SINGLE,
    OMPT_WORKSHARE,
    OMPT_DISTRIBUTE,
    OMPT_TASKLOOP,
    OMPT_SCOPE,
    OMPT_MASTER,
    OMPT_TASKGROUP,
    OMPT_TASKWAIT, /* from here on: flagged as waiting */
    OMPT_TASKGROUP_WAIT,
    OMPT_BARRIER,
    OMPT_IMPLICIT_BARRIER,
    OMPT_LOCK, /* from here on: flagged as blocked */
    OMPT_CRITICAL,
    OMPT_ATOMIC,
    OMPT_ORDERED,
    OMPT_KINDS
};

struct ompt_place {
    const void *code; /* return address of the call of the runtime; NULL = unknown */
    enum ompt_kind kind;
    bool unknown;     /* the return address is in the runtime, or NULL */
    unsigned unloads; /* native_unloads when the address was last looked up; written atomically */
    qprof_MethodID method;
    const char *file; /* "" = unknown */
    int line;         /* 0 = unknown */
    const struct ompt_place *next;
    char name[]; /* with the line */
};

/* Return the place of a construct, NULL if out of memory. Any thread may call this. Places are never freed. */
const struct ompt_place *ompt_place(enum ompt_kind kind, const void *code);
