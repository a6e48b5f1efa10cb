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
 * All numbers are in the recorder's byte order (byte_order tells); all structs have no hidden padding. */
#ifndef QP_DATA_RECORD_H
#define QP_DATA_RECORD_H

#include <stdint.h>

#define QP_RECORD_MAGIC      "QIIDATA" /* 8 bytes with its NUL */
#define QP_RECORD_VERSION    2u
#define QP_RECORD_BYTE_ORDER 0x01020304u

#define QP_EXTENT_SIZE       65536u
#define QP_CHUNK_SMALL       4096u /* a carrier's first chunks, so that 10,000 threads fit */
#define QP_UNIT              8u    /* bytes per step of a reference */

/* The libraries: X(constant, name without lib). */
#define QP_PRODUCT_LIST(X)                                                                                             \
    X(QPROF, "qprof")                                                                                                  \
    X(CPROF, "cprof")                                                                                                  \
    X(VT, "vt")

enum qp_product {
#define X(constant, name) QP_##constant,
    QP_PRODUCT_LIST(X)
#undef X
        QP_PRODUCTS
};

/* What an extent or a chunk holds: X(constant, what reports call its records; NULL = it has none). An extent of
 * QP_KIND_MIXED is cut into small chunks of any kind. */
#define QP_KIND_LIST(X)                                                                                                \
    X(FREE, NULL)                                                                                                      \
    X(HEADER, NULL)    /* extent 0 */                                                                                  \
    X(DIRECTORY, NULL) /* more of the extent directory */                                                              \
    X(MIXED, NULL)                                                                                                     \
    X(CONTINUED, NULL)                  /* a further extent of the chunk that began before it */                       \
    X(STRING, "strings")                /* struct qp_string */                                                         \
    X(METHOD, "methods")                /* struct qp_method_record */                                                  \
    X(LINES, "line tables")             /* struct qp_line_record[] , struct qp_branch_record[] */                      \
    X(SOURCE, "sources")                /* struct qp_source_record */                                                  \
    X(EXCLUSION, "exclusions")          /* struct qp_exclusion_record */                                               \
    X(THREAD, "threads")                /* struct qp_thread_record */                                                  \
    X(GROUP, "groups")                  /* struct qp_group_record */                                                   \
    X(CONTEXT, "virtual threads")       /* struct qp_context (virtual threads that live) */                            \
    X(RETIRED, "ended virtual threads") /* struct qp_retired_record (virtual threads that ended) */                    \
    X(ROOT, "roots")                    /* struct qp_root */                                                           \
    X(NODE, "nodes")                    /* struct qp_node */                                                           \
    X(EXTRA, "nodes' side numbers")     /* struct qp_node_extra_record */                                              \
    X(BLOCK, "blocks")                  /* struct qp_block_array */                                                    \
    X(MARK, "marks")                    /* struct qp_mark_record */                                                    \
    X(TEXT, "source texts")             /* struct qp_string: kept source text */                                       \
    X(TRACE, "event log")    /* struct qp_trace_block and its words; most such extents lie outside of the window */    \
    X(LOCATION, "locations") /* struct qp_location_record */                                                           \
    X(ADDRESSES, "locations' stacks") /* uint64_t[]: the stacks of locations */                                        \
    X(MODULE, "modules")              /* struct qp_module_record */                                                    \
    X(COUNTER, "counters")            /* struct qp_counter_record */                                                   \
    X(SERIES, "counters' sums")       /* struct qp_series_record */                                                    \
    X(MEMBERS, "counters' groups")    /* struct qp_members_record */                                                   \
    X(SCOPE, "scopes")                /* struct qp_scope_record */                                                     \
    X(CHANNEL, "message channels")    /* struct qp_channel_record */

enum qp_kind {
#define X(constant, name) QP_KIND_##constant,
    QP_KIND_LIST(X)
#undef X
        QP_KINDS
};

