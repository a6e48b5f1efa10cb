/* record_log.h - the records of libvt: its log, and the objects that its events refer to. Part of record.h. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* A block of a thread's events. The first block of a thread is a small chunk. The others are separate extents
 * outside of the window, which also begin with a qp_chunk. The block's header is followed by words of 64 bits, which
 * are published one by one. The first word that is 0 ends the block. The blocks of a thread are ordered by number. */

struct qp_trace_block {
    uint32_t published;
    uint32_t thread;  /* reference of a qp_thread_record */
    uint32_t product; /* product that wrote the block: a thread may have blocks of libvt and of libqprof */
    uint32_t unused;
    uint64_t tick;   /* tick to which the ticks of the first event are relative */
    uint64_t number; /* number of the block among those of the thread and product, from 1; a gap means that blocks
                      * were overwritten */
    uint64_t next;   /* for the recorder: address of the block that was filled after this one */
    uint64_t events; /* for the recorder: number of events of the block that are already counted */
};

/* A word has, from its lowest bit: 5 bits for the kind of the event, 25 bits for its object, and 34 bits for the
 * ticks since the previous event. If the object is a reference (QP_EVENT_REFERS), it has 32 bits and the ticks have 27
 * bits, which is about 40 ms. QP_EVENT_TIME has no object and 59 bits for the ticks. A kind with the bit QP_EVENT_WIDE
 * has a second word. It follows the first word, but is written before it. */
#define QP_EVENT_KIND_BITS   5
#define QP_EVENT_OBJECT_BITS 25
#define QP_EVENT_TICK_SHIFT  (QP_EVENT_KIND_BITS + QP_EVENT_OBJECT_BITS)
#define QP_EVENT_OBJECTS     (1u << QP_EVENT_OBJECT_BITS)
#define QP_EVENT_INDEX       (QP_EVENT_OBJECTS - 1) /* mask for those bits of a handle that are stored in events */
#define QP_EVENT_TICKS       ((uint64_t)1 << (64 - QP_EVENT_TICK_SHIFT))
#define QP_EVENT_REFERS      8u /* bits of a kind */
#define QP_EVENT_WIDE        16u

/* Kinds of events: X(constant, number, name in reports; NULL = reports do not show it). "The running one" is the
 * virtual thread that runs on the carrier. */
