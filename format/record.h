/* record.h - the layout of a data file: what a recorder counts in place and a reader reads.
 *
 * Words
 *   extent     64 KiB of the file; the directory tells what it holds and where it lies in the window
 *   window     the recorder's address space for all that is referenced; extent number times 64 KiB
 *   reference  a place in the window: 32 bits, in units of 8 bytes; 0 is none
 *   chunk      a part of an extent, or several extents that follow each other in the window, with a header
 *              and records of one kind from one owner
 *   root       the top node of one calling-context tree; its method field refers to a qp_root
 *   mark       something that happened to the run as a whole: pause, clear, phase, note
 *
 * A reader finds the records of a kind by walking the chunks of that kind: records of fixed size follow the chunk
 * header to the chunk's end; one that is not published (its first field, the publication field, is 0) is passed over.
 * Records of variable size (string, lines, text) are reached by reference only; block arrays say their size. A writer
 * fills a record, then publishes it with release; readers load the publication field with acquire. References between
 * nodes only point upwards: a node's parent lies below it in the window, unless it is a root's.
 *
 * All numbers are in the recorder's byte order (byte_order tells); all structs have no hidden padding.
 *
 * The file as a whole is in record_file.h, libvt's log in record_log.h, what only merged files have in record_merge.h.
 */
#ifndef QP_FORMAT_RECORD_H
#define QP_FORMAT_RECORD_H

#include "format/record_file.h"
#include "format/record_log.h"
#include "format/record_merge.h"

/* ---- strings, methods, sources --------------------------------------------------------------------------- */

struct qp_string {
    uint32_t length; /* without the NUL that follows the bytes */
    char bytes[];
};

struct qp_line_record { /* as qprof_LineInfo */
    int32_t code_offset;
    int32_t line_number;
};

struct qp_branch_record { /* as qprof_BranchInfo */
    int32_t line_number;
    int32_t first_block;
    int32_t outcomes;
};

#define QP_METHOD_BLOCKS     1u /* flags: as QPROF_METHOD_FLAGS_* */
#define QP_METHOD_WAITS      2u
#define QP_METHOD_CYCLES     0x100u /* counts cycles; its clock time is uncounted */
#define QP_METHOD_PREDEFINED 0x200u
#define QP_METHOD_UNNAMED    0x400u /* not registered so far: only its flags are known */
#define QP_METHOD_RETIRED    0x800u /* it is gone: client_id is the recorder's own, and told_id is what it was */

/* Counters in the method's code counted calls of it, without their callers: written in merged files only; of others
 * readers find it out. */
#define QP_METHOD_LACKS_CALLERS 0x1000u

struct qp_method_record {
    uint32_t published;
    uint32_t product;
    uint64_t client_id;
    uint32_t flags;
    uint32_t name;       /* reference of a qp_string; 0 = unknown */
    uint32_t class_name; /* the same */
    uint32_t file;       /* the same */
    uint32_t lines;      /* reference of the first qp_line_record */
    uint32_t line_count;
    uint32_t branches; /* reference of the first qp_branch_record */
    uint32_t branch_count;
    uint32_t block_count; /* line_count, or more where branches have outcomes */
    uint32_t told_id;     /* where client_id is not the client's: reference of the client's id, a uint64_t; else 0 */
};

struct qp_source_record {
    uint32_t published;
    uint32_t file;   /* reference of a qp_string */
    uint32_t text;   /* reference of a qp_string, 0 = not kept */
    uint32_t hashed; /* 1 = hash is known */
    uint64_t hash;   /* XXH3, 64 bits, of the content */
    uint64_t size;   /* bytes of the content */
};

struct qp_exclusion_record {
    uint32_t published;
    uint32_t file;
    int32_t first;
    int32_t last;
    uint32_t reason; /* reference of a qp_string, 0 = none */
    uint32_t unused;
};

/* ---- threads --------------------------------------------------------------------------------------------- */

#define QP_THREAD_ANNOUNCED 1u
#define QP_THREAD_ENDED     2u

/* What was mounted ran until a tick with this node on top, so the lane that took it says; the lane that had it charges
 * that at its next event. */
struct qp_taken {
    uint64_t until;
    uint32_t node; /* reference, published last; 0 = nothing is to be charged */
    uint32_t unused;
};

