#include "profile/merge/merging.h"

#include "base/hash.h"
#include "format/array.h"

#include <stdio.h>

/* ---- system threads ---------------------------------------------------------------------------------------------- */

#define NAME_BYTES 400 /* a longer name with a rank is cut */

/* Return a thread's name with the rank of its process: "rank 3 worker". A first thread without a name is "rank 3". */
static struct qp_text name_with_rank(struct qp_merge *merge, const struct qp_profile *profile, uint32_t index)
{
    const struct qp_header *header = &profile->reader.header;
    const struct qp_profile_thread *thread = &profile->threads[index];
    char name[NAME_BYTES] = "", world[16] = "", text[NAME_BYTES + 40];
    if (thread->name.length)
        snprintf(name, sizeof name, " %.*s", (int)thread->name.length, thread->name.bytes);
    else if (thread->number > 1)
        snprintf(name, sizeof name, " thread %u", thread->number);
    if (header->world)
        snprintf(world, sizeof world, "%u.", header->world);
    snprintf(text, sizeof text, "rank %s%u%s", world, header->rank, name);
    return qp_texts_keep(&merge->texts, qp_text_of(text));
}

static uint32_t find_carrier(struct qp_merge *merge, const struct qp_profile *profile, uint32_t index,
                             uint32_t occurrence)
{
    const struct qp_header *header = &profile->reader.header;
    const struct qp_profile_thread *thread = &profile->threads[index];
    const struct qp_merged_carrier carrier = {
        .rank = merge->keeps_ranks ? (uint64_t)header->world << 32 | header->rank : 0,
        .name = merge->keeps_ranks ? name_with_rank(merge, profile, index) : qp_texts_keep(&merge->texts, thread->name),
        .occurrence = occurrence,
        .number = UINT32_MAX,
        .ended = true,
        .client_id = thread->client_id,
        .system_id = profile->carriers[index].system_id,
        .start = UINT64_MAX,
    };
    const uint64_t parts[] = {qp_texts_key(carrier.name), occurrence};
    return QP_ARRAY_KEYED(&merge->carrier_map, qp_texts_identity(&merge->texts, parts, sizeof parts), &merge->carriers,
                          &merge->carrier_count, carrier);
}

/* Return a thread's position, from 1, among the threads of the same name in its run. If the thread has no name,
 * return its number. */
static uint32_t occurrence_of(const struct qp_profile_thread *thread, struct qp_map *names, bool *ok)
{
    uint64_t hash = qp_hash_bytes(thread->name.bytes, thread->name.length);
    uint64_t occurrence = qp_map_get(names, hash) + 1;
    if (thread->name.length == 0)
        return thread->number;
    *ok = qp_map_put(names, hash, occurrence) == 0;
    return (uint32_t)occurrence;
}

static void add_carrier(struct qp_merge *merge, const struct qp_adding *adding, uint32_t index, uint32_t number)
{
    const struct qp_profile_thread *thread = &adding->profile->threads[index];
    const struct qp_profile_carrier *of = &adding->profile->carriers[index];
    struct qp_merged_carrier *sum = &merge->carriers[number];
    uint64_t start = qp_profile_since_start(adding->profile, thread->start);
    uint64_t end = thread->ended ? qp_profile_since_start(adding->profile, thread->end) : 0;
    sum->number = thread->number < sum->number ? thread->number : sum->number;
    sum->ended &= thread->ended;
    sum->client_id = sum->client_id == thread->client_id ? sum->client_id : 0;
    sum->system_id = sum->system_id == of->system_id ? sum->system_id : 0;
    sum->start = start < sum->start ? start : sum->start;
    sum->end = end > sum->end ? end : sum->end;
    sum->count += of->count;
}

/* ---- phases ------------------------------------------------------------------------------------------------------ */

static uint32_t find_phase(struct qp_merge *merge, const struct qp_profile_phase *phase)
{
    bool first = phase->number == 0;
    struct qp_text name = first ? (struct qp_text){NULL, 0} : qp_texts_keep(&merge->texts, phase->name);
    const uint64_t parts[] = {phase->product, first, qp_texts_key(name)};
    return QP_ARRAY_KEYED(&merge->phase_map, qp_texts_identity(&merge->texts, parts, sizeof parts), &merge->phases,
                          &merge->phase_count, (struct qp_merged_phase){phase->product, first, name, UINT64_MAX});
}

static void add_phase(struct qp_merge *merge, struct qp_adding *adding, uint32_t index)
{
    const struct qp_profile_phase *phase = &adding->profile->phases[index];
    uint64_t tick = qp_profile_since_start(adding->profile, phase->tick);
    uint32_t number = find_phase(merge, phase);
    adding->phases[index] = number;
    if (number == QP_NONE)
        merge->failed = true;
    else if (tick < merge->phases[number].tick)
        merge->phases[number].tick = tick;
}

/* ---- all threads ------------------------------------------------------------------------------------------------- */

void qp_merge_threads(struct qp_merge *merge, struct qp_adding *adding)
{
    const struct qp_profile *profile = adding->profile;
    struct qp_map names = {0};
    bool ok = true;
    for (uint32_t i = 0; i < profile->carrier_count && ok; i++) {
        uint32_t occurrence = occurrence_of(&profile->threads[i], &names, &ok);
        uint32_t number = ok ? find_carrier(merge, profile, i, occurrence) : QP_NONE;
        adding->carriers[i] = number;
        ok = number != QP_NONE;
        if (ok)
            add_carrier(merge, adding, i, number);
    }
    qp_map_fini(&names);
    merge->failed |= !ok;
    for (uint32_t i = 0; i < profile->phase_count && !merge->failed; i++)
        add_phase(merge, adding, i);
}