/* One extent, by its number in the file (byte offset number * QP_EXTENT_SIZE). */
struct qp_extent_entry {
    uint32_t kind;   /* enum qp_kind, published last */
    uint32_t owner;  /* number of the carrier, 0 = shared */
    uint32_t window; /* extent number in the window; 0 = not referenced (only extent 0 itself lies at 0) */
    uint32_t chunk;  /* bytes of the chunks in it; of all extents of a long chunk, told at its first */
};

struct qp_chunk {
    uint32_t kind; /* enum qp_kind, published last */
    uint32_t owner;
    uint32_t size;  /* with this header */
    uint32_t taken; /* the recorder's: bytes given out, where several threads take from one chunk */
};

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
    uint32_t unused;
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

/* What a carrier's clock went to besides its nodes, in ticks, per product. */
struct qp_buckets {
    uint64_t paused;
    uint64_t idle;
    uint64_t recorder; /* callbacks of the client's */
};

#define QP_THREAD_ANNOUNCED 1u
#define QP_THREAD_ENDED     2u

/* A carrier: one system thread, or several one after the other. */
struct qp_thread_record {
    uint32_t published;
    uint32_t number;    /* of the carrier, from 1 */
    uint64_t client_id; /* qprof_ThreadID */
    uint64_t system_id; /* of the last system thread */
    uint32_t name;
    uint32_t flags;
    uint64_t start; /* ticks */
    uint64_t end;   /* ticks, when ended */
    uint64_t count; /* system threads that ran on it */
    struct qp_buckets buckets[QP_PRODUCTS];
    uint64_t lost;        /* events of its trace that found no room */
    uint64_t overwritten; /* events of its trace whose block was used again */
};

/* Virtual threads of one name and creation place. */
struct qp_group_record {
    uint32_t published;
    uint32_t product;
    uint32_t name;
    uint32_t unused;
    uint64_t parent_method; /* client id of the method on top of the creator, 0 = none */
    uint64_t created;
    uint64_t ended;
    uint64_t run; /* ticks, of ended virtual threads */
    uint64_t blocked;
    uint64_t waiting;
};

/* A frame of a shadow stack; node is an address in the recording process (see window_base). */
struct qp_frame {
    uint64_t node;
    uint64_t stack_id;
};

#define QP_CONTEXT_FRAMES 16

enum qp_context_state { QP_CONTEXT_FREE, QP_CONTEXT_RUNNABLE, QP_CONTEXT_BLOCKED, QP_CONTEXT_WAITING };

/* A virtual thread, or a system thread of one product; reused when it ends. The addresses are the recorder's. */
struct qp_context {
    uint32_t published;
    uint16_t product;
    uint16_t state;      /* enum qp_context_state */
    uint64_t virtual_id; /* VthreadID; 0 and not QP_CONTEXT_VIRTUAL = a system thread's own */
    uint64_t client_id;  /* qprof_ThreadID, of thread_create_vt */
    uint32_t name;
    uint32_t group;    /* reference of a qp_group_record, 0 before the first entry */
    uint32_t parent;   /* reference of the node on top of the virtual thread that created it, 0 = none */
    uint16_t overflow; /* frames that found no memory, above the top */
    uint16_t flags;
    uint64_t owner;  /* address of the lane that has or had it mounted */
    uint64_t frames; /* of frame 0, the root's */
    uint64_t since;  /* tick of the last mount or suspension */
    uint64_t run;    /* ticks while mounted */
    uint32_t epoch;
    uint32_t carrier; /* number of the carrier in whose tree its frames lie */
    uint64_t start;   /* tick of its creation */
    uint32_t depth;   /* frames above the root while not mounted */
    uint32_t room;    /* of the frames inside, the root's too; as below frame 0 of any stack */
    uint64_t guard;   /* stays 0: the stack id that an exit finds one frame below the root */
    struct qp_frame inside[QP_CONTEXT_FRAMES];
};

#define QP_CONTEXT_VIRTUAL   1u
#define QP_CONTEXT_ANNOUNCED 2u
#define QP_CONTEXT_MEASURED  4u /* ticks follow the frames (-record-min-max) */

