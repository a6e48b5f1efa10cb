/* record.h - the layout of the records in a data file, which a recorder updates in place while readers may read
 * them.
 *
 * Terms
 *
 *   extent     64 KiB of the file; the directory has its kind and its position in the window
 *   window     a range of the recorder's addresses that contains everything to which references point; it has a
 *              position for an extent every 64 KiB
 *   reference  a position in the window: 32 bits, in units of 8 bytes; 0 is none
 *   chunk      a part of an extent, or several extents that are adjacent in the window, with a header and records
 *              of one kind from one owner
 *   root       the top node of one calling-context tree; its method field refers to a qp_root
 *   mark       an event of the whole run: pause, clear, phase, note
 *
 * A reader finds the records of a kind by iterating over the chunks of that kind. In a chunk, records of fixed size
 * follow the chunk header up to the chunk's end. The first field of a record is its publication field: if it is 0, the
 * record is not published, and readers skip it. Records of variable size (string, lines, text) are found by reference
 * only; block arrays contain their size. A writer fills a record, then stores its publication field with memory order
 * release; readers load this field with acquire. The parent of a node lies at a lower position in the window than the
 * node itself; a root has no parent.
 *
 * All numbers are in the recorder's byte order (byte_order); structs have no hidden padding.
 *
 * record_file.h defines the file as a whole, record_log.h the event log, record_message.h messages, record_merge.h the
 * additional records of merged files. */
#pragma once

#include "format/record_file.h"
#include "format/record_log.h"
#include "format/record_message.h"
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
#define QP_METHOD_LOADS   4u
#define QP_METHOD_TYPE    8u
#define QP_METHOD_CYCLES  0x100u /* the client counts cycles in this method, so its clock time is "uncounted" time */
#define QP_METHOD_WRAPPED 0x200u /* a wrapper records the calls: each has the overhead qp_header.wrapper_cost */
#define QP_METHOD_UNNAMED 0x400u /* not registered yet: only its flags are known */
#define QP_METHOD_RETIRED 0x800u /* retired: recorded_id is the recorder's own id, client_id the client's */

/* The table of branches is followed by the line to which each of their outcomes leads, an int32_t: 0 = unknown, -LINE =
 * the exit from code that begins on LINE. The outcomes are in the order of the branches. */
#define QP_METHOD_TARGETS 0x2000u

/* The client stopped reporting the method's calls during the run, because that took longer than the method, and has
 * only counted them since (qprof_throttle). */
#define QP_METHOD_THROTTLED 0x4000u

/* Flags that no definition has: they are added to a method that is registered or not. */
#define QP_METHOD_ADDED (QP_METHOD_CYCLES | QP_METHOD_WRAPPED | QP_METHOD_THROTTLED)

/* Counters in the method's code counted its calls, so their callers are unknown. This flag is only in merged files;
 * for other files, the reader determines it. */
#define QP_METHOD_LACKS_CALLERS 0x1000u

