/* make_shape SHAPE FILE: write a data file of a hostile or large shape.
 *
 *   deep         100,000 calls inside each other
 *   chain        like deep, with 100,000 different functions, each of which also calls the first
 *   wide         a function that calls 100,000 other functions
 *   nodes        1,000,000 nodes of 1,000 methods
 *   ticks        1,000 calls of two functions that took less than a nanosecond each
 *   uncalled     a function that has no calls and no time, but called another function
 *   methods      1,000,000 registered methods with one line each, of which only one was called
 *   copies       a function that 6 threads register under 6 ids, and a function that is hotter than each of these
 *   phases       10,000 phases, each with one root
 *   quiet        a function that is called before the phase "quiet" and continues in it
 *   empty        a run without calls
 *   alike        functions, virtual threads and groups whose names are equal or differ only in the middle
 *   wide_names   names in Chinese, names with an emoji, names with combining accents
 *   hostile      every text is an attack (hostile.h)
 *   hostile_log  the same attacks in a log of libvt
 *   rare         an excluded branch, unknown callers, a thread that waits, a virtual thread with estimated times
 *   virtual      1,000,000 virtual threads in 10 groups, all of them suspended, in a run that was killed
 *   resumed      a virtual thread 0xa that resumes 0xb, in a log */
#include "tests/support/builder.h"
#include "tests/support/hostile.h"
#include "tests/support/timeline_log.h"

#include <stdio.h>
#include <string.h>

static uint32_t begin(struct builder *builder)
{
    builder_begin(builder);
    builder_header(builder)->products = 1u << QP_QPROF;
    builder_header(builder)->clock_latest[0] = (struct qp_clock_pair){2000000000, 2000000000};
    return builder_thread(builder, 1, "main");
}

static void deep(struct builder *builder)
{
    uint32_t node = builder_root(builder, QP_QPROF, begin(builder), 0, 0);
    for (int i = 0; i < 100000; i++)
        node = builder_node(builder, node, 1 + i % 7, 1, 10);
}

/* Build a path of 100,000 calls of different methods, each of which also calls the first method. */
static void chain(struct builder *builder)
{
    uint32_t node = builder_root(builder, QP_QPROF, begin(builder), 0, 0);
    for (uint32_t i = 0; i < 100000; i++) {
        node = builder_node(builder, node, 1 + i, 1, 10);
        if (i)
            builder_node(builder, node, 1, 1, 1);
    }
}

static void wide(struct builder *builder)
{
    uint32_t root = builder_root(builder, QP_QPROF, begin(builder), 0, 0);
    uint32_t parent = builder_node(builder, root, 1, 1, 10);
    for (uint32_t i = 0; i < 100000; i++)
        builder_node(builder, parent, 2 + i, 1, 1000 + i);
}

/* Build a tree of 1,000,000 nodes, each with 8 callees. */
static void nodes(struct builder *builder)
{
    static uint32_t made[1000000];
    static const int lines[] = {1, 2, 3};
    char name[32];
    uint32_t root = builder_root(builder, QP_QPROF, begin(builder), 0, 0);
    for (uint32_t i = 0; i < 1000; i++) {
        snprintf(name, sizeof name, "method_%u", i);
        builder_method(builder, QP_QPROF, 1 + i, name, "big.lua", lines, 3);
    }
    for (uint32_t i = 0; i < 1000000; i++)
        made[i] =
            builder_node(builder, i ? made[(i - 1) / 8] : root, 1 + i * 2654435761u % 1000, 1 + i % 100, 100 + i % 977);
}

/* Build calls that took one tick each, and were blocked for one tick each. Three ticks of the clock are two
 * nanoseconds. */
static void ticks(struct builder *builder)
{
    uint32_t node = builder_root(builder, QP_QPROF, begin(builder), 0, 0);
    builder_header(builder)->clock_kind = QP_CLOCK_TSC;
    builder_header(builder)->clock_latest[0] = (struct qp_clock_pair){3000000, 2000000};
    for (uint32_t i = 0; i < 1000; i++) {
        node = builder_node(builder, node, 1 + i % 2, 1, 1);
        builder_side(builder, node)->blocked = 1;
    }
}

