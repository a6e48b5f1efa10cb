/* record_file.h - a data file as a whole: its extents and their kinds, its header. Part of record.h. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define QP_RECORD_MAGIC      "QIIDATA" /* 8 bytes with its NUL */
#define QP_RECORD_VERSION    4u
#define QP_RECORD_BYTE_ORDER 0x01020304u

#define QP_EXTENT_SIZE       65536u
#define QP_CHUNK_FIRST                                                                                                 \
    512u                     /* size of the first chunk of records of one kind and owner, so that a file has few       \
                              * pages as long as it has few records */
#define QP_CHUNK_SMALL 4096u /* size of the second chunk, so small that 10,000 threads fit */
#define QP_UNIT        8u    /* unit of references, in bytes */

/* The products, which are libraries: X(constant, name without "lib"). */
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

/* Return true if the product measures times. libcprof counts without reading a clock. */
static inline bool qp_product_is_timed(enum qp_product product)
{
    return product != QP_CPROF;
}

/* Kinds of extents and chunks: X(constant, name of the kind's records in reports; NULL = the kind has no records).
 * An extent of QP_KIND_MIXED is divided into chunks of one size and any kind. */
#define QP_KIND_LIST(X)                                                                                                \
    X(FREE, NULL)                                                                                                      \
    X(HEADER, NULL)    /* extent 0 */                                                                                  \
    X(DIRECTORY, NULL) /* further parts of the extent directory */                                                     \
    X(MIXED, NULL)                                                                                                     \
    X(CONTINUED, NULL)                      /* an extent that continues a chunk of the extent before it */             \
    X(STRING, "strings")                    /* struct qp_string */                                                     \
    X(METHOD, "methods")                    /* struct qp_method_record */                                              \
    X(LINES, "line tables")                 /* struct qp_line_record[], qp_branch_record[], qp_counter_term[] */       \
    X(SOURCE, "sources")                    /* struct qp_source_record */                                              \
    X(EXCLUSION, "exclusions")              /* struct qp_exclusion_record */                                           \
    X(THREAD, "threads")                    /* struct qp_thread_record */                                              \
    X(GROUP, "groups")                      /* struct qp_group_record */                                               \
    X(CONTEXT, "virtual threads")           /* struct qp_context (live virtual threads) */                             \
    X(RARE, "virtual threads' rare values") /* struct qp_rare_record */                                                \
    X(LIVES, "ended virtual threads")       /* struct qp_lives_record */                                               \
    X(KEPT, "top-k virtual threads")        /* struct qp_kept_record[] */                                              \
    X(ROOT, "roots")                        /* struct qp_root */                                                       \
    X(NODE, "nodes")                        /* struct qp_node */                                                       \
    X(EXTRA, "nodes' extra values")         /* struct qp_node_extra_record */                                          \
    X(EDGE, "wake-ups")                     /* struct qp_edge_record */                                                \
    X(BLOCK, "blocks")                      /* struct qp_block_array */                                                \
    X(MARK, "marks")                        /* struct qp_mark_record */                                                \
    X(TEXT, "source texts")                 /* struct qp_string: kept source text */                                   \
    X(TRACE, "event log") /* struct qp_trace_block and its words; most of these extents are outside of the window */   \
    X(LOCATION, "locations")               /* struct qp_location_record */                                             \
    X(ADDRESSES, "location stacks")        /* uint64_t[]: the stacks of locations */                                   \
    X(MODULE, "modules")                   /* struct qp_module_record */                                               \
    X(COUNTER, "counters")                 /* struct qp_counter_record */                                              \
    X(SERIES, "counter totals")            /* struct qp_series_record */                                               \
    X(MEMBERS, "counter groups")           /* struct qp_members_record */                                              \
    X(SCOPE, "scopes")                     /* struct qp_scope_record */                                                \
    X(CHANNEL, "message channels")         /* struct qp_channel_record */                                              \
    X(RUN, "merged runs")                  /* struct qp_run_record */                                                  \
    X(OWN, "nodes' overhead")              /* struct qp_own_record */                                                  \
    X(LIVING, "surviving virtual threads") /* struct qp_living_record */                                               \
    X(BLOCK_COUNTERS, "block counters")    /* struct qp_block_counters_record */                                       \
    X(SNAPSHOT, "block counter snapshots") /* struct qp_block_snapshot */                                              \
    X(COUNTED, "block counter values")     /* counters of qp_block_counters_record.values; outside of the window */    \
    X(COMMUNICATOR, "communicators")       /* struct qp_communicator_record */                                         \
    X(TRAFFIC, "message totals")           /* struct qp_traffic_record */                                              \
    X(NAMED, "contexts")                   /* struct qp_named_record */                                                \
    X(WITHIN, "contexts within others")    /* struct qp_within_record */                                               \
    X(INTERVAL, "counts by context")       /* struct qp_interval_record */