/* A carrier: one system thread, or several one after the other. */
struct qp_thread_record {
    uint32_t published;
    uint32_t number;    /* of the carrier, from 1 */
    uint64_t client_id; /* qprof_ThreadID */
    uint64_t system_id; /* of the last system thread */
    uint32_t name;
    uint32_t flags;
    uint64_t start;              /* ticks */
    uint64_t end;                /* ticks, when ended */
    uint64_t count;              /* system threads that ran on it */
    uint64_t lanes[QP_PRODUCTS]; /* address of each product's lane in the process, as in a context's owner; 0 = none.
                                    The first thing in a lane is the address of the frame on top */
    struct qp_taken taken[QP_PRODUCTS];
    uint64_t lost;        /* events of its trace that found no room */
    uint64_t overwritten; /* events of its trace whose block was used again */
};

/* Virtual threads of one name that were created at one place, and resumed at one when they first ran. */
struct qp_group_record {
    uint32_t published;
    uint32_t product;
    uint32_t name;
    uint32_t flags;
    uint32_t creator;       /* reference of the node on top of the first one's creator, 0 = none */
    uint32_t resumer;       /* the same of who resumed it first */
    uint64_t parent_method; /* client id of the creator's method, 0 = none */
};

#define QP_GROUP_ESTIMATED 1u /* as QP_CONTEXT_ESTIMATED, of one of its virtual threads */
#define QP_GROUP_DISTURBED 2u /* the same of QP_CONTEXT_DISTURBED */

/* A frame of a shadow stack; node is an address in the recording process (see window_base). */
struct qp_frame {
    uint64_t node;
    uint64_t stack_id;
};

/* What a virtual thread's time goes to, X(constant, name): it runs; it could run and waits for a carrier; it is
 * suspended, or its method is flagged so; its method counts cycles; a callback of the client's runs on it. */
#define QP_STATE_LIST(X)                                                                                               \
    X(RUNNING, "running")                                                                                              \
    X(RUNNABLE, "runnable")                                                                                            \
    X(BLOCKED, "blocked")                                                                                              \
    X(WAITING, "waiting")                                                                                              \
    X(UNCOUNTED, "uncounted")                                                                                          \
    X(RECORDER, "recorder")

enum qp_context_state {
    QP_CONTEXT_FREE,
#define X(constant, name) QP_CONTEXT_##constant,
    QP_STATE_LIST(X)
#undef X
        QP_CONTEXT_STATES
};

/* Times by state, each at its place. A context has those of the first four, and a rare record for the others. */
#define QP_TIME_OF(state) ((state)-1)
#define QP_TIMES          6
#define QP_TIMES_HERE     4

/* A virtual thread, or a system thread of one product; reused when it ends. The addresses are the recorder's.
 *
 * The ledger of a virtual thread: from `start` until `since`, its times and what was paused (the marks tell) are all
 * there is. What follows `since` belongs to its state;
 * while it is mounted that is until the last event of its lane. A wake-up cuts it: from `woken` on it is runnable. */
struct qp_context {
    uint8_t published; /* with the next three the publication field */
    uint8_t product;
    uint8_t state; /* enum qp_context_state */
    uint8_t flags;
    uint32_t top;        /* reference of the node on top, while it is not mounted; 0 = it has no group yet */
    uint64_t virtual_id; /* VthreadID; 0 and not QP_CONTEXT_VIRTUAL = a system thread's own */
    uint64_t owner;      /* address of the lane that has or had it mounted, and QP_OWNER_* */
    uint64_t frames;     /* address of frame 0, the root's; above QP_CONTEXT_ORDER bits: log2 of how many have room */
    uint64_t since;      /* tick at which its state began, or was last added up */
    uint64_t woken;      /* tick of the wake-up from its state, 0 = none */
    uint32_t waker;      /* reference of the node on top of who woke it last, 0 = none */
    uint32_t waker_context; /* reference of the virtual thread that did, 0 = none */
    uint32_t epoch;
    uint32_t carrier;              /* number of the carrier in whose tree its frames lie */
    uint64_t times[QP_TIMES_HERE]; /* ticks, by state */
    uint32_t group;                /* reference of a qp_group_record, 0 before the first entry */
    uint32_t depth;                /* frames above the root while not mounted */
    uint32_t migrations;           /* mounts on another carrier than the one before */
    float longest;                 /* ticks of its longest time on a carrier without leaving it */
    uint64_t start;                /* tick from which its times count: its creation, or its epoch's begin */
    uint16_t overflow;             /* frames that found no memory, above the top */
    uint16_t unused;
    uint32_t rare;      /* reference of a qp_rare_record, 0 = none */
    uint64_t client_id; /* qprof_ThreadID, of thread_create_vt */
    uint32_t name;      /* reference of a qp_string, 0 = none */
    uint32_t creator;   /* reference of the node on top of its creator, 0 = none */
    uint32_t spawner;   /* reference of the virtual thread that created it, 0 = none; it may have been used again */
    uint32_t resumer;   /* reference of the node on top of who resumed it first, 0 = none */
};