/* Build a phase that begins within a call. In the phase, the caller has neither calls nor time. */
static void uncalled(struct builder *builder)
{
    uint32_t root = builder_root(builder, QP_QPROF, begin(builder), 0, 0);
    uint32_t caller = builder_node(builder, root, 1, 0, 0);
    builder_node(builder, caller, 2, 3, 0);
    builder_node(builder, root, 3, 1, 100);
}

static void methods(struct builder *builder)
{
    char name[32], file[32];
    uint32_t root = builder_root(builder, QP_QPROF, begin(builder), 0, 0);
    for (int i = 0; i < 1000000; i++) {
        snprintf(name, sizeof name, "m%d", i);
        snprintf(file, sizeof file, "file_%d.lua", i / 1000);
        int line = 1 + i % 1000;
        builder_method(builder, QP_QPROF, 1 + (uint64_t)i, name, file, &line, 1);
    }
    builder_node(builder, root, 500000, 3, 1000);
}

static void copies(struct builder *builder)
{
    static const int line = 1;
    uint32_t root = builder_root(builder, QP_QPROF, begin(builder), 0, 0);
    builder_method(builder, QP_QPROF, 1, "sort", "app.janet", &line, 1);
    builder_node(builder, root, 1, 1, 4000);
    for (uint32_t i = 0; i < 6; i++) {
        uint32_t thread = builder_thread(builder, 2 + i, "worker");
        builder_method(builder, QP_QPROF, 10 + i, "fib", "thr.janet", &line, 1);
        uint32_t node = builder_node(builder, builder_root(builder, QP_QPROF, thread, 0, 0), 10 + i, 5, 1000);
        struct qp_node_extra_record *extra = builder_side(builder, node);
        extra->measured = 5;
        extra->minimum = 60 + i;
        extra->maximum = 5000 + 100 * i;
        builder_node(builder, node, 10 + (i + 1) % 6, 1, 100);
    }
}

static void phases(struct builder *builder)
{
    uint32_t thread = begin(builder);
    for (uint32_t i = 1; i <= 10000; i++) {
        builder_mark(builder, QP_QPROF, QP_MARK_PHASE, i, i, NULL);
        builder_node(builder, builder_root(builder, QP_QPROF, thread, 0, i), 1, 1, 5);
    }
}

static void quiet(struct builder *builder)
{
    uint32_t thread = begin(builder);
    builder_node(builder, builder_root(builder, QP_QPROF, thread, 0, 0), 1, 1, 100);
    builder_mark(builder, QP_QPROF, QP_MARK_PHASE, 100, 1, "quiet");
    builder_node(builder, builder_root(builder, QP_QPROF, thread, 0, 1), 1, 0, 70);
}

static void empty(struct builder *builder)
{
    static const int line = 3;
    builder_root(builder, QP_QPROF, begin(builder), 0, 0);
    builder_method(builder, QP_QPROF, 1, "never", "app.lua", &line, 1);
}

/* Build functions whose names contain characters that are two columns wide, or combining characters of no width. */
static void wide_names(struct builder *builder)
{
    static const char *const names[] = {"计算", "🚀launch", "e\xcc\x81te\xcc\x81", "plain",
                                        "很长的函数名字在这里没有地方可以全部显示出来"};
    static const int line = 3;
    uint32_t root = builder_root(builder, QP_QPROF, begin(builder), 0, 0);
    for (uint32_t i = 0; i < sizeof names / sizeof *names; i++) {
        builder_method(builder, QP_QPROF, 1 + i, names[i], "源代码/主程序.lua", &line, 1);
        builder_node(builder, root, 1 + i, 1, 1000 - 100 * i);
    }
}