#define QP_EVENT_KIND_LIST(X)                                                                                            \
    X(NONE, 0, NULL)                                                                                                     \
    X(TIME, 1, NULL)            /* ticks before the next event, if they do not fit in that event's own bits */           \
    X(ENTER, 2, "enter")        /* object: state */                                                                      \
    X(LEAVE, 3, "leave")        /* object: the state that is left */                                                     \
    X(ON, 4, "on")              /* the thread's events are logged again */                                               \
    X(OFF, 5, "off")            /* from now on, events are not logged, except the ends of states that are open in the    \
                                 * log */                                                                                \
    X(END, 6, "end")            /* the system thread ends */                                                             \
    X(COMPLETE, 7, "complete")  /* object: a request (QP_MESSAGE_REQUEST) that ends: a send, a collective operation,     \
                                 * whose event follows, or any request that was cancelled or freed */                    \
    X(RUN, 8, "run")            /* object: a virtual thread, which runs on the carrier from now on */                    \
    X(READY, 9, "ready")        /* the carrier's virtual thread leaves it and is runnable; object: the thread's top      \
                                 * node, or 0 */                                                                         \
    X(BLOCK, 10, "block")       /* as READY, but blocked */                                                              \
    X(WAIT, 11, "wait")         /* as READY, but waiting */                                                              \
    X(RESUME, 12, "resume")     /* as BLOCK; the virtual thread leaves to run another one, such as a generator, and      \
                                 * resumes when the other one leaves the carrier */                                      \
    X(WAKE, 13, "wake")         /* object: a suspended virtual thread that the running one made runnable */              \
    X(DESTROY, 14, "destroy")   /* object: a virtual thread; it has ended */                                             \
    X(POST, 15, "post")         /* object: a request to receive a message or to take part in a collective operation,     \
                                 * started in the state on top */                                                        \
    X(ENTER_AT, 16, NULL)       /* second word: location */                                                              \
    X(LEAVE_AT, 17, NULL)       /* second word: new location of the state to which the thread returns */                 \
    X(COUNT, 18, "count")       /* object: counter; second word: value in the counter's format */                        \
    X(SCOPE_BEGIN, 19, "begin") /* object: scope; second word: sequence number, location << 32 */                        \
    X(SCOPE_END, 20, "finish")  /* as SCOPE_BEGIN */                                                                     \
    X(SEND, 21, "send")         /* object: channel; second word: bytes, location << 32 */                                \
    X(RECEIVE, 22, "receive")   /* as SEND */                                                                            \
    X(COMMENT, 23, "comment")   /* second word: reference of a qp_string, location << 32 */                              \
    X(THREAD, 24, "thread")     /* a system thread begins; second word: its system id */                                 \
    X(LOST, 25, "lost")         /* second word: number of events before this one that had no space */                    \
    X(SENT, 26, "sent")         /* precedes SEND or RECEIVE. object: location where the message was sent; second         \
                                 * word: tick when it was sent */                                                        \
    X(CREATE, 27, "create")     /* object: a virtual thread that the running one created; second word: its id */         \
    X(CALL_SEND, 28, NULL)      /* object: channel; the call that is the state on top sent a message (or wrote data).    \
                                 * second word: QP_MESSAGE_* */                                                          \
    X(CALL_RECEIVE, 29, NULL)   /* as CALL_SEND, but the call received a message (or read data) */                       \
    X(COLLECTIVE, 30, "collective") /* object: channel; the call took part in a collective operation. second word:       \
                                     * QP_COLLECTIVE_* */                                                                \
    X(MORE_BYTES, 31, NULL)         /* precedes one of these three events whose number of bytes is too large for it.     \
                                     * second word: the upper bits, which that event lacks, of the bytes or of the bytes \
                                     * sent; those of the bytes received << 32 */

enum qp_event_kind {
#define X(constant, number, name) QP_EVENT_##constant = number,
    QP_EVENT_KIND_LIST(X)
#undef X
        QP_EVENT_KINDS
};

_Static_assert(QP_EVENT_ENTER_AT == QP_EVENT_WIDE, "kinds from there on have a second word");

/* Second word of CALL_SEND and CALL_RECEIVE: the lower bits of the number of bytes, and the number of the request to
 * which the message belongs, 0 = none. COLLECTIVE has the lower bits of the bytes sent and received instead. In all
 * three, the highest bit means that the state on top is left at the same time, so no LEAVE follows. With its ENTER_AT,
 * such a call takes 32 bytes. */
#define QP_MESSAGE_BYTES_BITS   40
#define QP_MESSAGE_REQUEST_BITS 23
#define QP_MESSAGE_REQUEST      ((1u << QP_MESSAGE_REQUEST_BITS) - 1) /* mask for the number of a request */
#define QP_COLLECTIVE_SENT_BITS 31
#define QP_COLLECTIVE_GOT_BITS  32
#define QP_MESSAGE_LEAVES       ((uint64_t)1 << 63)

/* Return true if an event of this kind means that a virtual thread leaves its carrier. These four kinds have the
 * order of QPROF_REASON_*. */
static inline bool qp_event_is_leaving(enum qp_event_kind kind)
{
    return kind >= QP_EVENT_READY && kind <= QP_EVENT_RESUME;
}

/* Return the position of the ticks in a word: the number of their lowest bit. */
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
    uint32_t addresses; /* reference of an array uint64_t[count] (QP_KIND_ADDRESSES) */
    uint32_t count;
    uint32_t node;  /* call path of the interpreted program: reference of a qp_node of libqprof, 0 = unknown */
    uint32_t flags; /* QP_LOCATION_* */
};

#define QP_LOCATION_PC 1u /* the first address is that of the running instruction, not a return address */

/* A range of code in the process's memory. If two ranges overlap, the one that was loaded later replaced the other. */
#define QP_BUILD_ID 20

