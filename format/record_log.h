/* record_log.h - the records of libvt: its log, and the objects that its events refer to. Part of record.h. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* A block of a thread's events. The first block is a small chunk; the others are separate extents that no reference
 * reaches: their directory entries have window 0. Such an extent begins with a qp_chunk as well. 64-bit words follow
 * the block's header; they are published one by one, and the first 0 ends them. The blocks of a thread are ordered by
 * number. */

struct qp_trace_block {
    uint32_t published;
    uint32_t thread;  /* reference of a qp_thread_record */
    uint32_t product; /* product of the log: a thread may have blocks of libvt and of libqprof */
    uint32_t unused;
    uint64_t tick;   /* tick from which the first event's ticks count */
    uint64_t number; /* block number of the thread and product, from 1; a gap means that blocks were overwritten */
    uint64_t next;   /* used by the recorder: address of the block that was filled after this one */
    uint64_t events; /* used by the recorder: events that it has counted */
};

/* A word, from its lowest bit: 5 bits kind, 25 bits object, 34 bits ticks since the event before; with QP_EVENT_REFERS
 * 32 bits object, a reference, and 27 bits ticks, some 40 ms. With QP_EVENT_WIDE a second word follows, which is
 * written before the first. QP_EVENT_TIME has all upper 59 bits for ticks. */
#define QP_EVENT_KIND_BITS   5
#define QP_EVENT_OBJECT_BITS 25
#define QP_EVENT_TICK_SHIFT  (QP_EVENT_KIND_BITS + QP_EVENT_OBJECT_BITS)
#define QP_EVENT_OBJECTS     (1u << QP_EVENT_OBJECT_BITS)
#define QP_EVENT_INDEX       (QP_EVENT_OBJECTS - 1) /* the part of a handle that an event has */
#define QP_EVENT_TICKS       ((uint64_t)1 << (64 - QP_EVENT_TICK_SHIFT))
#define QP_EVENT_REFERS      8u /* bits of a kind */
#define QP_EVENT_WIDE        16u

/* X(constant, number, name in reports; NULL = not in reports). */
#define QP_EVENT_KIND_LIST(X)                                                                                          \
    X(NONE, 0, NULL)                                                                                                   \
    X(TIME, 1, NULL)            /* ticks pass: a gap too long for the next event */                                    \
    X(ENTER, 2, "enter")        /* object: state */                                                                    \
    X(LEAVE, 3, "leave")        /* object: the state that is left */                                                   \
    X(ON, 4, "on")              /* the thread's events are logged again */                                             \
    X(OFF, 5, "off")            /* events are not logged, except ends of states open in the log */                     \
    X(END, 6, "end")            /* the system thread ends */                                                           \
    X(RUN, 8, "run")            /* object: a virtual thread, which runs on the carrier from now on */                  \
    X(READY, 9, "ready")        /* the running one leaves the carrier, runnable; object: the top node, or 0 */         \
    X(BLOCK, 10, "block")       /* same, but it is blocked */                                                          \
    X(WAIT, 11, "wait")         /* same, but it waits */                                                               \
    X(RESUME, 12, "resume")     /* it runs another one, a generator, and resumes when that leaves the carrier */       \
    X(WAKE, 13, "wake")         /* object: a suspended virtual thread that the running one made runnable */            \
    X(DESTROY, 14, "destroy")   /* object: a virtual thread; it has ended */                                           \
    X(ENTER_AT, 16, NULL)       /* second word: location */                                                            \
    X(LEAVE_AT, 17, NULL)       /* second word: location for the rest of the state returned to */                      \
    X(COUNT, 18, "count")       /* object: counter; second word: value in the counter's format */                      \
    X(SCOPE_BEGIN, 19, "begin") /* object: scope; second word: sequence number, location << 32 */                      \
    X(SCOPE_END, 20, "finish")  /* same */                                                                             \
    X(SEND, 21, "send")         /* object: channel; second word: bytes, location << 32 */                              \
    X(RECEIVE, 22, "receive")   /* same */                                                                             \
    X(COMMENT, 23, "comment")   /* second word: reference of a qp_string, location << 32 */                            \
    X(THREAD, 24, "thread")     /* a system thread begins; second word: its system id */                               \
    X(LOST, 25, "lost")         /* second word: events without space before this one */                                \
    X(SENT, 26, "sent")         /* before SEND or RECEIVE. object: where it was sent; second word: when */             \
    X(CREATE, 27, "create")     /* object: a virtual thread, created by the running one; second word: its id */

enum qp_event_kind {
#define X(constant, number, name) QP_EVENT_##constant = number,
    QP_EVENT_KIND_LIST(X)
#undef X
        QP_EVENT_KINDS
};

_Static_assert(QP_EVENT_ENTER_AT == QP_EVENT_WIDE, "kinds from there on have a second word");

/* Return whether the running one leaves its carrier: four kinds in the order of QPROF_REASON_*. */
static inline bool qp_event_is_leaving(enum qp_event_kind kind)
{
    return kind >= QP_EVENT_READY && kind <= QP_EVENT_RESUME;
}

/* Return the lowest bit of the ticks in a word. */
static inline int qp_event_tick_shift(enum qp_event_kind kind)
{
    return (unsigned)kind & QP_EVENT_REFERS ? QP_EVENT_KIND_BITS + 32 : QP_EVENT_TICK_SHIFT;
}