/* Add a virtual thread that waits in a node. */
static void wait_in(struct builder *builder, uint32_t node, uint32_t group, uint64_t id, uint64_t since)
{
    uint32_t context = builder_record(builder, QP_KIND_CONTEXT, sizeof(struct qp_context));
    *(struct qp_context *)builder_at(builder, context) = (struct qp_context){
        .published = 1,
        .state = QP_CONTEXT_WAITING,
        .flags = QP_CONTEXT_VIRTUAL,
        .top = node,
        .virtual_id = id ? id : 16 * (uint64_t)context,
        .owner = QP_OWNER_PARKED,
        .since = 100 + since,
        .times = {70, 10, 20},
        .group = group,
        .start = since,
    };
}

static void virtual(struct builder *builder)
{
    enum { GROUPS = 10, EACH = 100000 };
    uint32_t thread = begin(builder);
    struct qp_header *header = builder_header(builder);
    header->virtual_threads = header->products;
    header->state = QP_RUN_RECORDING;
    builder_root(builder, QP_QPROF, thread, 0, 0);
    for (uint32_t i = 0; i < GROUPS; i++) {
        uint32_t group = builder_group(builder, QP_QPROF, "worker", 1 + i);
        uint32_t node = builder_node(builder, builder_root(builder, QP_QPROF, thread, group, 0), 7, EACH, 70 * EACH);
        struct qp_node_extra_record *extra = builder_side(builder, node);
        extra->blocked = 20 * EACH;
        extra->runnable = 10 * EACH;
        for (uint32_t k = 0; k < EACH; k++)
            wait_in(builder, node, group, 0, k);
    }
}

/* Build tables that need more than 80 columns: each time of a node takes a column. */
static void alike(struct builder *builder)
{
    static const char *const names[] = {
        "Handler.handle", "Handler.handle",
        "com.example.warehouse.orders.OrderService.processOrderOfCustomerAlphaInBerlin",
        "com.example.warehouse.orders.OrderService.processOrderOfCustomerGammaInBerlin"};
    static const char *const files[] = {"/srv/application/modules/orders/Handler.java",
                                        "/srv/application/modules/customers/Handler.java", NULL, NULL};
    static const int lines[] = {104};
    uint32_t thread = begin(builder), root = builder_root(builder, QP_QPROF, thread, 0, 0);
    builder_header(builder)->virtual_threads = 1u << QP_QPROF;
    for (uint32_t i = 0; i < sizeof names / sizeof *names; i++) {
        builder_method(builder, QP_QPROF, 1 + i, names[i], files[i], lines, files[i] ? 1 : 0);
        uint32_t group = builder_group(builder, QP_QPROF, "worker", 1 + i);
        uint32_t nodes[] = {builder_node(builder, root, 1 + i, 1000 + i, 1234567),
                            builder_node(builder, builder_root(builder, QP_QPROF, thread, group, 0), 1 + i, 3, 345678)};
        for (uint32_t k = 0; k < 2; k++) {
            struct qp_node_extra_record *extra = builder_side(builder, nodes[k]);
            extra->runnable = extra->blocked = extra->waiting = 4567890 + i;
            extra->acquired = extra->released = extra->measured = 1000;
            extra->minimum = 1234, extra->maximum = 23456;
        }
        for (uint32_t k = 0; k < 3; k++)
            wait_in(builder, nodes[1], group, 0x7f0012340000 + 256 * i + 16 * k, k);
    }
}

