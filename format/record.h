/* record.h - the layout of a data file: the counters that a recorder updates in place and a reader reads.
 *
 * Terms
 *
 *   extent     64 KiB of the file; the directory has its kind and its position in the window
 *   window     the recorder's address space for everything that is referenced; extent number times 64 KiB
 *   reference  a position in the window: 32 bits, in units of 8 bytes; 0 is none
 *   chunk      a part of an extent, or several extents that are adjacent in the window, with a header and records
 *              of one kind from one owner
 *   root       the top node of one calling-context tree; its method field refers to a qp_root
 *   mark       an event of the whole run: pause, clear, phase, note
 *
 * A reader finds the records of a kind by iterating over the chunks of that kind: records of fixed size follow the
 * chunk header to the chunk's end; a record that is not published (its first field, the publication field, is 0) is
 * skipped. Records of variable size (string, lines, text) are found by reference only; block arrays contain their size.
 * A writer fills a record, then publishes it with release; readers load the publication field with acquire. References
 * between nodes only point upwards: a node's parent lies below it in the window, unless it is a root's.
 *
 * All numbers are in the recorder's byte order (byte_order); structs have no hidden padding.
 *
 * record_file.h has the file as a whole, record_log.h libvt's log, record_merge.h the additions of merged files. */
#pragma once

#include "format/record_file.h"
#include "format/record_log.h"
#include "format/record_merge.h"

/* ---- strings, methods, sources --------------------------------------------------------------------------- */

struct qp_string {
    uint32_t length; /* without the NUL that follows the bytes */
    char bytes[];
};

struct qp_line_record { /* like qprof_LineInfo */
    int32_t code_offset;
    int32_t line_number;
};

struct qp_branch_record { /* like qprof_BranchInfo */
    int32_t line_number;
    int32_t first_block;
    int32_t outcomes;
};

#define QP_METHOD_BLOCKS  1u /* flags: like QPROF_METHOD_FLAGS_* */
#define QP_METHOD_WAITS   2u
#define QP_METHOD_CYCLES  0x100u /* counts cycles; its clock time is uncounted */
#define QP_METHOD_UNNAMED 0x400u /* not registered so far: only its flags are known */
#define QP_METHOD_RETIRED 0x800u /* retired: recorded_id is the recorder's own id, client_id the client's */

/* Counters in the method's code counted its calls without callers. Written in merged files only; for others the reader
 * determines it. */
#define QP_METHOD_LACKS_CALLERS 0x1000u

struct qp_method_record {
    uint32_t published;
    uint32_t product;
    uint64_t recorded_id; /* id in the method's nodes; the client's, unless client_id is set */
    uint32_t flags;
    uint32_t name;       /* reference of a qp_string; 0 = unknown */
    uint32_t class_name; /* reference of a qp_string; 0 = unknown */
    uint32_t file;       /* reference of a qp_string; 0 = unknown */
    uint32_t lines;      /* reference of the first qp_line_record */
    uint32_t line_count;
    uint32_t branches; /* reference of the first qp_branch_record */
    uint32_t branch_count;
    uint32_t block_count; /* line_count, or more if branches have outcomes */
    uint32_t client_id;   /* reference of the client's id, a uint64_t; 0 = recorded_id */
};