/* A source location: a file and a line, or a stack of addresses, innermost first. Handles count from 1, with gaps.
 * Records with the same handle are equal. */
struct qp_location_record {
    uint32_t published;
    uint32_t handle;
    uint32_t file; /* reference of a qp_string, 0 = a stack */
    int32_t line;
    uint32_t addresses; /* reference of the first of count uint64_t (QP_KIND_ADDRESSES) */
    uint32_t count;
    uint32_t node;  /* position of the interpreter: reference of a qp_node of libqprof, 0 = unknown */
    uint32_t flags; /* QP_LOCATION_* */
};

#define QP_LOCATION_PC 1u /* the first address was running, and is not a return address */

/* A code range in the process's memory. If two overlap, the one loaded later replaced the other. */
#define QP_BUILD_ID 20

struct qp_module_record {
    uint32_t published;
    uint32_t name; /* reference of a qp_string: path of the file */
    uint64_t start;
    uint64_t end;
    uint64_t bias; /* difference between addresses in memory and in the file */
    uint64_t tick; /* time of its first detection */
    uint32_t build_id_size;
    unsigned char build_id[QP_BUILD_ID];
};

/* A counter's genre, in the terms of VT_countdef: format of its values, display, and time of validity. */
#define QP_COUNTER_DATA      0x00fu /* mask */
#define QP_COUNTER_INTEGER   0x001u
#define QP_COUNTER_FLOAT     0x002u
#define QP_COUNTER_INTEGER64 0x004u
#define QP_COUNTER_RATE      0x020u
#define QP_COUNTER_BEFORE    0x100u
#define QP_COUNTER_POINT     0x200u
#define QP_COUNTER_AFTER     0x400u
#define QP_COUNTER_SAMPLE    0x800u

/* Targets of counters, other than ids and groups. */
#define QP_TARGET_PROCESS   (-1) /* this process */
#define QP_TARGET_THREADS   (-2) /* each thread */
#define QP_TARGET_PROCESSES (-3) /* each process */
#define QP_TARGET_HOSTS     (-4) /* each host */

struct qp_counter_record {
    uint32_t published;
    uint32_t handle;
    uint32_t name;       /* reference of a qp_string, like the next two */
    uint32_t class_name; /* 0 = none */
    uint32_t unit;
    uint32_t genre;  /* QP_COUNTER_* */
    uint32_t target; /* QP_TARGET_*, an id of a process or thread, or a group's handle */
    uint32_t bounded;
    uint64_t lower; /* bits of the counter's format */
    uint64_t upper;
};

/* Instance to which a value belongs (members.h). Narrower ones first. */
#define QP_INSTANCE_LIST(X)                                                                                            \
    X(NONE, "none")                                                                                                    \
    X(THREAD, "thread")                                                                                                \
    X(PROCESS, "process")                                                                                              \
    X(HOST, "host")

enum qp_instance {
#define X(constant, name) QP_INSTANCE_##constant,
    QP_INSTANCE_LIST(X)
#undef X
};

/* Totals of one counter on one carrier. Numbers are bits of the counter's format: double or int64_t. */
struct qp_series_record {
    uint32_t published;
    uint32_t counter;  /* handle */
    uint32_t thread;   /* reference of a qp_thread_record */
    uint32_t data;     /* QP_COUNTER_DATA of the counter */
    uint32_t instance; /* enum qp_instance */
    uint32_t next;     /* used by the recorder: reference of another record whose membership depends on the thread, 0 =
                        * none */
    uint64_t samples;
    double sum;
    uint64_t minimum; /* above the maximum: no value was a number */
    uint64_t maximum;
    uint64_t first;
    uint64_t last;
    uint64_t first_tick;
    uint64_t last_tick;
};

/* Handle of the group with index 0, ids of process 0 and of its thread 0: targets of counters, and members. */
#define QP_MEMBERS_GROUPS    0x40000000
#define QP_MEMBERS_PROCESSES 0x50000000
#define QP_MEMBERS_THREADS   0x60000000
#define QP_MEMBERS_KIND      0xf0000000 /* the bits that distinguish the three */

/* Bits of a thread's number in its id; the process's rank lies above. */
#define QP_MEMBERS_THREAD_BITS 14
#define QP_MEMBERS_MOST        (1 << QP_MEMBERS_THREAD_BITS)

/* A group defined by VT_groupdef. */
struct qp_members_record {
    uint32_t published;
    uint32_t handle;
    uint32_t name;    /* reference of a qp_string */
    uint32_t count;   /* members */
    uint32_t members; /* reference of the first of count uint64_t (QP_KIND_ADDRESSES) */
    uint32_t unused;
};

struct qp_scope_record {
    uint32_t published;
    uint32_t handle;
    uint32_t name;       /* reference of a qp_string, like the next */
    uint32_t class_name; /* 0 = none */
    uint32_t begin;      /* location where it begins, 0 = unknown */
    uint32_t end;
};

/* Messages of one tag to or from one process. */
struct qp_channel_record {
    uint32_t published;
    uint32_t handle;
    int32_t peer; /* rank */
    int32_t tag;
    int32_t communicator;
    uint32_t unused;
};
