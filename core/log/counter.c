#include "core/log/counter.h"

#include "core/log/result.h"
#include "base/atomic.h"
#include "base/hash.h"
#include "base/map.h"
#include "core/record/definition.h"
#include "core/store/diagnose.h"
#include "core/store/store.h"
#include "core/store/string.h"

#include <stdlib.h>
#include <string.h>

/* Counters lie in pieces that never move, so that they are found without a lock; a million is more than any program
 * has. */
#define PIECE  1024
#define PIECES 1024

static struct qp_counter *pieces[PIECES];
static uint32_t count;
static struct qp_map known; /* hash of a name: index */
static struct qp_arena records = {.kind = QP_KIND_COUNTER};
static qp_symbol_rule *rule_of;

/* index counts from 1. */
static struct qp_counter *slot(uint32_t index)
{
    return pieces[(index - 1) / PIECE] + (index - 1) % PIECE;
}

struct qp_counter *qp_counter_find(int handle)
{
    uint32_t index = (uint32_t)handle - QP_COUNTER_HANDLES;
    return index - 1 < qp_load_acquire(&count) ? slot(index) : NULL; /* pairs with add */
}

/* ---- the data file --------------------------------------------------------------------------------------- */

static void write_counter(const struct qp_counter *counter)
{
    if (qp_store.header == NULL)
        return;
    struct qp_counter_record *record = qp_arena_take(&records, sizeof *record);
    if (record == NULL)
        return;
    record->handle = counter->handle;
    record->name = qp_string_put(counter->name);
    record->class_name = qp_string_put(counter->class_name);
    record->unit = qp_string_put(counter->unit);
    record->genre = counter->genre;
    record->target = (uint32_t)counter->target;
    record->bounded = counter->bounded;
    record->lower = counter->lower;
    record->upper = counter->upper;
    qp_store_release(&record->published, 1); /* pairs with the reader's walk over counters */
}

void qp_counter_write_all(void)
{
    records = (struct qp_arena){.kind = QP_KIND_COUNTER};
    for (uint32_t index = 1; index <= count; index++)
        write_counter(slot(index));
}

/* ---- definitions ----------------------------------------------------------------------------------------- */

static uint32_t find_name(const char *name, uint64_t *hash)
{
    uint64_t index;
    *hash = qp_hash_bytes(name, strlen(name));
    while ((index = qp_map_get(&known, *hash)) != 0 && strcmp(slot((uint32_t)index)->name, name) != 0)
        ++*hash;
    return (uint32_t)index;
}

static int is_same_text(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

static int is_same(const struct qp_counter *a, const struct qp_counter *b)
{
    return a->genre == b->genre && a->target == b->target && a->bounded == b->bounded && a->lower == b->lower &&
           a->upper == b->upper && is_same_text(a->class_name, b->class_name) && is_same_text(a->unit, b->unit);
}

static void drop(struct qp_counter *counter)
{
    free(counter->path);
    free(counter->unit);
}

/* Copies what is the caller's. Returns. 0, or -1 without memory. */
static int make(struct qp_counter *counter, const struct qp_counter_definition *definition, const char *class_name)
{
    size_t before = strlen(class_name);
    size_t size = strlen(definition->name) + 1;
    int has_unit = definition->unit != NULL && definition->unit[0] != '\0';
    *counter = (struct qp_counter){.genre = definition->genre,
                                   .target = definition->target,
                                   .class_name = class_name,
                                   .path = malloc(before + 1 + size),
                                   .unit = has_unit ? strdup(definition->unit) : NULL};
    if (counter->path == NULL || (has_unit && counter->unit == NULL)) {
        drop(counter);
        return -1;
    }
    memcpy(counter->path, class_name, before);
    counter->path[before] = ':';
    counter->name = memcpy(counter->path + before + 1, definition->name, size);
    if (definition->bounds != NULL) {
        counter->bounded = 1;
        counter->lower = definition->bounds[0];
        counter->upper = definition->bounds[1];
    }
    return 0;
}

/* Takes what made counter. Returns. 0, or -1 without memory. */
static int add(struct qp_counter *made, uint64_t hash)
{
    struct qp_counter **piece = &pieces[count / PIECE];
    if (count == PIECES * PIECE)
        return -1;
    if (*piece == NULL)
        *piece = calloc(PIECE, sizeof **piece);
    if (*piece == NULL || qp_map_put(&known, hash, count + 1) != 0)
        return -1;
    made->handle = QP_COUNTER_HANDLES + count + 1;
    made->rule = rule_of == NULL ? QP_RULE_LOGGED : rule_of(made->path);
    *slot(count + 1) = *made;
    write_counter(made);
    qp_store_release(&count, count + 1); /* pairs with find */
    return 0;
}

int qp_counter_define(const struct qp_counter_definition *definition, int *handle)
{
    struct qp_counter made;
    uint64_t hash;
    *handle = 0;
    const char *class_name = qp_symbol_class_name(definition->class_handle);
    if (class_name == NULL)
        return QP_LOG_BAD_SYMBOL;
    if (make(&made, definition, class_name) != 0)
        return QP_LOG_NO_MEMORY;
    qp_definition_begin();
    uint32_t index = find_name(definition->name, &hash);
    int is_known = index != 0;
    if (is_known || add(&made, hash) == 0)
        *handle = QP_COUNTER_HANDLES + (int)(is_known ? index : count);
    qp_definition_end();
    if (is_known && !is_same(slot(index), &made))
        qp_diagnose(QP_VT, QP_DIAGNOSTIC_OTHER_DEFINITION, "VT_countdef(%.80s)", definition->name);
    if (is_known || *handle == 0)
        drop(&made);
    return *handle == 0 ? QP_LOG_NO_MEMORY : QP_LOG_OK;
}

void qp_counter_decide(qp_symbol_rule *rule)
{
    qp_definition_begin();
    rule_of = rule;
    for (uint32_t index = 1; index <= count; index++)
        qp_store_relaxed(&slot(index)->rule, rule(slot(index)->path));
    qp_definition_end();
}
