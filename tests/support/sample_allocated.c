#include "tests/support/sample_allocated.h"

enum { MAIN = 1, PARSE, STORE, CLASS };

static void allocate(struct builder *builder, uint32_t node, uint64_t bytes, uint64_t objects, uint64_t events)
{
    struct qp_node_extra_record *extra = builder_side(builder, node);
    extra->allocated_bytes = bytes;
    extra->allocated_objects = objects;
    extra->allocations = events;
}

/* What the two lines of a method allocated. */
static void allocate_in_lines(struct builder *builder, uint32_t root, uint64_t method, const uint64_t bytes[2],
                              const uint64_t objects[2], const uint64_t events[2])
{
    builder_blocks(builder, root, method, QP_BLOCKS_BYTES, bytes, 2);
    builder_blocks(builder, root, method, QP_BLOCKS_OBJECTS, objects, 2);
    builder_blocks(builder, root, method, QP_BLOCKS_ALLOCATIONS, events, 2);
}

/* The row of a class, `text[]`, has neither calls nor time. */
void sample_allocated(struct builder *builder, bool estimated)
{
    static const int lines[] = {3, 4};
    builder_begin(builder);
    struct qp_header *header = builder_header(builder);
    header->products = 1u << QP_QPROF;
    header->features = estimated ? QP_FEATURE_ESTIMATES : 0;
    builder_method(builder, QP_QPROF, MAIN, "main", "main.lua", lines, 2);
    builder_method(builder, QP_QPROF, PARSE, "parse", "src/parse.lua", lines, 2);
    builder_method(builder, QP_QPROF, STORE, "store", "src/store.lua", lines, 2);
    builder_method(builder, QP_QPROF, CLASS, "text[]", NULL, NULL, 0);
    uint32_t thread = builder_thread(builder, 1, "main"), root = builder_root(builder, QP_QPROF, thread, 0, 0);
    uint32_t main = builder_node(builder, root, MAIN, 1, 50000), parse = builder_node(builder, main, PARSE, 10, 400000);
    uint32_t store = builder_node(builder, parse, STORE, 20, 100000),
             again = builder_node(builder, main, STORE, 5, 7000);
    allocate(builder, main, 1000, 3, 3);
    allocate(builder, store, 3 << 20, 60000, 60);
    allocate(builder, again, 1 << 20, 20000, 20);
    allocate(builder, builder_node(builder, parse, CLASS, 0, 0), 2 << 20, 40000, 40);
    allocate_in_lines(builder, root, PARSE, (uint64_t[]){2 << 20, 0}, (uint64_t[]){40000, 0}, (uint64_t[]){40, 0});
    allocate_in_lines(builder, root, STORE, (uint64_t[]){1 << 20, 3 << 20}, (uint64_t[]){20000, 60000},
                      (uint64_t[]){20, 60});
    builder_balance(builder);
}
