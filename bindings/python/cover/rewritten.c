#include "bindings/python/cover/rewritten.h"

#include <stdlib.h>
#include <string.h>

#include "bindings/python/code/operation.h"
#include "bindings/python/code/scratch.h"
#include "bindings/python/code/varint.h"

/* Instruction of the new code. */
struct item {
    int operation;
    int argument;
    int target; /* item to which it jumps or refers, -1 = none */
    int at;     /* its first code unit */
    int size;   /* its code units without caches */
};

struct writer {
    const struct qpy_code *code;
    const struct qpy_edges *edges;
    struct item *items;
    int count;
    int *jumps; /* items with a target */
    int jump_count;
    int first_probe;
    bool each; /* each site has its own probe */
    struct qpy_site *sites;
    int site_count;
    int *first;   /* by instruction, and for the end: its first item */
    int *landing; /* by edge: item to which it leads */
};

static struct item *put(struct writer *w, int operation, int argument, int target)
{
    struct item *item = &w->items[w->count++];
    *item = (struct item){.operation = operation, .argument = argument, .target = target};
    return item;
}

/* Return the number of code units of an instruction with this argument. */
static int size_of(int argument)
{
    return argument <= 0xff ? 1 : 2 + (argument > 0xffff) + (argument > 0xffffff);
}

static void put_probe(struct writer *w, int counter)
{
    int constant = w->first_probe + (w->each ? w->site_count : counter);
    w->sites[w->site_count++] = (struct qpy_site){.counter = counter, .units = size_of(constant) + 1};
    put(w, LOAD_CONST, constant, -1);
    put(w, POP_TOP, 0, -1);
}

/* ---- probes before an instruction -------------------------------------------------------------------------------- */

/* Return whether an instruction and the one before it must stay together: CPython runs them as one, looks for one next
 * to the other, or skips one of them. */
static bool is_tied(const struct qpy_code *code, int to)
{
    int operation = code->instructions[to].operation;
    int before = to > 0 ? code->instructions[to - 1].operation : -1;
#if PY_VERSION_HEX < 0x030c0000
    if (before == PRECALL)
        return true;
#else
    if (operation == END_FOR)
        return true;
#endif
#if PY_VERSION_HEX >= 0x030d0000
    if (before == END_FOR) /* FOR_ITER or sys.monitoring expects the instruction that pops the iterator there */
        return true;
#endif
#ifdef NOT_TAKEN /* since CPython 3.14 */
    if (operation == NOT_TAKEN)
        return true;
#endif
#ifdef KW_NAMES /* until CPython 3.12 */
    if (before == KW_NAMES)
        return true;
#endif
    return operation == RESUME || before == SEND;
}

/* Set the landing of all edges to an instruction that have a counter. */
static void land(struct writer *w, int to, int counter, int item)
{
    for (int i = w->edges->into[to]; i >= 0; i = w->edges->items[i].next)
        if (w->edges->items[i].counter == counter)
            w->landing[i] = item;
}

/* Return the next counter of an edge to an instruction whose probe is not written yet, or -1. The probe of a backward
 * jump is written last, since no jump has to follow it. */
static int next_counter(const struct writer *w, int to)
{
    int back = -1;
    for (int i = w->edges->into[to]; i >= 0; i = w->edges->items[i].next) {
        const struct qpy_edge *edge = &w->edges->items[i];
        if (edge->counter < 0 || w->landing[i] >= 0 || edge->kind == QPY_EDGE_LEAVES)
            continue;
        if (edge->kind != QPY_EDGE_JUMPS || edge->from < to)
            return edge->counter;
        back = edge->counter;
    }
    return back;
}

/* Return whether control may come from the instruction before. */
static bool falls_into(const struct qpy_code *code, int to)
{
    return to > 0 && !qpy_operations[code->instructions[to - 1].operation].ends;
}

