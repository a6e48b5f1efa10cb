/* make_version FILE [WORD=VALUE...]: write a run of one version of a program, for tests of comparisons.
 *
 * main calls the steps f1 to f20. By default, f1 takes 1 ms, f2 takes 2 ms, and so on. f7 also calls helper. The words
 * are, with their default values in parentheses:
 *
 *   calls     calls of f7 (100)
 *   helper    calls of helper (those of f7)
 *   slow      factor by which f5's time is multiplied (1)
 *   speed     factor by which all times are multiplied (1)
 *   noise     greatest random error of each time, in percent; the errors depend on pid (0)
 *   pid       process id (1)
 *   start     second in which the run began (the number of pid)
 *   file      file of the functions (app.lua)
 *   shift     lines added at the top of the file (0)
 *   added     name of another function, which main calls once (no such function)
 *   lines     executed lines of main: 1 = the first, 2 = the second, 3 = both (0: lines are not counted)
 *   context   name of the context in which all calls ran (no context)
 *   program   name of the program (app)
 *   product   qprof or cprof (qprof)
 *   clock     tsc or cpu (tsc)
 *   state     ended or recording (ended) */
#include "tests/support/builder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 20 };

struct version {
    int calls, helper, start, shift, lines;
    uint32_t pid, product;
    double slow, speed, noise;
    const char *file, *program, *added, *context, *clock, *state;
    uint64_t random;
};

static int take(struct version *version, const char *word)
{
    const char *value = strchr(word, '=');
    size_t length = value ? (size_t)(value - word) : 0;
    const struct {
        const char *name;
        int *number;
        double *part;
        const char **text;
    } words[] = {
        {"calls", &version->calls, NULL, NULL},     {"shift", &version->shift, NULL, NULL},
        {"lines", &version->lines, NULL, NULL},     {"pid", (int *)&version->pid, NULL, NULL},
        {"helper", &version->helper, NULL, NULL},   {"start", &version->start, NULL, NULL},
        {"slow", NULL, &version->slow, NULL},       {"speed", NULL, &version->speed, NULL},
        {"noise", NULL, &version->noise, NULL},     {"file", NULL, NULL, &version->file},
        {"program", NULL, NULL, &version->program}, {"added", NULL, NULL, &version->added},
        {"clock", NULL, NULL, &version->clock},     {"state", NULL, NULL, &version->state},
        {"context", NULL, NULL, &version->context},
    };
    if (value && strncmp(word, "product=", 8) == 0) {
        version->product = strcmp(value + 1, "cprof") == 0 ? QP_CPROF : QP_QPROF;
        return 1;
    }
    for (unsigned i = 0; value && i < sizeof words / sizeof *words; i++) {
        if (strlen(words[i].name) != length || strncmp(words[i].name, word, length) != 0)
            continue;
        if (words[i].number)
            *words[i].number = atoi(value + 1);
        else if (words[i].part)
            *words[i].part = atof(value + 1);
        else
            *words[i].text = value + 1;
        return 1;
    }
    return 0;
}

static uint64_t time_of(struct version *version, double ms)
{
    version->random = version->random * 6364136223846793005u + 1442695040888963407u;
    double off = (double)(version->random >> 40) / (1 << 24) - 0.5;
    return version->product == QP_CPROF ? 0 : (uint64_t)(1e6 * ms * version->speed * (1 + version->noise / 50 * off));
}

static void define(struct builder *builder, const struct version *version, uint64_t id, const char *name, int line)
{
    const int lines[] = {line + version->shift, line + 1 + version->shift};
    builder_method(builder, version->product, id, name, version->file, lines, 2);
}

/* Make the root of a context. */
static void set_context(struct builder *builder, const struct version *version, uint32_t root)
{
    const struct qp_named_record named = {.published = 1,
                                          .product = (uint16_t)version->product,
                                          .number = 1,
                                          .name = builder_string(builder, version->context)};
    memcpy(builder_at(builder, builder_record(builder, QP_KIND_NAMED, sizeof named)), &named, sizeof named);
    ((struct qp_root *)builder_at(builder, builder_root_of(builder, root)))->flags |= QP_ROOT_OF_NAMED(1);
}

static void add_calls(struct builder *builder, struct version *version)
{
    const uint64_t counts[] = {version->lines & 1, (version->lines & 2) / 2};
    uint64_t helper = (uint64_t)(version->helper ? version->helper : version->calls);
    uint32_t root = builder_root(builder, version->product, builder_thread(builder, 1, "main"), 0, 0);
    uint32_t top = builder_node(builder, root, 1, 1, time_of(version, 1));
    char name[8];
    if (version->context)
        set_context(builder, version, root);
    define(builder, version, 1, "main", 1);
    define(builder, version, 2, "helper", 5);
    for (uint32_t i = 1; i <= STEPS; i++) {
        snprintf(name, sizeof name, "f%u", i);
        define(builder, version, 10 + i, name, (int)(10 * i));
        uint64_t calls = i == 7 ? (uint64_t)version->calls : 100;
        uint32_t node = builder_node(builder, top, 10 + i, calls, time_of(version, i * (i == 5 ? version->slow : 1)));
        if (i == 7)
            builder_node(builder, node, 2, helper, time_of(version, 0.01 * (double)helper));
    }
    if (version->added) {
        define(builder, version, 3, version->added, 300);
        builder_node(builder, top, 3, 1, time_of(version, 2));
    }
    if (version->lines)
        builder_blocks(builder, root, 1, 0, counts, 2);
}

int main(int argc, char **argv)
{
    struct builder builder;
    struct version version = {.calls = 100,
                              .pid = 1,
                              .slow = 1,
                              .speed = 1,
                              .file = "app.lua",
                              .program = "app",
                              .clock = "tsc",
                              .state = "ended"};
    for (int i = 2; i < argc; i++) {
        if (!take(&version, argv[i])) {
            fprintf(stderr, "make_version: what is '%s'?\n", argv[i]);
            return 2;
        }
    }
    if (argc < 2)
        return 2;
    version.random = version.pid;
    builder_begin(&builder);
    struct qp_header *header = builder_header(&builder);
    header->products = 1u << version.product;
    header->pid = version.pid;
    header->start_realtime_ns = 1000000000ull * (version.start ? (uint32_t)version.start : version.pid);
    header->program = builder_string(&builder, version.program);
    if (strcmp(version.clock, "cpu") == 0)
        header->clock_kind = QP_CLOCK_THREAD_CPU;
    if (strcmp(version.state, "recording") == 0)
        header->state = QP_RUN_RECORDING;
    add_calls(&builder, &version);
    builder_balance(&builder);
    builder_write(&builder, argv[1]);
    builder_free(&builder);
    return 0;
}