#define QP_CONTEXT_ORDER     56u

#define QP_CONTEXT_VIRTUAL   1u
#define QP_CONTEXT_ANNOUNCED 2u
#define QP_CONTEXT_MEASURED  4u /* ticks follow the frames (-record-min-max) */
#define QP_CONTEXT_ESTIMATED 8u /* some of its times are, since its client told of no suspension */
/* Its times need not add up: in a merged file, where it is of a run that was in the middle of an event. */
#define QP_CONTEXT_DISTURBED 16u

/* It has another name since it joined its group: it joins that of its name when it goes on. */
#define QP_CONTEXT_RENAMED 32u

/* It was mounted when the run ended. */
#define QP_CONTEXT_RAN_LAST 64u

/* Bits of a context's owner, beside the address of the lane that has or had it. With neither it is mounted there; with
 * PARKED it is not; PARKING is the moment in between. */
#define QP_OWNER_PARKING 1u
#define QP_OWNER_PARKED  2u
#define QP_OWNER_BITS    3u

/* What few virtual threads have; it stays with the context when that is used again. */
struct qp_rare_record {
    uint32_t context; /* reference, published last */
    uint32_t name;    /* reference of a qp_string of its own, for names that number their threads; 0 = none */
    uint32_t room;    /* bytes that it has room for */
    uint32_t unused;
    uint64_t created; /* tick, where that is not the context's start; else 0 */
    uint64_t times[QP_TIMES - QP_TIMES_HERE];
};

/* A virtual thread that ended, or whose epoch did: one of those of its root that had the most of something. */
#define QP_KEPT_NAME 32

struct qp_kept_record {
    uint32_t published;
    uint32_t context; /* reference: with start it tells which thread it was */
    uint64_t virtual_id;
    uint64_t client_id;
    uint32_t name;  /* reference, 0 = own_name */
    uint32_t flags; /* QP_CONTEXT_*, QP_KEPT_ENDED */
    uint64_t start; /* of the thread */
    uint64_t begin; /* of what these times cover: start, or that of its epoch */
    uint64_t end;
    uint64_t times[QP_TIMES];
    uint64_t paused;
    uint64_t longest;
    uint32_t migrations;
    uint32_t creator;
    uint32_t spawner;
    uint32_t unused;
    char own_name[QP_KEPT_NAME]; /* cut to it, NUL-ended */
};

#define QP_KEPT_ENDED 0x100u /* the thread ended, not its epoch alone */

/* What they had the most of. */
enum qp_kept_by { QP_KEPT_BY_RUNNING, QP_KEPT_BY_SUSPENDED, QP_KEPT_BY_RUNNABLE, QP_KEPT_BY_MIGRATIONS, QP_KEPT_LISTS };
#define QP_KEPT 10 /* of each */

/* The virtual threads of one group that began and ended, or whose epoch ended, on one carrier in one epoch. */
#define QP_LIVES_BUCKETS 48 /* a duration of 2^n to 2^(n+1) - 1 ticks counts in n, 0 in 0, longer ones in the last */

struct qp_lives_record {
    uint32_t root;                 /* reference of the qp_root of carrier, group and epoch, published last */
    uint32_t kept;                 /* reference of qp_kept_record[QP_KEPT_LISTS][QP_KEPT], 0 = none yet */
    uint64_t least[QP_KEPT_LISTS]; /* what one must have more of to be kept; 0 = the list is not full */
    uint64_t created;              /* that entered their first method on this carrier */
    uint64_t ended;
    uint64_t life; /* ticks, all that follows is of those that ended, or whose epoch did */
    uint64_t times[QP_TIMES];
    uint64_t paused;
    uint64_t migrations;
    uint64_t longest;
    uint64_t longest_life;             /* of those in lives */
    uint64_t longest_delay;            /* of those in delays */
    uint64_t lives[QP_LIVES_BUCKETS];  /* how long those that ended lived */
    uint64_t delays[QP_LIVES_BUCKETS]; /* how long each was runnable, each time that it went on here */
};

/* ---- calling-context trees ------------------------------------------------------------------------------- */