struct qp_method_record {
    uint32_t published;
    uint32_t product;
    uint64_t recorded_id; /* id in the method's nodes; equal to the client's id unless client_id is set */
    uint32_t flags;
    uint32_t name;       /* reference of a qp_string; 0 = unknown */
    uint32_t class_name; /* reference of a qp_string; 0 = unknown */
    uint32_t file;       /* reference of a qp_string; 0 = unknown */
    uint32_t lines;      /* reference of the first qp_line_record */
    uint32_t line_count;
    uint32_t branches; /* reference of the first qp_branch_record */
    uint32_t branch_count;
    uint32_t block_count; /* number of blocks: line_count, or more if branches have outcomes */
    uint32_t client_id;   /* reference of the client's id, a uint64_t; 0 = the client's id is recorded_id */
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

/* Running time that a thread state still has to charge. The virtual thread ran on this thread state until the tick
 * `until` with `node` on top, then another thread state took it over. The old thread state charges the time at its next
 * event. */
struct qp_taken {
    uint64_t until;
    uint32_t node; /* reference of the node, published last; 0 = nothing to charge */
    uint32_t unused;
};

/* A carrier: a system thread, or several system threads one after the other. */
struct qp_thread_record {
    uint32_t published;
    uint32_t number;    /* number of the carrier, from 1 */
    uint64_t client_id; /* qprof_ThreadID */
    uint64_t system_id; /* id of the last system thread */
    uint32_t name;
    uint32_t flags;
    uint64_t start;                /* ticks */
    uint64_t end;                  /* ticks, when ended */
    uint64_t count;                /* number of system threads that were this carrier */
    uint64_t tstates[QP_PRODUCTS]; /* address of each product's thread state in the process; 0 = none. The field
                                    * `owner` of a qp_context refers to a thread state by this address. A thread state
                                    * begins with the address of the top frame */
    struct qp_taken taken[QP_PRODUCTS];
    uint64_t lost;        /* number of events for which its log had no space */
    uint64_t overwritten; /* number of events of its log that were lost because their block was reused */
};

/* Group of virtual threads that have the same name, were created in the same function, and were first resumed in the
 * same function. */
struct qp_group_record {
    uint32_t published;
    uint32_t product;
    uint32_t name;
    uint32_t flags;
    uint32_t creator;       /* node on top of the thread that created the group's first virtual thread: reference, 0
                             * = none */
    uint32_t resumer;       /* node on top of the thread that first resumed the group's first virtual thread:
                             * reference, 0 = none */
    uint64_t parent_method; /* client id of the creator's method, 0 = none */
};

#define QP_GROUP_ESTIMATED 1u /* at least one of its virtual threads has QP_CONTEXT_ESTIMATED */
#define QP_GROUP_DISTURBED 2u /* at least one of its virtual threads has QP_CONTEXT_DISTURBED */

/* A frame of a shadow stack; node is an address in the recording process (see window_base). */
struct qp_frame {
    uint64_t node;
    uint64_t stack_id;
};

/* States of a virtual thread: X(constant, name). RUNNABLE: it could run but has no carrier. BLOCKED and WAITING: it
 * is suspended for this reason, or its method has the flag with this name. UNCOUNTED: its method counts cycles.
 * RECORDER: a callback of the client runs on it. */
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

/* Index of a state's time. The first four times are in the context, the others in its qp_rare_record. */
#define QP_TIME_OF(state) ((state)-1)
#define QP_TIMES          6
#define QP_TIMES_HERE     4

/* A virtual thread, or a system thread as one product sees it. The record is reused after the thread ends. Addresses
 * are those of the recording process.
 *
 * The times of a virtual thread and the pauses (from the marks) add up to the time from `start` to `since`. The time
 * after `since` belongs to the current state. If the thread is mounted, this time ends at the last event of its thread
 * state. If the thread was woken, the time from `since` to `woken` belongs to the current state, and the time after
 * `woken` is runnable time. */
struct qp_context {
    uint8_t published; /* this field and the next three form the publication field */
    uint8_t product;
    uint8_t state; /* enum qp_context_state */
    uint8_t flags;
    uint32_t top;           /* reference of the top node while the thread is not mounted; 0 = the thread has no group
                             * yet */
    uint64_t virtual_id;    /* VthreadID; 0 if QP_CONTEXT_VIRTUAL is not set: the context is a system thread's */
    uint64_t owner;         /* address of the thread state on which it is or was mounted, and bits QP_OWNER_* */
    uint64_t frames;        /* address of frame 0, the root's frame, in the bits below QP_CONTEXT_ORDER; log2 of the
                             * number of frames that fit in the bits from QP_CONTEXT_ORDER on */
    uint64_t since;         /* tick at which its state began, or a later tick up to which the time in this state is
                             * charged already */
    uint64_t woken;         /* tick at which it was woken from its state, 0 = not woken */
    uint32_t waker;         /* reference of the node on top of its last waker, 0 = none */
    uint32_t waker_context; /* reference of the virtual thread that woke it, 0 = none */
    uint32_t epoch;
    uint32_t carrier;              /* number of the carrier whose tree has the nodes of its frames */
    uint64_t times[QP_TIMES_HERE]; /* ticks, by state */
    uint32_t group;                /* reference of a qp_group_record, 0 before the first entry */
    uint32_t depth;                /* number of frames above the root; only valid while the virtual thread is not
                                    * mounted */
    uint32_t migrations;           /* number of times that it was mounted on another carrier than before */
    float longest;                 /* ticks of its longest uninterrupted time on a carrier */
    uint64_t start;                /* tick from which its times count: its creation, or the begin of the current
                                    * epoch */
    uint16_t overflow;             /* number of frames above the top for which there was no memory */
    uint16_t named;                /* number of its named context (qp_named_record), 0 = none */
    uint32_t rare;                 /* reference of a qp_rare_record, 0 = none */
    uint64_t client_id;            /* qprof_ThreadID of thread_create_vt */
    uint32_t name;                 /* reference of a qp_string, 0 = none */
    uint32_t creator;              /* reference of the node on top of its creator's stack, 0 = none */
    uint32_t spawner; /* reference of the virtual thread that created it, 0 = none; that record may have been
                       * reused since */
    uint32_t resumer; /* reference of the node on top of the thread that resumed it first, 0 = none */
};

#define QP_CONTEXT_ORDER     56u

#define QP_CONTEXT_VIRTUAL   1u
#define QP_CONTEXT_ANNOUNCED 2u
#define QP_CONTEXT_MEASURED  4u /* its stack has ticks after the frames (-record-min-max) */
#define QP_CONTEXT_ESTIMATED 8u /* some of its times are estimated, because the client reported no suspension */
/* The times of the virtual thread may not add up, because a run was read in the middle of an event. Only merged
 * files have this flag. */
#define QP_CONTEXT_DISTURBED 16u

/* The virtual thread was renamed after it joined its group. When it is next resumed, it joins the group of the new
 * name. */
#define QP_CONTEXT_RENAMED 32u

/* The virtual thread was mounted when the run ended. */
#define QP_CONTEXT_RAN_LAST 64u

/* Bits of a context's owner, beside the address of a thread state. Without these bits, the context is mounted on
 * this thread state. With PARKED, it is not mounted. PARKING is the transition from mounted to parked. */
#define QP_OWNER_PARKING 1u
#define QP_OWNER_PARKED  2u
#define QP_OWNER_BITS    3u

/* Values that few virtual threads have. When the context is reused, it keeps this record. */
struct qp_rare_record {
    uint32_t context; /* reference of the context, published last */
    uint32_t name;    /* reference of a qp_string with the thread's own name; 0 = none. Only names that contain a
                       * number are stored here */
    uint32_t room;    /* capacity of name in bytes */
    uint32_t unused;
    uint64_t created; /* tick of the creation, if it differs from the context's start; otherwise 0 */
    uint64_t times[QP_TIMES - QP_TIMES_HERE];
};

/* A virtual thread that ended, or whose epoch ended. It is stored because it was among the top k of its root in one
 * of the rankings below, such as the ranking by running time. */
#define QP_KEPT_NAME 32

struct qp_kept_record {
    uint32_t published;
    uint32_t context; /* reference of its context; together with `start` it identifies the thread */
    uint64_t virtual_id;
    uint64_t client_id;
    uint32_t name;  /* reference, 0 = own_name */
    uint32_t flags; /* QP_CONTEXT_*, QP_KEPT_ENDED */
    uint64_t start; /* start of the thread */
    uint64_t begin; /* tick from which the times count: the start of the thread or of its epoch */
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

/* Totals of a group's virtual threads on one carrier in one epoch. They include the virtual threads that entered
 * their first method on this carrier, and those that ended on it or were on it when the epoch ended. */
#define QP_LIVES_BUCKETS 48 /* bucket n: durations of 2^n to 2^(n+1) - 1 ticks; the last one: all longer ones, too */

struct qp_lives_record {
    uint32_t root;                 /* reference of the qp_root for the carrier, group and epoch; published last */
    uint32_t kept;                 /* reference of qp_kept_record[QP_KEPT_LISTS][QP_KEPT], 0 = none yet */
    uint64_t least[QP_KEPT_LISTS]; /* value that a thread must exceed to enter each list; 0 = the list is not full */
    uint64_t created;              /* number of threads that entered their first method on this carrier */
    uint64_t ended;
    uint64_t life; /* ticks of lifetime. This and the following fields cover threads that ended, or whose epoch ended */
    uint64_t times[QP_TIMES];
    uint64_t paused;
    uint64_t migrations;
    uint64_t longest;
    uint64_t longest_life;             /* longest of lives */
    uint64_t longest_delay;            /* longest of delays */
    uint64_t lives[QP_LIVES_BUCKETS];  /* histogram of the lifetimes of ended threads */
    uint64_t delays[QP_LIVES_BUCKETS]; /* histogram of the runnable times before resumptions on this carrier */
};

/* ---- calling-context trees ------------------------------------------------------------------------------- */

/* The time of a thread state in one epoch, in ticks. All ticks from a system thread's first event in the epoch to
 * its last event are either in the nodes of the carrier's roots of this epoch or in the last four fields. The ledger's
 * clock runs in intervals: `wall` is the sum of the finished intervals, and last - since is the current interval.
 * During an event, `last` and `arriving` differ, and the ticks between them may or may not be counted already. */
struct qp_ledger {
    uint64_t arriving; /* tick of the last event that began */
    uint64_t last;     /* tick until which everything is counted */
    uint64_t since;    /* tick at which the current interval began; equal to `last` if there is no current interval */
    uint64_t wall;
    uint64_t paused;
    uint64_t recorder;  /* time in the client's callbacks and in definitions, and measured overhead */
    uint64_t scheduler; /* time on the processor without a mounted virtual thread, counted from the first virtual
                         * thread on */
    uint64_t idle;      /* time off the processor without a mounted virtual thread, counted from the first virtual
                         * thread on */
};

/* Value of `arriving` during an event that has not read the clock yet. */
#define QP_LEDGER_BUSY UINT64_MAX

struct qp_root {
    uint32_t published;
    uint32_t product;
    uint32_t thread; /* reference of a qp_thread_record */
    uint32_t group;  /* reference of a qp_group_record, 0 = the tree of the system thread itself */
    uint32_t epoch;  /* number of clear and phase marks before it */
    uint32_t flags;
    uint32_t node;           /* reference of the root node */
    uint32_t lives;          /* reference of a qp_lives_record, 0 = none; only for groups */
    struct qp_ledger ledger; /* used only in a root of the system thread itself */
};

#define QP_ROOT_HIDDEN    1u /* root of calibration or callbacks, which no report shows */
#define QP_ROOT_ESTIMATED 2u /* idle and scheduler were separated by the thread's CPU clock */

/* A root of a named context has its number in the upper half of its flags. Its lives and its ledger are in the root of
 * the same thread, group and epoch without a named context. */
#define QP_ROOT_NAMED(flags)    ((flags) >> 16)
#define QP_ROOT_OF_NAMED(named) ((uint32_t)(named) << 16)

#define QP_NODE_ROOT            1u /* root: `method` is the reference of a qp_root, and `self` is time outside of methods */
#define QP_NODE_FOLD            2u /* stands for paths without space; a root has one such node, with a child per method */
#define QP_NODE_BLOCKS          4u /* with virtual threads: the method's blocking flag was set when the node was made */
#define QP_NODE_WAITS           8u
#define QP_NODE_CYCLES          16u /* record_counts was called for this node */
#define QP_NODE_ESTIMATED       32u /* times in the extra record are estimated, as with QP_CONTEXT_ESTIMATED */

/* The two highest bits of a node's flags are its product. So finding the product needs no walk to the root. */
#define QP_NODE_PRODUCT(flags)      ((enum qp_product)((flags) >> 14))
#define QP_NODE_OF_PRODUCT(product) ((uint16_t)((unsigned)(product) << 14))

/* Flags of nodes whose time is not running time. A virtual thread with such a node on top has the state that the
 * flag names. */
#define QP_NODE_FLAGGED (QP_NODE_BLOCKS | QP_NODE_WAITS | QP_NODE_CYCLES)

/* Method of the node that replaces call paths for which the file had no space. The node is a child of a root; its
 * children have QP_NODE_FOLD, too. */
#define QP_METHOD_FOLD UINT64_MAX

struct qp_node {
    uint64_t self; /* ticks */
    uint64_t calls;
    uint64_t method;   /* id of the method, published last; 0 = not published */
    uint32_t parent;   /* reference; 0 for a root */
    uint32_t sibling;  /* reference of the next child in the circular list of the parent's children */
    uint32_t last;     /* reference of the child that was found last, or of the sentinel if there are no children */
    uint32_t blocks;   /* reference of the qp_block_array of its root and method, 0 = none yet */
    uint32_t extra;    /* reference of its qp_node_extra_record, 0 = none */
    uint16_t children; /* number of children; saturates at 65535 */
    uint16_t flags;
};

/* Values that few nodes have. The record is made when a node needs it. Times are in ticks. */
struct qp_node_extra_record {
    uint32_t node; /* reference of the node, published last */
    uint32_t edge; /* reference of the qp_edge_record used last, 0 = none */
    /* Time for which virtual threads were suspended in this node, by state. */
    uint64_t blocked;
    uint64_t waiting;
    uint64_t runnable;
    uint64_t cycles;   /* sum of record_counts */
    uint64_t acquired; /* monitors */
    uint64_t released;
    uint64_t resumed;    /* number of resumptions of virtual threads that had this node on top */
    uint64_t tail_calls; /* calls that ended in a tail call */
    uint64_t measured;   /* number of calls that minimum and maximum cover (-record-min-max) */
    uint64_t minimum;    /* ticks of one call, callees included */
    uint64_t maximum;
    uint64_t switched;  /* how many of the resumptions in `resumed` were events that also suspended another virtual
                         * thread */
    uint64_t announced; /* number of events that created, named or ended a virtual thread while this node was on top */
    /* Sums of record_allocation, and the number of its events: samples if QP_FEATURE_ESTIMATES is set. */
    uint64_t allocated_bytes;
    uint64_t allocated_objects;
    uint64_t allocations;
};

/* Wake-ups for one pair of nodes: virtual threads were suspended in the node `waiter`, and were woken by threads
 * that had the node `waker` on top. */
struct qp_edge_record {
    uint32_t waiter; /* reference of a node, published last */
    uint32_t waker;  /* reference of the waker's top node */
    uint32_t next;   /* reference of another edge of the waiter, 0 = none */
    uint32_t unused;
    uint64_t count;
    uint64_t suspended; /* ticks until the wake-ups */
    uint64_t delayed;   /* ticks from the wake-ups to the resumptions */
};

/* Meaning of the values of a struct qp_block_array. */
enum qp_blocks {
    QP_BLOCKS_EXECUTIONS, /* in a sampled run: samples */
    QP_BLOCKS_TICKS,
    QP_BLOCKS_OVERHEAD, /* overhead that is contained in the ticks; only in merged files */
    QP_BLOCKS_COUNTED,  /* number of calls, then executions, by the client's own counters; only in files merged from
                         * sampled runs */
    /* What the blocks allocated, as in qp_node_extra_record. */
    QP_BLOCKS_BYTES,
    QP_BLOCKS_OBJECTS,
    QP_BLOCKS_ALLOCATIONS,
};

/* Counts, times or allocations of the blocks of one method in the tree of one root. The record consists of
 * QP_BLOCK_HEADER bytes and a uint64_t for each value. The next record follows without a gap. */
struct qp_block_array {
    uint32_t root;      /* reference of a qp_root, published last */
    uint32_t count;     /* number of values */
    uint64_t method;    /* client id */
    uint32_t values_of; /* enum qp_blocks */
    uint32_t next;   /* reference of another array of the root and method, 0 = none: in an array of executions that of
                      * ticks, in one of bytes that of objects, in one of objects that of allocations */
    uint64_t events; /* if the values are times: number of events that reported them */
    uint64_t values[];
};

#define QP_BLOCK_HEADER 32u

/* Counters of one method that the client increments without calling the library (qprof_block_counters). A pause does
 * not stop these counters and a clear does not reset them. Instead, a snapshot stores their values at such a moment,
 * and readers count the difference between two snapshots. */
struct qp_block_counters_record {
    uint32_t published;
    uint32_t product;
    uint64_t method;   /* client id */
    uint64_t owner;    /* number that the client chose, for example one per interpreter; 0 = the counters belong to a
                        * system thread */
    uint32_t thread;   /* reference of the qp_thread_record of the first thread that used the counters in this file */
    uint32_t count;    /* counters */
    uint32_t stride;   /* bytes from one counter to the next */
    uint32_t snapshot; /* reference of the newest qp_block_snapshot, 0 = none */
    uint64_t values;   /* file offset of the first counter */
    uint32_t over;     /* QP_OVER*; 0 = the run has not ended */
    uint32_t blocks;   /* blocks of the method */
    uint32_t terms;    /* reference of the first qp_counter_term; 0 = no terms: one counter per block, then one
                        * counter for the calls */
    uint32_t term_count;
};

#define QP_OVER 1u /* the run has ended; counts since the newest snapshot do not belong to the run */
/* The run has ended; counts since the newest snapshot belong to it, and to no named context. */
#define QP_OVER_WITHOUT_SNAPSHOT 2u

struct qp_counter_term { /* like qprof_CounterTerm */
    int32_t block;
    int32_t counter;
    int32_t factor;
};

/* The values of the counters at a mark. If no counter changed since the previous snapshot, no snapshot is taken. */
struct qp_block_snapshot {
    uint32_t before;  /* reference of the previous snapshot; 0 = none, all counters were 0 */
    uint32_t epoch;   /* epoch of the counts since the previous snapshot */
    uint32_t counted; /* 0 = the counts since the previous snapshot are not part of an epoch, because recording was
                       * paused */
    uint32_t count;
    uint64_t values[];
};

/* ---- named contexts -------------------------------------------------------------------------------------- */

/* A named context (qprof_context): a test, a request or a tenant to which threads and virtual threads assign what they
 * run. */
struct qp_named_record {
    uint32_t published;
    uint16_t product;
    uint16_t number; /* of the product's named contexts, from 1 */
    uint32_t name;   /* reference of a qp_string */
    uint32_t flags;  /* QP_NAMED_* */
};

#define QP_NAMED_LOAD 1u /* the load of the source file that the name names */

/* Only merged files have the following flags; other files have intervals. With SEVERAL it is unknown which of several
 * contexts ran; their numbers are in the name, 16 bits each. With HITS some counts are hits. */
#define QP_NAMED_SEVERAL 2u
#define QP_NAMED_HITS    4u

/* Number of the named context that stands for all further ones once 65,534 were named. */
#define QP_NAMED_REST 65535u

/* A relation of two named contexts: code that runs in `outer` counts for `inner`, too. */
struct qp_within_record {
    uint32_t published;
    uint16_t product;
    uint16_t inner; /* number of a named context */
    uint16_t outer; /* number of a named context */
    uint16_t unused;
    uint32_t unused_too;
};

/* An interval in which the threads of a product had the same named contexts. The record is followed by bytes: the
 * number of named contexts and each of them, then the block counters that changed during the interval. All of these are
 * LEB128 numbers. For each qp_block_counters_record with changes there are
 *
 *   its reference divided by 8, as a signed difference to the one before (at first 0): 2 * n, or -2 * n - 1 if negative
 *   for each counter that changed: 2 * n + 1, where n is the number of unchanged counters since the last one that
 *     changed, and the number by which it changed; or 2 * n + 2 if it changed by as much as the last one listed (at
 *     first 1)
 *   0
 *
 * The next record follows at the next multiple of 8 bytes. Counts since the last interval belong to the named contexts
 * of the record with the highest sequence number, which may list no counters. */
struct qp_interval_record {
    uint32_t size; /* bytes of the record and what follows, published last */
    uint16_t product;
    uint16_t flags;    /* QP_INTERVAL_* */
    uint32_t sequence; /* number of the record, from 1 */
    uint32_t epoch;
};

#define QP_INTERVAL_COUNTS 1u /* the counts are part of the epoch, since recording was not paused */
/* The record lists counters that the client says ran in a context, while it counted in several at once. Each changed by
 * 1; these counts are also in intervals without a context. */
#define QP_INTERVAL_HITS 2u

/* ---- marks ----------------------------------------------------------------------------------------------- */

/* Kinds of marks: X(constant, name for scripts, text for people). CLEAR and PHASE begin an epoch. Data older than
 * the last CLEAR is not shown. */
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
    uint32_t product; /* product whose call made the mark */
    uint64_t tick;
    uint32_t text;  /* reference of a qp_string: phase name, note, or name of the copy */
    uint32_t epoch; /* the epoch that the mark begins, or into which it falls */
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
_Static_assert(sizeof(struct qp_named_record) == 16, "a named context has no hidden padding");
_Static_assert(sizeof(struct qp_within_record) == 16, "a context within another has no hidden padding");
_Static_assert(sizeof(struct qp_interval_record) == 16, "an interval has no hidden padding");