/* A virtual thread that ended; the first 10,000 are kept, the others only add to their group. */
struct qp_retired_record {
    uint32_t published;
    uint32_t product;
    uint64_t virtual_id;
    uint64_t client_id;
    uint32_t name;
    uint32_t group;
    uint64_t start;
    uint64_t end;
    uint64_t run;
    uint64_t unused;
};

/* ---- calling-context trees ------------------------------------------------------------------------------- */

struct qp_root {
    uint32_t published;
    uint32_t product;
    uint32_t thread; /* reference of a qp_thread_record */
    uint32_t group;  /* reference of a qp_group_record, 0 = the thread itself */
    uint32_t epoch;  /* 0, one more with each clear or phase mark */
    uint32_t flags;
    uint32_t node; /* reference of the root node */
    uint32_t unused;
};

#define QP_ROOT_HIDDEN 1u /* calibration and callbacks: no report shows it */

#define QP_NODE_ROOT   1u /* method is the reference of a qp_root; self is time outside any method */
#define QP_NODE_FOLD   2u /* call paths that found no room: one such node under a root, with one child a method */
#define QP_NODE_EXTRA  4u /* a qp_node_extra_record with more numbers exists */

/* The method of the fold node itself, which is a child of a root; its children have QP_NODE_FOLD too. */
#define QP_METHOD_FOLD UINT64_MAX

struct qp_node {
    uint64_t self; /* ticks */
    uint64_t calls;
    uint64_t method;  /* client id; published last, 0 = not published */
    uint32_t parent;  /* reference; 0 for a root */
    uint32_t sibling; /* next in the circle of the parent's children */
    uint32_t last;    /* the child found last; a childless node points at the sentinel */
    uint32_t blocks;  /* reference of the qp_block_array of its root and method, 0 = none yet */
    uint32_t children;
    uint32_t flags;
};

/* Colder numbers of one node, made on demand. Times in ticks. */
struct qp_node_extra_record {
    uint32_t node; /* reference, published last */
    uint32_t unused;
    uint64_t blocked;
    uint64_t waiting;
    uint64_t cycles;   /* sum of record_counts */
    uint64_t acquired; /* monitors */
    uint64_t released;
    uint64_t measured; /* calls that minimum and maximum cover (-record-min-max) */
    uint64_t minimum;  /* of one call, callees included */
    uint64_t maximum;
};

/* Counts, or times, of the blocks of one method below one root. The record is QP_BLOCK_HEADER bytes and one
 * uint64_t per block; the next record follows directly. */
struct qp_block_array {
    uint32_t root;   /* reference of a qp_root, published last */
    uint32_t count;  /* blocks */
    uint64_t method; /* client id */
    uint32_t times;  /* 1 = ticks, 0 = executions */
    uint32_t next;   /* counts: reference of the array of times, 0 = none */
    uint64_t values[];
};

#define QP_BLOCK_HEADER 24u

/* ---- the trace ------------------------------------------------------------------------------------------- */

/* A thread's events lie in blocks. The first is a small chunk; the others are extents of their own, to which no
 * reference leads: their entries in the directory have window 0. Such an extent begins with a qp_chunk as well. Words
 * of 64 bits follow the block's header; they are published one by one, and the first 0 ends them. Blocks of a thread
 * are put in order by their numbers. */

struct qp_trace_block {
    uint32_t published;
    uint32_t thread; /* reference of a qp_thread_record */
    uint64_t tick;   /* that the first event's ticks count from */
    uint64_t number; /* of the thread's blocks, from 1: a gap tells what was overwritten */
    uint64_t next;   /* the recorder's: address of the block that was filled after this one */
    uint64_t events; /* the recorder's: of those that it has counted */
};

/* A word, from its lowest bit: 5 bits say what happened, 25 bits to what, 34 bits how many ticks after the event
 * before. With QP_EVENT_WIDE a second word follows, which is written before the first. QP_EVENT_TIME has all upper 59
 * bits for ticks. */