enum qp_kind {
#define X(constant, name) QP_KIND_##constant,
    QP_KIND_LIST(X)
#undef X
        QP_KINDS
};

/* An entry of the directory, which describes one extent. The number of an extent is its byte offset in the file
 * divided by QP_EXTENT_SIZE. */
struct qp_extent_entry {
    uint32_t kind;   /* enum qp_kind, published last */
    uint32_t owner;  /* number of the carrier, 0 = shared */
    uint32_t window; /* position in the window; 0 = outside of the window, except for extent 0, which is at 0 */
    uint32_t chunk;  /* bytes of each chunk in the extent; for a chunk of several extents, the entry of the first
                      * extent has the bytes of the whole chunk */
};

struct qp_chunk {
    uint32_t kind; /* enum qp_kind, published last */
    uint32_t owner;
    uint32_t size;  /* including this header */
    uint32_t taken; /* for the recorder: bytes taken from the chunk, if several threads take from it */
};

/* ---- the header ------------------------------------------------------------------------------------------ */

/* Count of one kind of misuse or loss in one product. The header has an array of them; diagnostic.h names the kinds. */
#define QP_DIAGNOSTICS     64
#define QP_DIAGNOSTIC_TEXT 104

struct qp_diagnostic {
    uint64_t count;
    uint64_t tick;                  /* tick of the first */
    char first[QP_DIAGNOSTIC_TEXT]; /* the first such call with its arguments; ends with a NUL */
};

/* Clocks: X(constant, name for scripts, text for people). */
#define QP_CLOCK_LIST(X)                                                                                               \
    X(TSC, "tsc", "time stamp counter")                                                                                \
    X(MONOTONIC, "monotonic", "CLOCK_MONOTONIC")                                                                       \
    X(THREAD_CPU, "thread-cpu", "CPU time of threads")                                                                 \
    X(NONE, "none", "none (calls are counted, not timed)")                                                             \
    X(FAKE, "fake", "a test's")                                                                                        \
    X(THREAD_ELAPSED, "thread-elapsed", "elapsed time of threads, by samples")

enum qp_clock_kind {
#define X(constant, name, words) QP_CLOCK_##constant,
    QP_CLOCK_LIST(X)
#undef X
};

/* Return true if each thread has a clock of its own, in nanoseconds, so that its ticks are no moments. */
static inline bool qp_clock_is_of_threads(uint32_t kind)
{
    return kind == QP_CLOCK_THREAD_CPU || kind == QP_CLOCK_THREAD_ELAPSED;
}

/* Readings of both clocks at one moment. */
struct qp_clock_pair {
    uint64_t tick;
    uint64_t monotonic_ns;
};

enum qp_run_state { QP_RUN_RECORDING, QP_RUN_ENDED, QP_RUN_SAVED };

#define QP_OWN_COST_UNIT 256 /* units of overhead per tick */

/* Overhead of an entry and its exit, in units of 1/256 tick. If `most` is 0, the overhead was not measured. */
struct qp_own_cost {
    uint64_t inside;  /* part of the overhead that is in the callee's self time */
    uint64_t outside; /* part of the overhead that is in the caller's self time */
    uint64_t least;   /* minimum of inside + outside, which is reached when the processor overlaps most of it with
                       * other work */
    uint64_t most;    /* maximum of inside + outside, which is reached when the processor overlaps none of it with
                       * other work */
};

/* Overhead that rarer events add to the functions that run before and after them, in units of 1/256 tick. If all
 * fields are 0, the overhead was not measured. */
struct qp_event_cost {
    uint64_t resumed;   /* overhead of a resumption and the later suspension, in the function of the virtual thread */
    uint64_t switched;  /* overhead of a resumption and a suspension that are reported by one switch event */
    uint64_t announced; /* overhead of creating, naming or ending a virtual thread, charged to the calling function;
                         * excludes the time of these events that the recorder measures itself */
};

