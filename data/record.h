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
 * The file as a whole is in record_file.h, libvt's log in record_log.h. */
#ifndef QP_DATA_RECORD_H
#define QP_DATA_RECORD_H

#include "data/record_file.h"
#include "data/record_log.h"

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
_Static_assert(sizeof(struct qp_context) <= 360,
               "an idle virtual thread takes at most 384 bytes, with its share of the table of ids");
_Static_assert(sizeof(struct qp_retired_record) == 64, "an ended virtual thread keeps 64 bytes");
_Static_assert(sizeof(struct qp_block_array) == QP_BLOCK_HEADER, "values follow the header");

#endif
