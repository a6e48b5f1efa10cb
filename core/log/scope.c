#include "core/log/scope.h"

#include "base/atomic.h"
#include "base/names.h"
#include "core/store/arena.h"
#include "core/store/diagnose.h"
#include "core/store/store.h"
#include "core/store/string.h"
#include "core/event/definition.h"
#include "core/stacks/location.h"
#include "core/log/result.h"
#include "core/log/symbol.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Definitions by index. The name of each is the whole path, so its class handle is not used. */
static struct qp_names definitions = {
    .entries = {.size = sizeof(struct qp_scope), .each = QP_EVENT_OBJECTS / QP_PIECES_MOST}};
uint32_t qp_scope_count;

static struct qp_scope *slot(uint32_t index)
{
    return qp_pieces_at(&definitions.entries, index);
}

/* Write a scope's record. The last part of the path is the name, the rest the class. */
static void write_record(uint32_t index)
{
    const struct qp_scope *definition = slot(index);
    char *colon = strrchr(definition->name, ':');
    uint32_t name = qp_string_put(colon ? colon + 1 : definition->name), class_name = 0;
    if (colon) {
        *colon = '\0';
        class_name = qp_string_put(definition->name);
        *colon = ':';
    }
    QP_ARENA_ADD(QP_KIND_SCOPE, struct qp_scope_record, .handle = index, .name = name, .class_name = class_name,
                 .begin = (uint32_t)definition->begin, .end = (uint32_t)definition->end);
}

void qp_scope_write_all(void)
{
    for (uint32_t index = 1; index <= qp_scope_count; index++)
        write_record(index);
}

/* ---- define ----------------------------------------------------------------------------------------------- */

/* Add a scope. Return its index, 0 if out of memory. */
static uint32_t add(const char *path, const struct qp_scope *scope, uint64_t key)
{
    uint32_t index = qp_scope_count + 1;
    struct qp_scope *place = index < QP_EVENT_OBJECTS ? qp_names_add(&definitions, path, key, index) : NULL;
    if (!place)
        return 0;
    place->begin = scope->begin;
    place->end = scope->end;
    qp_store_release(&qp_scope_count, index); /* pairs with qp_scope_find */
    write_record(index);
    return index;
}

static int check(const struct qp_scope *scope)
{
    bool begin_is_known = scope->begin == QP_LOCATION_NONE || qp_location_is_known(scope->begin);
    bool end_is_known = scope->end == QP_LOCATION_NONE || qp_location_is_known(scope->end);
    return begin_is_known && end_is_known ? QP_LOG_OK : QP_LOG_BAD_LOCATION;
}

int qp_scope_define(const struct qp_scope *scope, int *handle)
{
    char *path = NULL;
    uint64_t key;
    *handle = 0;
    int result = check(scope);
    if (result == QP_LOG_OK)
        result = qp_symbol_path(scope->name, scope->class_handle, &path);
    if (result != QP_LOG_OK)
        return result;
    qp_definition_begin();
    uint32_t first = qp_names_find(&definitions, path, &key);
    if (first > qp_scope_count) /* the process was forked during add() */
        first = 0;
    bool differs = first != 0 && (slot(first)->begin != scope->begin || slot(first)->end != scope->end);
    uint32_t index = first != 0 ? first : add(path, scope, key);
    qp_definition_end();
    if (differs)
        qp_diagnose(QP_VT, QP_DIAGNOSTIC_OTHER_DEFINITION, "VT_scopedef(%.60s)", path);
    free(path);
    if (index == 0)
        return QP_LOG_NO_MEMORY;
    *handle = QP_SCOPE_HANDLES + (int)index;
    return QP_LOG_OK;
}

/* ---- instances -------------------------------------------------------------------------------------------- */

uint32_t qp_scope_numbers;

/* A byte for each instance number, which is 1 if the instance has ended. A byte, unlike a bit, can be set without
 * waiting for other threads. If two threads end an instance at the same moment, qp_scope_end may return true to both.
 * The bytes are divided into pieces. A piece is mapped when the first instance with a byte in this piece ends. */
#define ENDS_PIECE 65536u

static uint8_t *ends[(1u << 31) / ENDS_PIECE];

static uint8_t *make_piece(uint8_t **slot)
{
    uint8_t *present = NULL;
    uint8_t *made = mmap(NULL, ENDS_PIECE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (made == MAP_FAILED)
        return NULL;
    if (__atomic_compare_exchange_n(slot, &present, made, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        return made;
    munmap(made, ENDS_PIECE); /* another thread or a signal handler has mapped this piece meanwhile */
    return present;
}

bool qp_scope_end(int number)
{
    uint32_t given = qp_load_relaxed(&qp_scope_numbers);
    if (QP_UNLIKELY(given > INT_MAX))
        return number > 0;
    if ((uint32_t)number - 1 >= given)
        return false;
    uint8_t **slot = &ends[(uint32_t)number / ENDS_PIECE];
    uint8_t *piece = qp_load_acquire(slot);
    if (QP_UNLIKELY(!piece))
        piece = make_piece(slot);
    if (QP_UNLIKELY(!piece))
        return true;
    uint8_t *end = &piece[(uint32_t)number % ENDS_PIECE];
    if (qp_load_relaxed(end))
        return false;
    qp_store_relaxed(end, 1);
    return true;
}

void qp_scope_reopen(int number)
{
    uint8_t *piece = qp_load_acquire(&ends[(uint32_t)number / ENDS_PIECE]);
    if (piece)
        qp_store_relaxed(&piece[(uint32_t)number % ENDS_PIECE], 0);
}