#define QP_EVENT_KIND_BITS   5
#define QP_EVENT_OBJECT_BITS 25
#define QP_EVENT_TICK_SHIFT  (QP_EVENT_KIND_BITS + QP_EVENT_OBJECT_BITS)
#define QP_EVENT_OBJECTS     (1u << QP_EVENT_OBJECT_BITS)
#define QP_EVENT_INDEX       (QP_EVENT_OBJECTS - 1) /* of a handle, what an event has of it */
#define QP_EVENT_TICKS       ((uint64_t)1 << (64 - QP_EVENT_TICK_SHIFT))
#define QP_EVENT_WIDE        16u

/* X(constant, number, name in reports; NULL = no event of a report has it). */
#define QP_EVENT_KIND_LIST(X)                                                                                          \
    X(NONE, 0, NULL)                                                                                                   \
    X(TIME, 1, NULL)            /* ticks pass: a gap that the next event has no room for */                            \
    X(ENTER, 2, "enter")        /* object: state */                                                                    \
    X(LEAVE, 3, "leave")        /* object: the state that is left */                                                   \
    X(ON, 4, "on")              /* the thread's events are logged again */                                             \
    X(OFF, 5, "off")            /* they are not, but for the ends of states that are open in the log */                \
    X(RETIRE, 6, "end")         /* the system thread ends */                                                           \
    X(ENTER_AT, 16, NULL)       /* second word: location */                                                            \
    X(LEAVE_AT, 17, NULL)       /* second word: location for the rest of the state that is gone back to */             \
    X(COUNT, 18, "count")       /* object: counter; second word: value, as its definition says */                      \
    X(SCOPE_BEGIN, 19, "begin") /* object: scope; second word: sequence number, location << 32 */                      \
    X(SCOPE_END, 20, "finish")  /* the same */                                                                         \
    X(SEND, 21, "send")         /* object: channel; second word: bytes, location << 32 */                              \
    X(RECEIVE, 22, "receive")   /* the same */                                                                         \
    X(COMMENT, 23, "comment")   /* second word: reference of a qp_string, location << 32 */                            \
    X(THREAD, 24, "thread")     /* a system thread begins; second word: its system id */                               \
    X(LOST, 25, "lost")         /* second word: events that found no room before this one */                           \
    X(SENT, 26, "sent")         /* before SEND or RECEIVE. object: where it was sent; second word: when */

enum qp_event_kind {
#define X(constant, number, name) QP_EVENT_##constant = number,
    QP_EVENT_KIND_LIST(X)
#undef X
        QP_EVENT_KINDS
};

_Static_assert(QP_EVENT_ENTER_AT == QP_EVENT_WIDE, "kinds from there on have a second word");

/* A place in the source: a file and a line, or a stack of addresses; innermost first. Handles count from 1, with gaps.
 * Two records may have the same handle: they say the same. */
struct qp_location_record {
    uint32_t published;
    uint32_t handle;
    uint32_t file; /* reference of a qp_string, 0 = a stack */
    int32_t line;
    uint32_t addresses; /* reference of the first of count uint64_t (QP_KIND_ADDRESSES) */
    uint32_t count;
    uint32_t node;  /* where the interpreter was: reference of a qp_node of libqprof, 0 = none known */
    uint32_t flags; /* QP_LOCATION_* */
};

#define QP_LOCATION_PC 1u /* the first address is one that runs, not one that is returned to */

/* A piece of code in the process's memory. Where two overlap, the one that was loaded later had replaced the other. */
#define QP_BUILD_ID 20

struct qp_module_record {
    uint32_t published;
    uint32_t name; /* reference of a qp_string: path of the file */
    uint64_t start;
    uint64_t end;
    uint64_t bias; /* address less this is the file's own */
    uint64_t tick; /* when it was seen first */
    uint32_t build_id_size;
    unsigned char build_id[QP_BUILD_ID];
};

