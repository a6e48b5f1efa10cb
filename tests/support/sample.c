#include "tests/support/sample.h"

#include "base/hash.h"

#include <string.h>

enum { MAIN = 1, FIB, READ, TAIL, BAD, PRODUCER, CYCLES, NEVER };

#define COLLECTOR     0xfffffffcu
#define UNKNOWN       0xdeadbeefu

#define SAMPLE_TSTATE 0x7f0000001000u /* address of the first carrier's thread state */

/* Text of src/main.lua. The golden tests of annotated sources have the same text on disk. */
static const char main_text[] = "local Math = {}\n"
                                "function Math.fib(n)\n"
                                "    return n < 2 and n or Math.fib(n - 1) + Math.fib(n - 2)\n"
                                "end\n"
                                "local function never()\n"
                                "    error \"never\"\n"
                                "end\n"
                                "print(Math.fib(4), never)\n"
                                "print(debug and 1) -- left out\n"
                                "return Math\n";

static void register_methods(struct builder *builder, uint32_t product)
{
    static const int main_lines[] = {1, 2, 5, 8, 9, 10}, fib_lines[] = {3, 3, 4}, never_lines[] = {6, 7};
    static const int odd_lines[] = {12, 10, 11};
    builder_method(builder, product, MAIN, "main", "src/main.lua", main_lines, 6);
    uint32_t fib = builder_method(builder, product, FIB, "fib", "src/main.lua", fib_lines, 3);
    uint32_t class_name = builder_string(builder, "Math");
    ((struct qp_method_record *)builder_at(builder, fib))->class_name = class_name;
    builder_method(builder, product, NEVER, "never", "src/main.lua", never_lines, 2);
    builder_method(builder, product, BAD, "bad\xffname", SAMPLE_ODD_FILE, odd_lines, 3);
}

static void add_branches(struct builder *builder, uint32_t product)
{
    static const int lines[] = {20, 21};
    uint32_t method = builder_method(builder, product, TAIL, "tail, with comma", SAMPLE_ODD_FILE, lines, 2);
    uint32_t branches = builder_record(builder, QP_KIND_LINES, 2 * sizeof(struct qp_branch_record));
    struct qp_branch_record *branch = builder_at(builder, branches);
    branch[0] = (struct qp_branch_record){.line_number = 20, .first_block = 2, .outcomes = 2};
    branch[1] = (struct qp_branch_record){.line_number = 21, .first_block = 4, .outcomes = 2};
    struct qp_method_record *record = builder_at(builder, method);
    record->branches = branches;
    record->branch_count = 2;
    record->block_count = 6;
}

static void define_qprof(struct builder *builder)
{
    register_methods(builder, QP_QPROF);
    uint32_t read = builder_method(builder, QP_QPROF, READ, "read", NULL, NULL, 0);
    ((struct qp_method_record *)builder_at(builder, read))->flags = QP_METHOD_BLOCKS;
    builder_method(builder, QP_QPROF, TAIL, "tail", NULL, NULL, 0);
    builder_method(builder, QP_QPROF, PRODUCER, "producer", NULL, NULL, 0);
    uint32_t cycles = builder_method(builder, QP_QPROF, CYCLES, "cycles", NULL, NULL, 0);
    ((struct qp_method_record *)builder_at(builder, cycles))->flags = QP_METHOD_CYCLES;
}

static void define_sources(struct builder *builder)
{
    uint32_t source = builder_record(builder, QP_KIND_SOURCE, sizeof(struct qp_source_record));
    uint32_t odd = builder_record(builder, QP_KIND_SOURCE, sizeof(struct qp_source_record));
    uint32_t exclusion = builder_record(builder, QP_KIND_EXCLUSION, sizeof(struct qp_exclusion_record));
    static const char odd_text[] =
        "-- kept in the file: a chunk that was a string\n\n\n\n\n\n\n\n\nx = 1\ny = 2\nz()\n";
    *(struct qp_source_record *)builder_at(builder, source) = (struct qp_source_record){
        .published = 1,
        .file = builder_string(builder, "src/main.lua"),
        .hashed = 1,
        .hash = qp_hash_bytes(main_text, sizeof main_text - 1),
        .size = sizeof main_text - 1,
    };
    *(struct qp_source_record *)builder_at(builder, odd) = (struct qp_source_record){
        .published = 1,
        .file = builder_string(builder, SAMPLE_ODD_FILE),
        .text = builder_bytes(builder, QP_KIND_TEXT, odd_text, sizeof odd_text - 1),
        .hashed = 1,
        .hash = qp_hash_bytes(odd_text, sizeof odd_text - 1),
        .size = sizeof odd_text - 1,
    };
    *(struct qp_exclusion_record *)builder_at(builder, exclusion) = (struct qp_exclusion_record){
        .published = 1,
        .file = builder_string(builder, "src/main.lua"),
        .first = 9,
        .last = 9,
        .reason = builder_string(builder, "debugging"),
    };
}