struct qp_source_record {
    uint32_t published;
    uint32_t file;   /* reference of a qp_string */
    uint32_t text;   /* reference of a qp_string, 0 = not stored */
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

/* Time that another thread state took over: the mounted context ran until this tick with this node on top. The thread
 * state that had it mounted charges this at its next event. */
struct qp_taken {
    uint64_t until;
    uint32_t node; /* reference, published last; 0 = nothing to charge */
    uint32_t unused;
};

/* A carrier: one system thread, or several in succession. */
struct qp_thread_record {
    uint32_t published;
    uint32_t number;    /* number of the carrier, from 1 */
    uint64_t client_id; /* qprof_ThreadID */
    uint64_t system_id; /* id of the last system thread */
    uint32_t name;
    uint32_t flags;
    uint64_t start;                /* ticks */
    uint64_t end;                  /* ticks, when ended */
    uint64_t count;                /* number of system threads that ran on it */
    uint64_t tstates[QP_PRODUCTS]; /* address of each product's thread state in the process, as in a context's owner; 0
                                    * = none. A thread state begins with the address of the top frame */
    struct qp_taken taken[QP_PRODUCTS];
    uint64_t lost;        /* events of its log without space */
    uint64_t overwritten; /* events of its log whose block was reused */
};

/* Group of virtual threads with one name, created at one place and first resumed at one place. */
struct qp_group_record {
    uint32_t published;
    uint32_t product;
    uint32_t name;
    uint32_t flags;
    uint32_t creator;       /* reference of the top node of the first one's creator, 0 = none */
    uint32_t resumer;       /* reference of the top node of the first one's first resumer, 0 = none */
    uint64_t parent_method; /* client id of the creator's method, 0 = none */
};

#define QP_GROUP_ESTIMATED 1u /* QP_CONTEXT_ESTIMATED holds for one of its virtual threads */
#define QP_GROUP_DISTURBED 2u /* QP_CONTEXT_DISTURBED holds for one of them */

/* A frame of a shadow stack; node is an address in the recording process (see window_base). */
struct qp_frame {
    uint64_t node;
    uint64_t stack_id;
};

/* State of a virtual thread, X(constant, name): it runs; it could run and waits for a carrier; it is suspended (blocked
 * or waiting), or its method is flagged so; its method counts cycles; a callback of the client runs on it. */
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

/* Index of a state's time. A context has the first four times; the others are in a rare record. */
#define QP_TIME_OF(state) ((state)-1)
#define QP_TIMES          6
#define QP_TIMES_HERE     4

/* A virtual thread, or a system thread of one product; reused after it ends. The addresses are the recorder's.
 *
 * The ledger of a virtual thread: from `start` until `since`, its times plus the pauses (from the marks) are complete.
 * Time after `since` belongs to its state; while it is mounted, up to the last event of its thread state. A wake-up
 * splits it: from `woken` on it is runnable. */
struct qp_context {
    uint8_t published; /* publication field, with the next three */
    uint8_t product;
    uint8_t state; /* enum qp_context_state */
    uint8_t flags;
    uint32_t top;           /* reference of the top node while not mounted; 0 = it has no group yet */
    uint64_t virtual_id;    /* VthreadID; 0 and no QP_CONTEXT_VIRTUAL = a system thread itself */
    uint64_t owner;         /* address of the thread state that has or had it mounted, and QP_OWNER_* */
    uint64_t frames;        /* address of frame 0, the root's; above QP_CONTEXT_ORDER bits: log2 of the capacity */
    uint64_t since;         /* tick at which its state began or was last accounted */
    uint64_t woken;         /* tick of the wake-up from its state, 0 = none */
    uint32_t waker;         /* reference of its last waker's top node, 0 = none */
    uint32_t waker_context; /* reference of the virtual thread that woke it, 0 = none */
    uint32_t epoch;
    uint32_t carrier;              /* number of the carrier whose tree has its frames */
    uint64_t times[QP_TIMES_HERE]; /* ticks, by state */
    uint32_t group;                /* reference of a qp_group_record, 0 before the first entry */
    uint32_t depth;                /* frames above the root while not mounted */
    uint32_t migrations;           /* mounts on another carrier than the one before */
    float longest;                 /* ticks of its longest uninterrupted time on a carrier */
    uint64_t start;                /* tick from which its times count: its creation, or the begin of its epoch */
    uint16_t overflow;             /* frames without memory, above the top */
    uint16_t unused;
    uint32_t rare;      /* reference of a qp_rare_record, 0 = none */
    uint64_t client_id; /* qprof_ThreadID of thread_create_vt */
    uint32_t name;      /* reference of a qp_string, 0 = none */
    uint32_t creator;   /* reference of its creator's top node, 0 = none */
    uint32_t spawner;   /* reference of the virtual thread that created it, 0 = none; may have been reused */
    uint32_t resumer;   /* reference of its first resumer's top node, 0 = none */
};

#define QP_CONTEXT_ORDER     56u

#define QP_CONTEXT_VIRTUAL   1u
#define QP_CONTEXT_ANNOUNCED 2u
#define QP_CONTEXT_MEASURED  4u /* ticks follow the frames (-record-min-max) */
#define QP_CONTEXT_ESTIMATED 8u /* some of its times are estimated, since its client reported no suspension */
/* Its times need not add up: in a merged file, from a run that was recorded in the middle of an event. */
#define QP_CONTEXT_DISTURBED 16u

/* Its name changed after it joined its group: it joins the group of the new name when it resumes. */
#define QP_CONTEXT_RENAMED 32u

/* The virtual thread was mounted when the run ended. */
#define QP_CONTEXT_RAN_LAST 64u

/* Bits of a context's owner, beside the address of the thread state that has or had it. With neither bit it is mounted
 * there; with PARKED it is not; PARKING is the transition. */
#define QP_OWNER_PARKING 1u
#define QP_OWNER_PARKED  2u
#define QP_OWNER_BITS    3u

/* Values that few virtual threads have; the record stays with the context when that is reused. */
struct qp_rare_record {
    uint32_t context; /* reference, published last */
    uint32_t name;    /* reference of its own qp_string, for names with numbers; 0 = none */
    uint32_t room;    /* capacity of name in bytes */
    uint32_t unused;
    uint64_t created; /* tick, if it differs from the context's start; else 0 */
    uint64_t times[QP_TIMES - QP_TIMES_HERE];
};

/* A top-k virtual thread: one that ended, or whose epoch did, and was among those of its root with the most of
 * something. */
#define QP_KEPT_NAME 32

struct qp_kept_record {
    uint32_t published;
    uint32_t context; /* reference; with start it identifies the thread */
    uint64_t virtual_id;
    uint64_t client_id;
    uint32_t name;  /* reference, 0 = own_name */
    uint32_t flags; /* QP_CONTEXT_*, QP_KEPT_ENDED */
    uint64_t start; /* start of the thread */
    uint64_t begin; /* start of the times: that of the thread or of its epoch */
    uint64_t end;
    uint64_t times[QP_TIMES];
    uint64_t paused;
    uint64_t longest;
    uint32_t migrations;
    uint32_t creator;
    uint32_t spawner;
    uint32_t unused;
    char own_name[QP_KEPT_NAME]; /* truncated, NUL-terminated */
};

#define QP_KEPT_ENDED 0x100u /* the thread ended, not only its epoch */

/* Ranking of a top-k list. */
enum qp_kept_by { QP_KEPT_BY_RUNNING, QP_KEPT_BY_SUSPENDED, QP_KEPT_BY_RUNNABLE, QP_KEPT_BY_MIGRATIONS, QP_KEPT_LISTS };
#define QP_KEPT 10 /* length of each list */

/* Totals of the virtual threads of one group that began and ended, or whose epoch ended, on one carrier in one epoch.
 */
#define QP_LIVES_BUCKETS 48 /* a duration of 2^n to 2^(n+1) - 1 ticks counts in n, 0 in 0, longer ones in the last */

struct qp_lives_record {
    uint32_t root;                 /* reference of the qp_root of carrier, group and epoch, published last */
    uint32_t kept;                 /* reference of qp_kept_record[QP_KEPT_LISTS][QP_KEPT], 0 = none yet */
    uint64_t least[QP_KEPT_LISTS]; /* value to exceed for a place in each list; 0 = the list is not full */
    uint64_t created;              /* threads that entered their first method on this carrier */
    uint64_t ended;
    uint64_t life; /* ticks; all that follows covers threads that ended or whose epoch did */
    uint64_t times[QP_TIMES];
    uint64_t paused;
    uint64_t migrations;
    uint64_t longest;
    uint64_t longest_life;             /* longest of lives */
    uint64_t longest_delay;            /* longest of delays */
    uint64_t lives[QP_LIVES_BUCKETS];  /* histogram of the lifetimes of ended threads */
    uint64_t delays[QP_LIVES_BUCKETS]; /* histogram of the runnable times before each resumption here */
};

/* ---- calling-context trees ------------------------------------------------------------------------------- */

/* The clock of a thread state in one epoch, in ticks. The ledger of a carrier: from a system thread's first event in an
 * epoch to its last, all ticks are in the nodes of the carrier's roots of the epoch or in these four fields. wall is
 * the sum over finished threads and intervals; the current interval is last - since. During an event, last and arriving
 * differ, and the ticks between them may be counted or not. */
struct qp_ledger {
    uint64_t arriving; /* tick of the last event that began */
    uint64_t last;     /* tick until which everything is counted */
    uint64_t since;    /* tick at which the current interval began; equal to last if there is none */
    uint64_t wall;
    uint64_t paused;
    uint64_t recorder;  /* client's callbacks, definitions, and measured overhead */
    uint64_t scheduler; /* on the processor without a mounted virtual thread, after the first one */
    uint64_t idle;      /* off the processor without a mounted virtual thread, after the first one */
};

/* Value of arriving during an event whose tick is not known yet. */
#define QP_LEDGER_BUSY UINT64_MAX

struct qp_root {
    uint32_t published;
    uint32_t product;
    uint32_t thread; /* reference of a qp_thread_record */
    uint32_t group;  /* reference of a qp_group_record, 0 = the thread itself */
    uint32_t epoch;  /* 0, incremented by each clear or phase mark */
    uint32_t flags;
    uint32_t node;           /* reference of the root node */
    uint32_t lives;          /* reference of a qp_lives_record, 0 = none; only for groups */
    struct qp_ledger ledger; /* only for the thread itself */
};

#define QP_ROOT_HIDDEN    1u /* calibration and callbacks: no report shows it */
#define QP_ROOT_ESTIMATED 2u /* idle and scheduler were separated by the thread's CPU clock */

#define QP_NODE_ROOT      1u /* method is the reference of a qp_root; self is time outside any method */
#define QP_NODE_FOLD      2u /* call paths without space: one such node under a root, with one child per method */
#define QP_NODE_BLOCKS    4u /* the method was flagged so when the node was made, in a run with virtual threads */
#define QP_NODE_WAITS     8u
#define QP_NODE_CYCLES    16u /* record_counts was called on it */
#define QP_NODE_ESTIMATED 32u /* as QP_CONTEXT_ESTIMATED, for times in its extra record */

/* The product is in the two highest bits of a node's flags, to avoid a walk to its root. */
#define QP_NODE_PRODUCT(flags)      ((enum qp_product)((flags) >> 14))
#define QP_NODE_OF_PRODUCT(product) ((uint16_t)((unsigned)(product) << 14))

/* Nodes whose time is not running time: a virtual thread's state follows these flags. */
#define QP_NODE_FLAGGED (QP_NODE_BLOCKS | QP_NODE_WAITS | QP_NODE_CYCLES)

/* Method of the fold node itself, a child of a root; its children have QP_NODE_FOLD too. */
#define QP_METHOD_FOLD UINT64_MAX

struct qp_node {
    uint64_t self; /* ticks */
    uint64_t calls;
    uint64_t method;   /* client id; published last, 0 = not published */
    uint32_t parent;   /* reference; 0 for a root */
    uint32_t sibling;  /* next in the circular list of the parent's children */
    uint32_t last;     /* the child found last; points at the sentinel if there are no children */
    uint32_t blocks;   /* reference of the qp_block_array of its root and method, 0 = none yet */
    uint32_t extra;    /* reference of its qp_node_extra_record, 0 = none */
    uint16_t children; /* number of children; saturates at 65535 */
    uint16_t flags;
};

/* Less frequently used values of one node, made on demand. Times in ticks. */
struct qp_node_extra_record {
    uint32_t node;    /* reference, published last */
    uint32_t edge;    /* reference of the qp_edge_record used last, 0 = none */
    uint64_t blocked; /* time while virtual threads were suspended in it; likewise waiting and runnable */
    uint64_t waiting;
    uint64_t runnable;
    uint64_t cycles;   /* sum of record_counts */
    uint64_t acquired; /* monitors */
    uint64_t released;
    uint64_t resumed;    /* resumptions of virtual threads in it */
    uint64_t tail_calls; /* calls that ended in a tail call */
    uint64_t measured;   /* calls covered by minimum and maximum (-record-min-max) */
    uint64_t minimum;    /* ticks of one call, callees included */
    uint64_t maximum;
    uint64_t switched;  /* of `resumed`: events that also suspended another virtual thread */
    uint64_t announced; /* virtual threads created, named or ended while it was on top, one per event */
};

/* Wake-ups of virtual threads that were suspended in a node. */
struct qp_edge_record {
    uint32_t waiter; /* reference of a node, published last */
    uint32_t waker;  /* reference of the waker's top node */
    uint32_t next;   /* reference of another edge of the waiter, 0 = none */
    uint32_t unused;
    uint64_t count;
    uint64_t suspended; /* ticks until the wake-ups */
    uint64_t delayed;   /* ticks from the wake-ups to the resumptions */
};

/* Counts or times of the blocks of one method below one root. The record has QP_BLOCK_HEADER bytes and one uint64_t per
 * block; the next record follows directly. */
struct qp_block_array {
    uint32_t root;   /* reference of a qp_root, published last */
    uint32_t count;  /* blocks */
    uint64_t method; /* client id */
    uint32_t times;  /* 0 = executions, 1 = ticks, 2 = overhead in these ticks (merged files) */
    uint32_t next;   /* for counts: reference of the array of times, 0 = none */
    uint64_t events; /* for times: number of reports */
    uint64_t values[];
};

#define QP_BLOCK_HEADER 32u

/* Counters of one method that its client increments without a call (qprof_block_counters). They continue during a
 * pause, and a clear does not reset them: a snapshot has their values at such a moment, and the difference of two
 * snapshots is counted. */
struct qp_block_counters_record {
    uint32_t published;
    uint32_t product;
    uint64_t method;   /* client id */
    uint64_t owner;    /* chosen by the client, e.g. per interpreter; 0 = a system thread */
    uint32_t thread;   /* reference of the qp_thread_record of the first user in this file */
    uint32_t count;    /* counters */
    uint32_t stride;   /* bytes from one counter to the next */
    uint32_t snapshot; /* reference of the newest qp_block_snapshot, 0 = none */
    uint64_t values;   /* file offset of the first counter */
    uint32_t over;     /* 1 = counts since the newest snapshot belong to no run */
    uint32_t blocks;   /* blocks of the method */
    uint32_t terms;    /* reference of the first qp_counter_term; 0 = one counter per block, then the calls */
    uint32_t term_count;
};

struct qp_counter_term { /* like qprof_CounterTerm */
    int32_t block;
    int32_t counter;
    int32_t factor;
};

/* The counters at a mark. No snapshot is taken if none changed since the previous one. */
struct qp_block_snapshot {
    uint32_t before;  /* reference of the previous snapshot, 0 = none: all were 0 */
    uint32_t epoch;   /* epoch of the counts since the previous snapshot */
    uint32_t counted; /* 0 = they belong to no epoch: nothing was recorded then */
    uint32_t count;
    uint64_t values[];
};

/* ---- marks ----------------------------------------------------------------------------------------------- */

/* X(constant, name for scripts, text for people). CLEAR and PHASE begin an epoch; data older than a CLEAR is dropped.
 */
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
    uint32_t product; /* the product whose call made it */
    uint64_t tick;
    uint32_t text;  /* reference of a qp_string: phase name, note, or name of the copy */
    uint32_t epoch; /* epoch that it begins or falls into */
};

_Static_assert(sizeof(struct qp_node) == 48, "a node is 48 bytes: 85 in a small chunk, 1365 in an extent");
_Static_assert(
    sizeof(struct qp_context) == 152,
    "an idle virtual thread takes at most 448 bytes at depth 15: with 272 of frames and 24 of the table of ids");
_Static_assert(sizeof(struct qp_root) == 96, "a root has no hidden padding");
_Static_assert(sizeof(struct qp_kept_record) == 168, "a kept record has no hidden padding");
_Static_assert(sizeof(struct qp_block_array) == QP_BLOCK_HEADER, "values follow the header");
_Static_assert(sizeof(struct qp_block_counters_record) == 64, "counters have no hidden padding");
_Static_assert(sizeof(struct qp_block_snapshot) == 16, "a snapshot has no hidden padding");