/* A counter's genre, in the words of VT_countdef: the format of its values, how they are shown, when they hold. */
#define QP_COUNTER_DATA      0x00fu /* mask */
#define QP_COUNTER_INTEGER   0x001u
#define QP_COUNTER_FLOAT     0x002u
#define QP_COUNTER_INTEGER64 0x004u
#define QP_COUNTER_RATE      0x020u
#define QP_COUNTER_BEFORE    0x100u
#define QP_COUNTER_POINT     0x200u
#define QP_COUNTER_AFTER     0x400u
#define QP_COUNTER_SAMPLE    0x800u

/* Whose a counter is, where no id or group says it. */
#define QP_TARGET_PROCESS   (-1) /* this process */
#define QP_TARGET_THREADS   (-2) /* each thread */
#define QP_TARGET_PROCESSES (-3) /* each process */
#define QP_TARGET_HOSTS     (-4) /* each host */

struct qp_counter_record {
    uint32_t published;
    uint32_t handle;
    uint32_t name;       /* reference of a qp_string, as the next two */
    uint32_t class_name; /* 0 = none */
    uint32_t unit;
    uint32_t genre;  /* QP_COUNTER_* */
    uint32_t target; /* QP_TARGET_*, an id of a process or thread, or a group's handle */
    uint32_t bounded;
    uint64_t lower; /* bits of the counter's format */
    uint64_t upper;
};

/* Whose a value is; members.h tells how that is found. Narrower ones first. */
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

/* What one carrier logged of one counter. Numbers are bits of the counter's format: double, or int64_t. */
struct qp_series_record {
    uint32_t published;
    uint32_t counter;  /* handle */
    uint32_t thread;   /* reference of a qp_thread_record */
    uint32_t data;     /* QP_COUNTER_DATA of the counter */
    uint32_t instance; /* enum qp_instance */
    uint32_t next;     /* the recorder's: reference of another whose membership depends on the thread, 0 = none */
    uint64_t samples;
    double sum;
    uint64_t minimum; /* above the maximum: no value was a number */
    uint64_t maximum;
    uint64_t first;
    uint64_t last;
    uint64_t first_tick;
    uint64_t last_tick;
};

/* The handle of the group with index 0, the ids of process 0 and of its thread 0: targets of counters, and members. */
#define QP_MEMBERS_GROUPS    0x40000000
#define QP_MEMBERS_PROCESSES 0x50000000
#define QP_MEMBERS_THREADS   0x60000000
#define QP_MEMBERS_KIND      0xf0000000 /* the bits that tell the three apart */

/* Bits of a thread's number in its id; the process's rank lies above. */
#define QP_MEMBERS_THREAD_BITS 14
#define QP_MEMBERS_MOST        (1 << QP_MEMBERS_THREAD_BITS)

/* A group of VT_groupdef. */
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
    uint32_t name;       /* reference of a qp_string, as the next */
    uint32_t class_name; /* 0 = none */
    uint32_t begin;      /* location where it begins and where it ends, 0 = unknown */
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

/* ---- the run --------------------------------------------------------------------------------------------- */

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

/* What went wrong, one line per kind and product in the header. Names in diagnostic.h. */
#define QP_DIAGNOSTICS     32
#define QP_DIAGNOSTIC_TEXT 104

struct qp_diagnostic {
    uint64_t count;
    uint64_t tick;                  /* of the first */
    char first[QP_DIAGNOSTIC_TEXT]; /* call and arguments of the first; NUL-ended */
};

/* X(constant, name for scripts, words for people) */
#define QP_CLOCK_LIST(X)                                                                                               \
    X(TSC, "tsc", "time stamp counter")                                                                                \
    X(MONOTONIC, "monotonic", "CLOCK_MONOTONIC")                                                                       \
    X(THREAD_CPU, "thread-cpu", "CPU time of threads")                                                                 \
    X(NONE, "none", "none (calls are counted, not timed)")                                                             \
    X(FAKE, "fake", "a test's")