static void flag(struct builder *builder, uint32_t node, uint16_t flag)
{
    ((struct qp_node *)builder_at(builder, node))->flags |= flag;
}

/* Add the trees of the main thread. Return the node of the function with the invalid name. */
static uint32_t run_main_thread(struct builder *builder, uint32_t thread)
{
    uint32_t root = builder_root(builder, QP_QPROF, thread, 0, 0);
    ((struct qp_node *)builder_at(builder, root))->self = 100;
    *builder_ledger(builder, root) =
        (struct qp_ledger){.paused = 20000, .recorder = 400, .scheduler = 1500, .idle = 3000};
    uint32_t top = builder_node(builder, root, MAIN, 1, 5000);
    uint32_t fib = builder_node(builder, top, FIB, 2, 40000);
    fib = builder_node(builder, fib, FIB, 6, 20000);
    builder_node(builder, fib, FIB, 8, 4000);
    flag(builder, builder_node(builder, top, READ, 3, 900000), QP_NODE_BLOCKS);
    uint32_t tail = builder_node(builder, top, TAIL, 1, 2000);
    uint32_t bad = builder_node(builder, tail, BAD, 1, 700);
    uint32_t cycles = builder_node(builder, top, CYCLES, 1, 3000);
    flag(builder, cycles, QP_NODE_CYCLES);
    builder_side(builder, cycles)->cycles = 512;
    builder_node(builder, top, COLLECTOR, 1, 8000);
    static const uint64_t counts[] = {1, 1, 1, 1, 1, 0}, times[] = {100, 100, 100, 4600, 100, 0};
    builder_blocks(builder, root, MAIN, 0, counts, 6);
    builder_blocks(builder, root, MAIN, 1, times, 6);

    root = builder_root(builder, QP_QPROF, thread, 0, 1);
    top = builder_node(builder, root, MAIN, 0, 1000);
    builder_node(builder, top, FIB, 1, 10000);
    root = builder_root(builder, QP_QPROF, thread, 0, 0);
    ((struct qp_root *)builder_at(builder, builder_root_of(builder, root)))->flags = QP_ROOT_HIDDEN;
    builder_node(builder, root, MAIN, 1000, 999999);
    return bad;
}

/* Add two virtual threads. One ended at 148,500; the other has been waiting since 221,500, in the first phase. */
static void run_virtual_threads(struct builder *builder, uint32_t thread, uint32_t waker)
{
    uint32_t group = builder_group(builder, QP_QPROF, "producer", MAIN);
    uint32_t root = builder_root(builder, QP_QPROF, thread, group, 0);
    uint32_t node = builder_node(builder, root, PRODUCER, 2, 11000);
    ((struct qp_group_record *)builder_at(builder, group))->creator = waker;
    struct qp_node_extra_record *side = builder_side(builder, node);
    side->blocked = 50000;
    side->waiting = 7000;
    side->runnable = 2000;
    uint32_t edge = builder_record(builder, QP_KIND_EDGE, sizeof(struct qp_edge_record));
    side->edge = edge;
    *(struct qp_edge_record *)builder_at(builder, edge) =
        (struct qp_edge_record){.waiter = node, .waker = waker, .count = 3, .suspended = 57000, .delayed = 2000};
    uint32_t living = builder_record(builder, QP_KIND_CONTEXT, sizeof(struct qp_context));
    *(struct qp_context *)builder_at(builder, living) = (struct qp_context){
        .published = 1,
        .virtual_id = 0x5000,
        .client_id = 7,
        .name = builder_string(builder, "producer"),
        .group = group,
        .state = QP_CONTEXT_WAITING,
        .flags = QP_CONTEXT_VIRTUAL,
        .owner = SAMPLE_TSTATE | QP_OWNER_PARKED,
        .top = node,
        .since = 221500,
        .waker = waker,
        .times = {6000, 500, 10000, 5000},
        .migrations = 2,
        .longest = 4000,
        .carrier = 1,
        .start = 200000,
        .creator = waker,
    };
    uint32_t kept = builder_record(builder, QP_KIND_KEPT, QP_KEPT_LISTS * QP_KEPT * sizeof(struct qp_kept_record));
    struct qp_kept_record *records = builder_at(builder, kept);
    const struct qp_kept_record ended = {
        .published = 1,
        .context = living - 100,
        .virtual_id = 0x4000,
        .name = builder_string(builder, "producer"),
        .flags = QP_CONTEXT_VIRTUAL | QP_KEPT_ENDED,
        .start = 100000,
        .begin = 100000,
        .end = 148500,
        .times = {5000, 1500, 40000, 2000},
        .longest = 3000,
        .migrations = 1,
        .creator = waker,
        .spawner = living,
    };
    records[QP_KEPT_BY_RUNNING * QP_KEPT] = records[QP_KEPT_BY_SUSPENDED * QP_KEPT] = ended;
    uint32_t lives = builder_record(builder, QP_KIND_LIVES, sizeof(struct qp_lives_record));
    *(struct qp_lives_record *)builder_at(builder, lives) = (struct qp_lives_record){
        .root = builder_root_of(builder, root),
        .kept = kept,
        .created = 2,
        .ended = 1,
        .life = 48500,
        .times = {5000, 1500, 40000, 2000},
        .migrations = 1,
        .longest = 3000,
        .longest_life = 48500,
        .longest_delay = 1500,
        .lives = {[15] = 1},
        .delays = {[8] = 2, [10] = 1},
    };
    ((struct qp_root *)builder_at(builder, builder_root_of(builder, root)))->lives = lives;
}