struct qp_module_record {
    uint32_t published;
    uint32_t name; /* reference of a qp_string: path of the file */
    uint64_t start;
    uint64_t end;
    uint64_t bias; /* difference between addresses in memory and in the file */
    uint64_t tick; /* time at which the recorder first found the module */
    uint32_t build_id_size;
    unsigned char build_id[QP_BUILD_ID];
};

/* Fields of a counter's genre, as in VT_countdef: the format of its values, their display, and the time for which a
 * value is valid. */
#define QP_COUNTER_DATA      0x00fu /* mask */
#define QP_COUNTER_INTEGER   0x001u
#define QP_COUNTER_FLOAT     0x002u
#define QP_COUNTER_INTEGER64 0x004u
#define QP_COUNTER_RATE      0x020u
#define QP_COUNTER_BEFORE    0x100u
#define QP_COUNTER_POINT     0x200u
#define QP_COUNTER_AFTER     0x400u
#define QP_COUNTER_SAMPLE    0x800u

/* Targets of counters, besides the ids of processes and threads and the handles of groups. */
#define QP_TARGET_PROCESS   (-1) /* this process */
#define QP_TARGET_THREADS   (-2) /* each thread */
#define QP_TARGET_PROCESSES (-3) /* each process */
#define QP_TARGET_HOSTS     (-4) /* each host */

struct qp_counter_record {
    uint32_t published;
    uint32_t handle;
    uint32_t name;       /* reference of a qp_string, as are the next two fields */
    uint32_t class_name; /* 0 = none */
    uint32_t unit;
    uint32_t genre;  /* QP_COUNTER_* */
    uint32_t target; /* QP_TARGET_*, the id of a process or thread, or the handle of a group */
    uint32_t bounded;
    uint64_t lower; /* lower bound; both bounds are bits in the counter's format */
    uint64_t upper;
};

/* Kinds of instances to which a counter's value belongs (members.h). The narrowest kind is first. */
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

/* Totals of one counter on one carrier. Values are stored as the bits of the counter's format, which is double or
 * int64_t. */
struct qp_series_record {
    uint32_t published;
    uint32_t counter;  /* handle */
    uint32_t thread;   /* reference of a qp_thread_record */
    uint32_t data;     /* QP_COUNTER_DATA of the counter */
    uint32_t instance; /* enum qp_instance */
    uint32_t next;     /* reference of the next record in a list, 0 = none. The recorder lists the records whose
                        * counter may not apply to the next thread on the carrier */
    uint64_t samples;
    double sum;
    uint64_t minimum; /* greater than `maximum` if no value was a number */
    uint64_t maximum;
    uint64_t first;
    uint64_t last;
    uint64_t first_tick;
    uint64_t last_tick;
};

/* First number of each of three ranges: handles of groups, ids of processes, and ids of threads. Such numbers are
 * targets of counters and members of groups. */
#define QP_MEMBERS_GROUPS    0x40000000
#define QP_MEMBERS_PROCESSES 0x50000000
#define QP_MEMBERS_THREADS   0x60000000
#define QP_MEMBERS_KIND      0xf0000000 /* mask for the bits that distinguish the three ranges */

/* Number of bits for a thread's number in its id. The bits above are the rank of its process. */
#define QP_MEMBERS_THREAD_BITS 14
#define QP_MEMBERS_MOST        (1 << QP_MEMBERS_THREAD_BITS)

/* A group defined by VT_groupdef. */
struct qp_members_record {
    uint32_t published;
    uint32_t handle;
    uint32_t name;    /* reference of a qp_string */
    uint32_t count;   /* members */
    uint32_t members; /* reference of the members' ids: an array uint64_t[count] (QP_KIND_ADDRESSES) */
    uint32_t unused;
};

struct qp_scope_record {
    uint32_t published;
    uint32_t handle;
    uint32_t name;       /* reference of a qp_string, as is the next field */
    uint32_t class_name; /* 0 = none */
    uint32_t begin;      /* location where it begins, 0 = unknown */
    uint32_t end;
};
