#include "core/tree/thread_name.h"

#include "core/store/arena.h"
#include "core/store/string.h"
#include "core/method/group.h"
#include "core/thread/occupy.h"
#include "core/thread/run.h"
#include "core/tree/times.h"

#include <string.h>

/* Maximum size of a name with its terminating zero. Longer names are cut. */
#define MAX_NAME 256

static bool is_same(uint32_t reference, const char *name)
{
    return reference != 0 && strcmp(((const struct qp_string *)qp_store_at(reference))->bytes, name) == 0;
}

/* Store a name and return its reference. Check first if it equals the name stored last, as it often does. */
static uint32_t put(struct qp_tstate_cold *cold, const char *name)
{
    if (is_same(cold->name, name))
        return cold->name;
    qp_cold_lock();
    cold->name = qp_string_put(name);
    qp_cold_unlock();
    return cold->name;
}

/* Return a string for the name of this context alone, with space for `length` bytes and a zero. Return NULL if there
 * is no room in the file. */
static struct qp_string *own_text(struct qp_context *context, size_t length)
{
    struct qp_rare_record *rare = qp_times_rare(context);
    if (!rare || (rare->name != 0 && rare->room > length))
        return rare ? qp_store_at(rare->name) : NULL;
    uint32_t room = 28; /* with its length field the string takes 32 bytes */
    while (room <= length)
        room += 32;
    qp_cold_lock();
    struct qp_string *text = qp_arena_take_shared(QP_KIND_STRING, sizeof *text + room);
    qp_cold_unlock();
    if (!text)
        return NULL;
    rare->name = qp_store_reference(text);
    rare->room = room;
    return text;
}

void qp_thread_name_set(struct qp_tstate *tstate, enum qp_product product, struct qp_context *context, const char *name)
{
    char folded[MAX_NAME];
    if (!qp_runs[product].folds_names || !qp_group_fold_name(name, folded, sizeof folded)) {
        context->name = put(qp_tstate_cold(tstate, product), name);
        return;
    }
    size_t length = strnlen(name, MAX_NAME - 1);
    struct qp_string *text = own_text(context, length);
    if (!text)
        return;
    memcpy(text->bytes, name, length);
    text->bytes[length] = '\0';
    qp_store_relaxed(&text->length, (uint32_t)length);
    context->name = qp_store_reference(text);
}

uint32_t qp_thread_name_of_group(const struct qp_tstate_cold *cold, const struct qp_context *context)
{
    const struct qp_rare_record *rare = context->rare == 0 ? NULL : qp_store_at(context->rare);
    char folded[MAX_NAME];
    if (!rare || rare->name == 0 || rare->name != context->name)
        return context->name;
    qp_group_fold_name(((const struct qp_string *)qp_store_at(rare->name))->bytes, folded, sizeof folded);
    if (is_same(cold->group_name, folded))
        return cold->group_name;
    qp_cold_lock();
    uint32_t name = qp_string_put(folded);
    qp_cold_unlock();
    return name;
}