/* Write the probes of the edges to an instruction. */
static void put_probes(struct writer *w, int to)
{
    const struct qpy_edges *edges = w->edges;
    int first = w->count;
    int fall = -1; /* counter of the edge from the instruction before */
    int leaves = -1;
    for (int i = edges->into[to]; i >= 0; i = edges->items[i].next) {
        if (edges->items[i].kind == QPY_EDGE_FALLS)
            fall = edges->items[i].counter;
        else if (edges->items[i].kind == QPY_EDGE_LEAVES)
            leaves = edges->items[i].counter;
    }
    bool falls = fall < 0 && falls_into(w->code, to);
    for (int counter = fall >= 0 ? fall : next_counter(w, to); counter >= 0; counter = next_counter(w, to)) {
        if (falls)
            put(w, JUMP_FORWARD, 0, -1);
        land(w, to, counter, w->count);
        put_probe(w, counter);
        falls = true;
    }
    land(w, to, -1, w->count);
    for (int i = first; i < w->count; i++)
        if (w->items[i].operation == JUMP_FORWARD)
            w->items[i].target = w->count;
    if (leaves >= 0)
        put_probe(w, leaves);
}

/* Return whether an instruction has the distance back to another one, for sys.monitoring. */
static bool refers_back(int operation)
{
    return PY_VERSION_HEX >= 0x030e0000 && operation == END_ASYNC_FOR;
}

/* Return the instruction to which one refers back. */
static int referred(const struct qpy_code *code, int i)
{
    int end = i + 1 < code->count ? code->instructions[i + 1].at : code->units;
    int unit = end - code->instructions[i].argument;
    return unit >= 0 ? code->index[unit] : -1;
}

/* Set the items to which others refer. Return false if an instruction refers to none. */
static bool set_targets(struct writer *w)
{
    const struct qpy_code *code = w->code;
    for (int i = 0; i < w->edges->count; i++) {
        const struct qpy_edge *edge = &w->edges->items[i];
        if (edge->kind == QPY_EDGE_JUMPS) /* the instruction is the last of its items */
            w->items[w->first[edge->from + 1] - 1].target = w->landing[i];
    }
    for (int i = 0; i < code->count; i++) {
        int to = refers_back(code->instructions[i].operation) ? referred(code, i) : i;
        if (to < 0)
            return false;
        if (to != i)
            w->items[w->first[i + 1] - 1].target = w->first[to + 1] - 1;
    }
    return true;
}

/* Write all instructions. Return false if probes would separate tied ones. */
static bool put_all(struct writer *w)
{
    const struct qpy_code *code = w->code;
    for (int i = 0; i < w->edges->count; i++)
        w->landing[i] = -1;
    for (int i = 0; i < code->count; i++) {
        w->first[i] = w->count;
        if (w->edges->into[i] >= 0)
            put_probes(w, i);
        if (w->count > w->first[i] && is_tied(code, i))
            return false;
        put(w, code->instructions[i].operation, code->instructions[i].argument, -1);
    }
    w->first[code->count] = w->count;
    return set_targets(w);
}

/* ---- positions --------------------------------------------------------------------------------------------------- */

static int end_of(const struct item *item)
{
    return item->at + item->size + qpy_operations[item->operation].caches;
}

/* Set the positions of all items with their present sizes. Return the end. */
static int place_items(struct writer *w)
{
    int at = 0;
    for (int i = 0; i < w->count; i++) {
        w->items[i].at = at;
        at = end_of(&w->items[i]);
    }
    return at;
}

/* Set the distances of all jumps. Return whether one of them needs more code units than it has. */
static bool set_distances(struct writer *w)
{
    bool grows = false;
    for (int i = 0; i < w->jump_count; i++) {
        struct item *item = &w->items[w->jumps[i]];
        item->argument = abs(w->items[item->target].at - end_of(item));
        int size = size_of(item->argument);
        if (size > item->size) {
            item->size = size;
            grows = true;
        }
    }
    return grows;
}

/* Choose sizes and positions. A longer jump may make others longer. Return the number of code units. */
static int place_all(struct writer *w)
{
    for (int i = 0; i < w->count; i++) {
        struct item *item = &w->items[i];
        item->size = item->target < 0 ? size_of(item->argument) : 1;
        if (item->target >= 0)
            w->jumps[w->jump_count++] = i;
    }
    int end;
    do
        end = place_items(w);
    while (set_distances(w));
    return end;
}