enum qp_clock_kind {
#define X(constant, name, words) QP_CLOCK_##constant,
    QP_CLOCK_LIST(X)
#undef X
};

/* The same moment on both clocks. */
struct qp_clock_pair {
    uint64_t tick;
    uint64_t monotonic_ns;
};

enum qp_run_state { QP_RUN_RECORDING, QP_RUN_ENDED, QP_RUN_SAVED };

/* What a pair of entry and exit costs the recorder, in 1/256 tick: inside falls to the callee's self time,
 * outside to the caller's. */
struct qp_own_cost {
    uint64_t inside;
    uint64_t outside;
};

#define QP_HEADER_SIZE       16384u
#define QP_HEADER_EXTENTS    ((QP_EXTENT_SIZE - QP_HEADER_SIZE) / 16u)
#define QP_DIRECTORY_EXTENTS ((QP_EXTENT_SIZE - 16u) / 16u)

struct qp_header {
    char magic[8];
    uint32_t version;
    uint32_t byte_order;
    uint32_t header_size; /* QP_HEADER_SIZE: where the directory's first part begins */
    uint32_t extent_size;
    uint32_t node_size;
    uint32_t method_size;
    uint32_t thread_size;
    uint32_t context_size;
    uint64_t features;    /* bits that a reader must know; none so far */
    uint64_t window_base; /* address of window extent 0 in the process */

    uint32_t clock_kind;
    uint32_t clock_current; /* which of clock_latest is the newest whole one */
    struct qp_clock_pair clock_start;
    struct qp_clock_pair clock_latest[2];
    uint64_t start_realtime_ns; /* since 1970 */

    uint32_t pid;
    uint32_t state;           /* enum qp_run_state */
    uint32_t products;        /* bits 1 << enum qp_product of those that ever started */
    uint32_t virtual_threads; /* the same bits: runs with virtual threads */
    uint64_t process_start;   /* field 22 of /proc/PID/stat, tells a reused pid */
    uint32_t program;         /* reference of a qp_string */
    uint32_t directory;       /* the same: where the process ran */
    uint32_t options[QP_PRODUCTS];
    uint32_t sentinel; /* reference of the node that ends every empty child list */

    uint32_t extent_count;   /* of the file, published after the directory entry */
    uint32_t window_count;   /* extents of the window in use */
    uint32_t next_directory; /* extent number of the directory's next part, 0 = none */
    uint32_t ended_by;       /* 0 = shutdown, 1 = exit without shutdown */
    uint64_t data_limit;     /* -max-data-size in bytes */
    uint64_t folded;         /* call paths that found no room */
    struct qp_own_cost own_cost[QP_PRODUCTS];
    uint32_t rank;  /* of the process among ranks that run together (MPI) */
    uint32_t ranks; /* 0 = it runs alone */
    struct qp_diagnostic diagnostics[QP_PRODUCTS][QP_DIAGNOSTICS];
    /* at header_size: struct qp_extent_entry directory[QP_HEADER_EXTENTS] */
};

/* A further part of the directory is a whole extent: number of the next part, 12 bytes unused, entries. */
struct qp_directory {
    uint32_t next;
    uint32_t unused[3];
    struct qp_extent_entry entries[QP_DIRECTORY_EXTENTS];
};

_Static_assert(sizeof(struct qp_node) == 48, "a node is 48 bytes: 85 in a small chunk, 1365 in an extent");
_Static_assert(sizeof(struct qp_context) <= 360,
               "an idle virtual thread takes at most 384 bytes, with its share of the table of ids");
_Static_assert(sizeof(struct qp_retired_record) == 64, "an ended virtual thread keeps 64 bytes");
_Static_assert(sizeof(struct qp_header) <= QP_HEADER_SIZE, "the directory follows the header");
_Static_assert(sizeof(struct qp_block_array) == QP_BLOCK_HEADER, "values follow the header");

#endif