/* The clock of a lane in one epoch, in ticks. The ledger of a carrier: from the first event of a system thread in an
 * epoch to its last, all ticks are in the nodes of the carrier's roots of the epoch and in these four. wall is the sum
 * for the threads and stretches that are over; the present one is last - since. While an event is under way last and
 * arriving differ, and its ticks are counted or not. */
struct qp_ledger {
    uint64_t arriving; /* tick of the last event that began */
    uint64_t last;     /* tick until which all is counted */
    uint64_t since;    /* tick at which the present stretch began; last, when there is none */
    uint64_t wall;
    uint64_t paused;
    uint64_t recorder;  /* callbacks of the client's, definitions, what is measured of the own cost */
    uint64_t scheduler; /* no virtual thread is mounted, after the first was; on the processor */
    uint64_t idle;      /* the same, off the processor */
};

/* What arriving is during an event whose tick is not known yet. */
#define QP_LEDGER_BUSY UINT64_MAX

struct qp_root {
    uint32_t published;
    uint32_t product;
    uint32_t thread; /* reference of a qp_thread_record */
    uint32_t group;  /* reference of a qp_group_record, 0 = the thread itself */
    uint32_t epoch;  /* 0, one more with each clear or phase mark */
    uint32_t flags;
    uint32_t node;           /* reference of the root node */
    uint32_t lives;          /* reference of a qp_lives_record, 0 = none; of groups only */
    struct qp_ledger ledger; /* of the thread itself only */
};

#define QP_ROOT_HIDDEN    1u /* calibration and callbacks: no report shows it */
#define QP_ROOT_ESTIMATED 2u /* idle and scheduler were told apart by the thread's CPU clock */

#define QP_NODE_ROOT      1u /* method is the reference of a qp_root; self is time outside any method */
#define QP_NODE_FOLD      2u /* call paths that found no room: one such node under a root, with one child a method */
#define QP_NODE_BLOCKS    4u /* the method was flagged so when the node was made, in a run with virtual threads */
#define QP_NODE_WAITS     8u
#define QP_NODE_CYCLES    16u /* record_counts was called on it */
#define QP_NODE_ESTIMATED 32u /* as QP_CONTEXT_ESTIMATED, of times in its extra record */

/* The product is in the two highest bits of a node's flags, so that nobody climbs to its root for it. */
#define QP_NODE_PRODUCT(flags)      ((enum qp_product)((flags) >> 14))
#define QP_NODE_OF_PRODUCT(product) ((uint16_t)((unsigned)(product) << 14))

/* Nodes whose time is not running time: a virtual thread's state follows them. */
#define QP_NODE_FLAGGED (QP_NODE_BLOCKS | QP_NODE_WAITS | QP_NODE_CYCLES)

/* The method of the fold node itself, which is a child of a root; its children have QP_NODE_FOLD too. */
#define QP_METHOD_FOLD UINT64_MAX

struct qp_node {
    uint64_t self; /* ticks */
    uint64_t calls;
    uint64_t method;   /* client id; published last, 0 = not published */
    uint32_t parent;   /* reference; 0 for a root */
    uint32_t sibling;  /* next in the circle of the parent's children */
    uint32_t last;     /* the child found last; a childless node points at the sentinel */
    uint32_t blocks;   /* reference of the qp_block_array of its root and method, 0 = none yet */
    uint32_t extra;    /* reference of its qp_node_extra_record, 0 = none */
    uint16_t children; /* at most 65535: there may be more */
    uint16_t flags;
};

/* Colder numbers of one node, made on demand. Times in ticks. */
struct qp_node_extra_record {
    uint32_t node;    /* reference, published last */
    uint32_t edge;    /* reference of the qp_edge_record used last, 0 = none */
    uint64_t blocked; /* while virtual threads were suspended in it; waiting and runnable likewise */
    uint64_t waiting;
    uint64_t runnable;
    uint64_t cycles;   /* sum of record_counts */
    uint64_t acquired; /* monitors */
    uint64_t released;
    uint64_t resumed;    /* how often a virtual thread went on in it */
    uint64_t tail_calls; /* of its calls those that ended in one */
    uint64_t measured;   /* calls that minimum and maximum cover (-record-min-max) */
    uint64_t minimum;    /* of one call, callees included */
    uint64_t maximum;
    uint64_t switched;  /* of `resumed`: how often the event also put another one aside */
    uint64_t announced; /* virtual threads that were made, named or ended while it was on top, each counted once */
};

