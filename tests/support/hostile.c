#include "tests/support/hostile.h"

#include <string.h>

#define NAME(text)                                                                                                     \
    {                                                                                                                  \
        text, sizeof text - 1                                                                                          \
    }

static const struct name {
    const char *bytes;
    uint32_t length;
} names[] = {
    NAME("</script><script>alert(1)</script><!--"),
    NAME("\x1b[2J\x1b]0;owned\x07 red\x9b\xc2\x9b"),
    NAME("\xe2\x80\xaegnp.exe\xe2\x81\xa6\xe2\x80\xa8next"),
    NAME("nul\0behind"),
    NAME("\xff\xfe\xc3(\xed\xa0\x80\xef\xbf\xbe\xf4\x90\x80\x80"),
    NAME("=cmd|' /C calc'!A0"),
    NAME("+1+1"),
    NAME("-2+3"),
    NAME("@SUM(A1)"),
    NAME("\t=1"),
    NAME("line\r\nDA:1,99\nend_of_record\nSF:x"),
    NAME("x\nfn=(1) y\ncalls=1 1\n1 99"),
    NAME("(1) z"),
    NAME("a;b,c 12"),
    NAME("\"quoted\",\"\r\nnext\""),
    NAME("| x | <b> **y** `z` @everyone [l](javascript:1) ![i](http://i) www.x.org"),
    NAME("]]>--><x y=\"&amp;%lt;\" z='--"),
    NAME("%s%n%x ${x} $(x) `x` \\"),
    NAME("{\"a\":[1,"),
    NAME("../../../../etc/passwd"),
    NAME("C:\\x\\y::z"),
    NAME(" "),
};

enum { NAMES = sizeof names / sizeof *names, TWICE = NAMES + 1, TWICE_TOO, LONG, LONG_TOO, MAIN };

#define LONG_LENGTH 65000 /* an extent has 64 KiB with its headers */

static uint32_t name_of(struct builder *builder, uint32_t number)
{
    return builder_bytes(builder, QP_KIND_STRING, names[number].bytes, names[number].length);
}

static uint32_t add_branch(struct builder *builder)
{
    uint32_t table = builder_record(builder, QP_KIND_LINES, sizeof(struct qp_branch_record));
    *(struct qp_branch_record *)builder_at(builder, table) =
        (struct qp_branch_record){.line_number = 2, .first_block = 3, .outcomes = 2};
    return table;
}

/* A method of three lines, with a branch in the second. Returns its record. */
static struct qp_method_record *add_method(struct builder *builder, uint32_t product, uint64_t id, const char *name,
                                           const char *file)
{
    static const int lines[] = {1, 2, 3};
    uint32_t method = builder_method(builder, product, id, name, file, lines, 3), branches = add_branch(builder);
    struct qp_method_record *record = builder_at(builder, method);
    record->branches = branches;
    record->branch_count = 1;
    record->block_count = 5;
    return record;
}

static void add_methods(struct builder *builder, uint32_t product)
{
    static char long_name[2][LONG_LENGTH + 1];
    for (int i = 0; i < 2; i++)
        memset(long_name[i], '<', LONG_LENGTH);
    long_name[1][LONG_LENGTH - 1] = '>';
    for (uint32_t i = 0; i < NAMES; i++) {
        uint32_t name = name_of(builder, i), file = name_of(builder, (i + 3) % NAMES);
        uint32_t class_name = i % 3 ? 0 : name_of(builder, (i + 5) % NAMES);
        struct qp_method_record *record = add_method(builder, product, i + 1, NULL, NULL);
        record->name = name;
        record->file = file;
        record->class_name = class_name;
    }
    add_method(builder, product, TWICE, "twice", "one.lua");
    add_method(builder, product, TWICE_TOO, "twice", "two.lua");
    add_method(builder, product, LONG, long_name[0], long_name[0]);
    add_method(builder, product, LONG_TOO, long_name[1], long_name[1]);
    add_method(builder, product, MAIN, "main", "main.lua");
}

static void run(struct builder *builder, uint32_t product, uint32_t root, uint64_t ns)
{
    static const uint64_t counts[] = {7, 0, 3, 2, 0};
    uint32_t top = builder_node(builder, root, MAIN, 1, ns);
    uint32_t deeper = top;
    for (uint64_t id = 1; id < MAIN; id++) {
        builder_node(builder, builder_node(builder, top, id, id, ns * id), id, 1, ns);
        deeper = builder_node(builder, deeper, id, 1, ns);
        if (product == QP_CPROF)
            builder_blocks(builder, root, id, 0, counts, 5);
    }
}

void hostile_build(struct builder *builder)
{
    builder_begin(builder);
    builder_wide(builder, QP_KIND_STRING);
    struct qp_header *header = builder_header(builder);
    header->clock_latest[0] = (struct qp_clock_pair){1500000, 1500000};
    header->products = 1u << QP_QPROF | 1u << QP_CPROF;
    header->virtual_threads = 1u << QP_QPROF;
    header->program = name_of(builder, 0);
    header->directory = name_of(builder, 10);
    struct qp_diagnostic *first = &header->diagnostics[QP_QPROF][6];
    first->count = 1;
    memcpy(first->first, names[0].bytes, names[0].length);
    add_methods(builder, QP_QPROF);
    add_methods(builder, QP_CPROF);
    for (uint32_t i = 0; i < NAMES; i++) {
        uint32_t thread = builder_thread(builder, i + 1, NULL), name = name_of(builder, i);
        ((struct qp_thread_record *)builder_at(builder, thread))->name = name;
        uint32_t group = builder_group(builder, QP_QPROF, NULL, i + 1);
        ((struct qp_group_record *)builder_at(builder, group))->name = name;
        run(builder, QP_QPROF, builder_root(builder, QP_QPROF, thread, 0, 0), 10 + i);
        if (i % 2)
            run(builder, QP_QPROF, builder_root(builder, QP_QPROF, thread, group, 0), 5);
        if (i == 0)
            run(builder, QP_CPROF, builder_root(builder, QP_CPROF, thread, 0, 0), 0);
    }
    builder_balance(builder);
}