/* Return the position of the first item of each instruction. */
static int *places(const struct writer *w, int end)
{
    int *place = qpy_scratch(((size_t)w->code->count + 1) * sizeof *place);
    for (int i = 0; place && i < w->code->count; i++)
        place[i] = w->items[w->first[i]].at;
    if (place)
        place[w->code->count] = end;
    return place;
}

/* ---- output ------------------------------------------------------------------------------------------------------ */

static PyObject *write_bytes(const struct writer *w, int units)
{
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, 2 * (Py_ssize_t)units);
    if (!bytes)
        return NULL;
    unsigned char *out = (unsigned char *)PyBytes_AS_STRING(bytes);
    for (int i = 0; i < w->count; i++) {
        const struct item *item = &w->items[i];
        for (int more = item->size - 1; more > 0; more--) {
            *out++ = EXTENDED_ARG;
            *out++ = (unsigned char)(item->argument >> 8 * more);
        }
        *out++ = (unsigned char)item->operation;
        *out++ = (unsigned char)item->argument;
        for (int caches = qpy_operations[item->operation].caches; caches > 0; caches--, out += 2)
            memset(out, 0, 2); /* CACHE */
    }
    return bytes;
}

static PyObject *write_handlers(const struct writer *w, const int *place)
{
    enum { MOST_BYTES = 4 * 6 }; /* of an entry */
    int count = 0;
    for (int i = 0; i < w->edges->count; i++)
        count += w->edges->items[i].kind == QPY_EDGE_RAISES;
    unsigned char *begin = qpy_scratch((size_t)count * MOST_BYTES);
    unsigned char *out = begin;
    if (!begin)
        return PyErr_NoMemory();
    for (int i = 0; i < w->edges->count; i++) {
        const struct qpy_edge *edge = &w->edges->items[i];
        if (edge->kind != QPY_EDGE_RAISES)
            continue;
        out = qpy_varint_put_big(out, (unsigned)place[edge->from], QPY_VARINT_ENTRY);
        out = qpy_varint_put_big(out, (unsigned)(place[edge->end] - place[edge->from]), 0);
        out = qpy_varint_put_big(out, (unsigned)w->items[w->landing[i]].at, 0);
        out = qpy_varint_put_big(out, (unsigned)edge->stack, 0);
    }
    return PyBytes_FromStringAndSize((const char *)begin, out - begin);
}

static bool allocate(struct writer *w)
{
    /* Each edge adds at most a probe of two instructions and a jump. */
    size_t most = (size_t)w->code->count + 3 * (size_t)w->edges->count;
    w->items = qpy_scratch(most * sizeof *w->items);
    w->jumps = qpy_scratch(most * sizeof *w->jumps);
    w->sites = qpy_scratch(((size_t)w->edges->count + 1) * sizeof *w->sites);
    w->first = qpy_scratch(((size_t)w->code->count + 1) * sizeof *w->first);
    w->landing = qpy_scratch(((size_t)w->edges->count + 1) * sizeof *w->landing);
    return w->items && w->jumps && w->sites && w->first && w->landing;
}

bool qpy_rewritten_init(struct qpy_rewritten *rewritten, const struct qpy_code *code, const struct qpy_edges *edges,
                        int first_probe, bool each)
{
    struct writer w = {.code = code, .edges = edges, .first_probe = first_probe, .each = each};
    *rewritten = (struct qpy_rewritten){0};
    if (allocate(&w) && put_all(&w)) {
        int units = place_all(&w);
        rewritten->sites = w.sites;
        rewritten->site_count = w.site_count;
        rewritten->place = places(&w, units);
        rewritten->bytes = write_bytes(&w, units);
        rewritten->handlers = rewritten->place ? write_handlers(&w, rewritten->place) : NULL;
    }
    return rewritten->place && rewritten->bytes && rewritten->handlers;
}

void qpy_rewritten_fini(struct qpy_rewritten *rewritten)
{
    Py_CLEAR(rewritten->bytes);
    Py_CLEAR(rewritten->handlers);
    *rewritten = (struct qpy_rewritten){0};
}