#define QP_FEATURE_MERGED   1u /* merged from several runs (record_merge.h) */
#define QP_FEATURE_COUNTERS 2u /* has block counters */
#define QP_FEATURE_SAMPLED                                                                                             \
    4u                          /* libqprof's counts of nodes and blocks are numbers of samples; only the client's own \
                                 * counters count calls */
#define QP_FEATURE_HITS      8u /* libcprof's counts only show what ran, not how often */
#define QP_FEATURE_COUNTED   16u /* merged from sampled runs with the client's own counters (QP_BLOCKS_COUNTED) */
#define QP_FEATURE_ESTIMATES 32u /* bytes and objects of allocations are estimates from samples (-alloc=sample) */

#define QP_HEADER_SIZE       24576u
#define QP_HEADER_EXTENTS    ((QP_EXTENT_SIZE - QP_HEADER_SIZE) / 16u)
#define QP_DIRECTORY_EXTENTS ((QP_EXTENT_SIZE - 16u) / 16u)

struct qp_header {
    char magic[8];
    uint32_t version;
    uint32_t byte_order;
    uint32_t header_size; /* QP_HEADER_SIZE: offset of the directory's first part */
    uint32_t extent_size;
    uint32_t node_size;
    uint32_t method_size;
    uint32_t thread_size;
    uint32_t context_size;
    uint64_t features;    /* QP_FEATURE_*: features that a reader must support */
    uint64_t window_base; /* address of window extent 0 in the process */

    uint32_t clock_kind;
    uint32_t clock_current; /* index of the newest complete pair in clock_latest */
    struct qp_clock_pair clock_start;
    struct qp_clock_pair clock_latest[2];
    uint64_t start_realtime_ns; /* since 1970 */

    uint32_t pid;
    uint32_t state;           /* enum qp_run_state */
    uint32_t products;        /* products that ever started, as bits 1 << enum qp_product */
    uint32_t virtual_threads; /* products that recorded virtual threads, as bits 1 << enum qp_product */
    uint64_t process_start;   /* start of the process: field 22 of /proc/PID/stat, to detect a reused pid */
    uint32_t program;         /* reference of a qp_string */
    uint32_t directory;       /* reference of a qp_string: working directory */
    uint32_t options[QP_PRODUCTS];
    uint32_t sentinel; /* reference of the node that ends every child list */

    uint32_t extent_count;   /* number of extents in the file; increased after the directory's entry is complete */
    uint32_t window_count;   /* extents of the window in use */
    uint32_t next_directory; /* extent with the directory's next part, 0 = none */
    uint32_t ended_by;       /* 0 = shutdown, 1 = exit without shutdown */
    uint64_t data_limit;     /* -max-data-size in bytes */
    uint64_t folded;         /* call paths without space */
    struct qp_own_cost own_cost[QP_PRODUCTS];
    uint32_t rank;  /* rank of the process in an MPI program */
    uint32_t ranks; /* 0 = the process runs alone */
    uint32_t runs;  /* number of merged runs; 0 = recorded directly */
    uint32_t unused;
    /* CPU time of the process (user and system) at the moments when both clocks were read; 0 = unknown. */
    uint64_t cpu_start_ns;     /* with clock_start */
    uint64_t cpu_latest_ns[2]; /* with clock_latest */
    struct qp_event_cost event_cost[QP_PRODUCTS];
    struct qp_diagnostic diagnostics[QP_PRODUCTS][QP_DIAGNOSTICS];
    uint64_t job;   /* id of the parallel job that the process belongs to, equal in all its processes; 0 = none */
    uint32_t host;  /* reference of a qp_string: name of the host */
    uint32_t world; /* number of the process's MPI_COMM_WORLD in the job: 0 = started by the launcher, otherwise by
                     * MPI_Comm_spawn */
    uint64_t shortest_ns; /* MPI calls that took less are counted, but not in libvt's log; 0 = all are logged */
    struct qp_own_cost wrapper_cost; /* overhead of a call that a wrapper records (QP_METHOD_WRAPPED), in libvt */
    /* at header_size: struct qp_extent_entry directory[QP_HEADER_EXTENTS] */
};

/* A further part of the directory, which is a whole extent: the number of the extent with the next part, 12 unused
 * bytes, and entries. */
struct qp_directory {
    uint32_t next;
    uint32_t unused[3];
    struct qp_extent_entry entries[QP_DIRECTORY_EXTENTS];
};

_Static_assert(sizeof(struct qp_header) <= QP_HEADER_SIZE, "the directory follows the header");