static void rare_branch(struct builder *builder, uint32_t root)
{
    static const int line = 3;
    static const uint64_t counts[] = {4, 4, 0};
    uint32_t reference = builder_method(builder, QP_QPROF, 1, "walk", "rare.lua", &line, 1);
    uint32_t branch = builder_record(builder, QP_KIND_LINES, sizeof(struct qp_branch_record));
    uint32_t exclusion = builder_record(builder, QP_KIND_EXCLUSION, sizeof(struct qp_exclusion_record));
    struct qp_method_record *method = builder_at(builder, reference);
    method->flags |= QP_METHOD_LACKS_CALLERS;
    method->branches = branch;
    method->branch_count = 1;
    method->block_count = 3;
    *(struct qp_branch_record *)builder_at(builder, branch) =
        (struct qp_branch_record){.line_number = line, .first_block = 1, .outcomes = 2};
    *(struct qp_exclusion_record *)builder_at(builder, exclusion) =
        (struct qp_exclusion_record){.published = 1, .file = method->file, .first = line, .last = line};
    builder_blocks(builder, root, 1, 0, counts, 3);
}

static void rare(struct builder *builder)
{
    uint32_t thread = begin(builder), root = builder_root(builder, QP_QPROF, thread, 0, 0);
    builder_header(builder)->virtual_threads = 1u << QP_QPROF;
    rare_branch(builder, root);
    uint32_t node = builder_node(builder, root, 1, 4, 1000);
    ((struct qp_node *)builder_at(builder, node))->flags |= QP_NODE_WAITS;
    builder_method(builder, QP_QPROF, 2, "rest", "a.lua", NULL, 0);
    uint32_t group = builder_group(builder, QP_QPROF, "worker", 1);
    node = builder_node(builder, builder_root(builder, QP_QPROF, thread, group, 0), 2, 1, 100);
    uint32_t context = builder_record(builder, QP_KIND_CONTEXT, sizeof(struct qp_context));
    *(struct qp_context *)builder_at(builder, context) = (struct qp_context){
        .published = 1,
        .state = QP_CONTEXT_WAITING,
        .flags = QP_CONTEXT_VIRTUAL | QP_CONTEXT_ESTIMATED,
        .top = node,
        .virtual_id = 7,
        .owner = QP_OWNER_PARKED,
        .since = 100,
        .times = {100},
        .group = group,
    };
}

static void resumed(struct builder *builder)
{
    struct timeline_log log;
    timeline_log_begin(&log);
    timeline_log_create(&log, 1, 100, 0, 0xa);
    timeline_log_of(&log, 1, 200, QP_EVENT_RUN, 0);
    timeline_log_create(&log, 1, 250, 1, 0xb);
    timeline_log_leave(&log, 1, 300, QP_EVENT_RESUME, TIMELINE_WORK);
    timeline_log_of(&log, 1, 300, QP_EVENT_RUN, 1);
    timeline_log_leave(&log, 1, 400, QP_EVENT_WAIT, TIMELINE_RECEIVE);
    timeline_log_of(&log, 1, 400, QP_EVENT_RUN, 0);
    timeline_log_put(&log, 1, 500, QP_EVENT_END, 0);
    *builder = log.builder;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*make)(struct builder *builder);
    } shapes[] = {{"deep", deep},
                  {"wide", wide},
                  {"nodes", nodes},
                  {"ticks", ticks},
                  {"uncalled", uncalled},
                  {"methods", methods},
                  {"copies", copies},
                  {"phases", phases},
                  {"rare", rare},
                  {"virtual", virtual},
                  {"resumed", resumed},
                  {"quiet", quiet},
                  {"empty", empty},
                  {"hostile", hostile_build},
                  {"hostile_log", hostile_log_build},
                  {"wide_names", wide_names},
                  {"alike", alike},
                  {"chain", chain}};
    struct builder builder;
    for (unsigned i = 0; argc == 3 && i < sizeof shapes / sizeof *shapes; i++) {
        if (strcmp(argv[1], shapes[i].name) != 0)
            continue;
        shapes[i].make(&builder);
        builder_balance(&builder);
        builder_write(&builder, argv[2]);
        builder_free(&builder);
        return 0;
    }
    fputs("usage: make_shape deep|wide|nodes|ticks|methods|copies|phases|uncalled|rare|virtual|resumed|quiet|empty|"
          "hostile|hostile_log|wide_names|alike|chain FILE\n",
          stderr);
    return 2;
}