/* Who woke virtual threads that were suspended in a node. */
struct qp_edge_record {
    uint32_t waiter; /* reference of a node, published last */
    uint32_t waker;  /* reference of the node on top of who woke them */
    uint32_t next;   /* reference of another edge of the waiter, 0 = none */
    uint32_t unused;
    uint64_t count;
    uint64_t suspended; /* ticks until they were woken */
    uint64_t delayed;   /* ticks from then until they went on */
};

/* Counts, or times, of the blocks of one method below one root. The record is QP_BLOCK_HEADER bytes and one
 * uint64_t per block; the next record follows directly. */
struct qp_block_array {
    uint32_t root;   /* reference of a qp_root, published last */
    uint32_t count;  /* blocks */
    uint64_t method; /* client id */
    uint32_t times;  /* 0 = executions, 1 = ticks, 2 = the recorder's own part of these ticks (merged files) */
    uint32_t next;   /* counts: reference of the array of times, 0 = none */
    uint64_t events; /* times: how often one was told */
    uint64_t values[];
};

#define QP_BLOCK_HEADER 32u

/* Counters of one method that its client counts in itself (qprof_block_counters). They go on in a pause, and a clear
 * does not touch them: what they counted up to such a moment is in a snapshot, and what counts is the difference of
 * two. */
struct qp_block_counters_record {
    uint32_t published;
    uint32_t product;
    uint64_t method;   /* client id */
    uint64_t owner;    /* of the client's choice: an interpreter, say; 0 = a system thread */
    uint32_t thread;   /* reference of the qp_thread_record of who asked for them first in this file */
    uint32_t count;    /* counters */
    uint32_t stride;   /* bytes from one to the next */
    uint32_t snapshot; /* reference of the newest qp_block_snapshot, 0 = none */
    uint64_t values;   /* where in the file the first counter lies, in bytes */
    uint32_t over;     /* 1 = what was counted since the newest snapshot is of no run */
    uint32_t blocks;   /* of the method */
    uint32_t terms;    /* reference of the first qp_counter_term; 0 = one counter for each block, then the calls' */
    uint32_t term_count;
};

struct qp_counter_term { /* as qprof_CounterTerm */
    int32_t block;
    int32_t counter;
    int32_t factor;
};

/* The counters at a mark. Those that had not changed since the snapshot before have none. */
struct qp_block_snapshot {
    uint32_t before;  /* reference of the snapshot before, 0 = none: all were 0 */
    uint32_t epoch;   /* that what was counted since then is of */
    uint32_t counted; /* 0 = it is of no epoch: nothing was recorded then */
    uint32_t count;
    uint64_t values[];
};

/* ---- marks ----------------------------------------------------------------------------------------------- */

/* X(constant, name for scripts, words for people). CLEAR and PHASE begin an epoch; what is older than a CLEAR is
 * forgotten. */
#define QP_MARK_LIST(X)                                                                                                \
    X(NONE, "none", "")                                                                                                \
    X(PAUSE, "pause", "paused")                                                                                        \
    X(RESUME, "resume", "resumed")                                                                                     \
    X(CLEAR, "clear", "cleared")                                                                                       \
    X(PHASE, "phase", "phase")                                                                                         \
    X(NOTE, "note", "note")                                                                                            \
    X(SAVE, "save", "saved to")

enum qp_mark_kind {
#define X(constant, name, words) QP_MARK_##constant,
    QP_MARK_LIST(X)
#undef X
};

struct qp_mark_record {
    uint32_t kind;    /* enum qp_mark_kind, published last */
    uint32_t product; /* the product whose call it was */
    uint64_t tick;
    uint32_t text;  /* reference of a qp_string: phase name, note, name of the copy */
    uint32_t epoch; /* that it begins, or falls into */
};

_Static_assert(sizeof(struct qp_node) == 48, "a node is 48 bytes: 85 in a small chunk, 1365 in an extent");
_Static_assert(
    sizeof(struct qp_context) == 152,
    "an idle virtual thread takes at most 448 bytes at depth 15: with 272 of frames and 24 of the table of ids");
_Static_assert(sizeof(struct qp_root) == 96, "a root has no hidden padding");
_Static_assert(sizeof(struct qp_kept_record) == 168, "nor has a kept virtual thread");
_Static_assert(sizeof(struct qp_block_array) == QP_BLOCK_HEADER, "values follow the header");
_Static_assert(sizeof(struct qp_block_counters_record) == 64, "counters have no hidden padding");
_Static_assert(sizeof(struct qp_block_snapshot) == 16, "nor have snapshots");

#endif
