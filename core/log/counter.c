#include "core/log/counter.h"

#include "base/atomic.h"
#include "base/memory.h"
#include "base/names.h"
#include "core/store/arena.h"
#include "core/store/diagnose.h"
#include "core/store/store.h"
#include "core/store/string.h"
#include "core/event/definition.h"
#include "core/log/result.h"

#include <stdio.h>
#include <string.h>

static struct qp_names counters = {.entries = {.size = sizeof(struct qp_counter), .each = 1024}};
static uint32_t count;

static qp_symbol_rule *rule_of;

static struct qp_counter *slot(uint32_t index)
{
    return qp_pieces_at(&counters.entries, index);
}

struct qp_counter *qp_counter_find(int handle)
{
    uint32_t index = (uint32_t)handle - QP_COUNTER_HANDLES;
    return index - 1 < qp_load_acquire(&count) ? slot(index) : NULL; /* pairs with add */
}

/* ---- the data file --------------------------------------------------------------------------------------- */

static void write_counter(const struct qp_counter *counter)
{
    QP_ARENA_ADD(QP_KIND_COUNTER, struct qp_counter_record, .handle = counter->handle,
                 .name = qp_string_put(counter->name), .class_name = qp_string_put(counter->class_name),
                 .unit = qp_string_put(counter->unit), .genre = counter->genre, .target = (uint32_t)counter->target,
                 .bounded = counter->bounded, .lower = counter->lower, .upper = counter->upper);
}

void qp_counter_write_all(void)
{
    for (uint32_t index = 1; index <= count; index++)
        write_counter(slot(index));
}

/* ---- definitions ----------------------------------------------------------------------------------------- */

static bool is_same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool is_same(const struct qp_counter *a, const struct qp_counter *b)
{
    return a->genre == b->genre && a->target == b->target && a->bounded == b->bounded && a->lower == b->lower &&
           a->upper == b->upper && is_same_text(a->class_name, b->class_name) && is_same_text(a->unit, b->unit);
}

/* Replace the counter's texts, except the name, by permanent copies. Return 0, or -1 if out of memory. */
static int keep_texts(struct qp_counter *counter)
{
    size_t size = strlen(counter->class_name) + strlen(counter->name) + 2;
    char *path = qp_memory_keep(size);
    const char *unit = counter->unit ? qp_memory_text(counter->unit) : NULL;
    if (!path || (counter->unit && !unit))
        return -1;
    snprintf(path, size, "%s:%s", counter->class_name, counter->name);
    counter->path = path;
    counter->unit = unit;
    return 0;
}

/* Add a counter. Return 0, or -1 if out of memory. */
static int add(struct qp_counter *made, uint64_t key)
{
    struct qp_counter *place = keep_texts(made) == 0 ? qp_names_add(&counters, made->name, key, count + 1) : NULL;
    if (!place)
        return -1;
    made->name = place->name;
    made->handle = QP_COUNTER_HANDLES + count + 1;
    made->rule = rule_of ? rule_of(made->path) : QP_RULE_LOGGED;
    *place = *made;
    write_counter(made);
    qp_store_release(&count, count + 1); /* pairs with qp_counter_find */
    return 0;
}

int qp_counter_define(const struct qp_counter *wanted, int class_handle, int *handle)
{
    uint64_t key;
    struct qp_counter made = *wanted;
    *handle = 0;
    made.class_name = qp_symbol_class_name(class_handle);
    if (!made.class_name)
        return QP_LOG_BAD_SYMBOL;
    if (made.unit && made.unit[0] == '\0')
        made.unit = NULL;
    qp_definition_begin();
    uint32_t index = qp_names_find(&counters, wanted->name, &key);
    bool is_known = index != 0 && index <= count; /* false if the process was forked while a thread was adding this
                                                   * counter */
    if (is_known || add(&made, key) == 0)
        *handle = QP_COUNTER_HANDLES + (int)(is_known ? index : count);
    qp_definition_end();
    if (is_known && !is_same(slot(index), &made))
        qp_diagnose(QP_VT, QP_DIAGNOSTIC_OTHER_DEFINITION, "VT_countdef(%.80s)", wanted->name);
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