static void run_coverage(struct builder *builder, uint32_t thread)
{
    static const uint64_t main_counts[] = {1, 1, 1, 1, 1, 1}, fib_counts[] = {9, 4, 9};
    static const uint64_t bad_counts[] = {2, 3, 0}, tail_counts[] = {5, 0, 5, 0, 0, 0};
    uint32_t root = builder_root(builder, QP_CPROF, thread, 0, 0);
    uint32_t top = builder_node(builder, root, MAIN, 1, 0);
    builder_node(builder, builder_node(builder, top, FIB, 1, 0), FIB, 8, 0);
    builder_node(builder, top, BAD, 3, 0);
    builder_node(builder, top, TAIL, 5, 0);
    builder_blocks(builder, root, MAIN, 0, main_counts, 6);
    builder_blocks(builder, root, FIB, 0, fib_counts, 3);
    builder_blocks(builder, root, BAD, 0, bad_counts, 3);
    builder_blocks(builder, root, TAIL, 0, tail_counts, 6);
}

static void fill_header(struct builder *builder)
{
    struct qp_header *header = builder_header(builder);
    header->clock_start = (struct qp_clock_pair){0, 1000000000};
    header->clock_latest[0] = (struct qp_clock_pair){1500000, 1001500000};
    header->start_realtime_ns = 1700000000000000000;
    header->pid = 4711;
    header->products = 1u << QP_QPROF | 1u << QP_CPROF;
    header->virtual_threads = 1u << QP_QPROF;
    header->program = builder_string(builder, "demo app");
    header->directory = builder_string(builder, "/home/demo");
    header->host = builder_string(builder, "node1");
    header->options[QP_QPROF] = builder_string(builder, "-record-min-max=no");
    header->data_limit = 1u << 30;
    struct qp_diagnostic *unmatched = &header->diagnostics[QP_QPROF][6];
    unmatched->count = 3;
    unmatched->tick = 250000;
    strcpy(unmatched->first, "qprof_record_fn_exit(0x55)");
}

void sample_build(struct builder *builder)
{
    builder_begin(builder);
    fill_header(builder);
    builder_header(builder)->sentinel = builder_record(builder, QP_KIND_NODE, sizeof(struct qp_node));
    define_qprof(builder);
    register_methods(builder, QP_CPROF);
    add_branches(builder, QP_CPROF);
    define_sources(builder);
    uint32_t first = builder_thread(builder, 1, "main");
    uint32_t second = builder_thread(builder, 2, "worker");
    ((struct qp_thread_record *)builder_at(builder, second))->flags = QP_THREAD_ENDED;
    ((struct qp_thread_record *)builder_at(builder, second))->start = 300000;
    ((struct qp_thread_record *)builder_at(builder, second))->end = 400000;
    ((struct qp_thread_record *)builder_at(builder, first))->tstates[QP_QPROF] = SAMPLE_TSTATE;
    uint32_t bad = run_main_thread(builder, first);
    uint32_t root = builder_root(builder, QP_QPROF, second, 0, 0);
    builder_node(builder, builder_node(builder, root, MAIN, 1, 30000), UNKNOWN, 2, 6000);
    run_virtual_threads(builder, first, bad);
    run_coverage(builder, first);
    sample_trace(builder, first, second);
    sample_locations(builder, bad);
    builder_mark(builder, QP_QPROF, QP_MARK_NOTE, 500000, 0, "half way");
    builder_mark(builder, QP_QPROF, QP_MARK_PAUSE, 600000, 0, NULL);
    builder_mark(builder, QP_QPROF, QP_MARK_RESUME, 620000, 0, NULL);
    builder_mark(builder, QP_QPROF, QP_MARK_PHASE, 1000000, 1, "warm");
    builder_balance(builder);
}
