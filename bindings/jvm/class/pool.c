#include "bindings/jvm/class/pool.h"

#include <stdlib.h>
#include <string.h>

#define NOWHERE    UINT32_MAX
#define MOST_COUNT 65535u

/* Return the number of bytes of an entry after its tag; 0 for an unknown tag. For a text, return the size of its length
 * field only. */
static unsigned size_after_tag(unsigned tag)
{
    static const unsigned char sizes[] = {[QJVM_UTF8] = 2,           [QJVM_INTEGER] = 4,
                                          [QJVM_FLOAT] = 4,          [QJVM_LONG] = 8,
                                          [QJVM_DOUBLE] = 8,         [QJVM_CLASS] = 2,
                                          [QJVM_STRING] = 2,         [QJVM_FIELD] = 4,
                                          [QJVM_METHOD] = 4,         [QJVM_INTERFACE_METHOD] = 4,
                                          [QJVM_NAME_AND_TYPE] = 4,  [QJVM_METHOD_HANDLE] = 3,
                                          [QJVM_METHOD_TYPE] = 2,    [QJVM_DYNAMIC] = 4,
                                          [QJVM_INVOKE_DYNAMIC] = 4, [QJVM_MODULE] = 2,
                                          [QJVM_PACKAGE] = 2};
    return tag < sizeof sizes ? sizes[tag] : 0;
}

static unsigned indexes_of(unsigned tag)
{
    return tag == QJVM_LONG || tag == QJVM_DOUBLE ? 2 : 1;
}

static bool locate(struct qjvm_pool *pool, struct qjvm_cursor *cursor)
{
    pool->bytes = cursor->at;
    for (unsigned index = 0; index < pool->read; index++)
        pool->offsets[index] = NOWHERE;
    unsigned index = 1;
    while (index < pool->read) {
        const unsigned char *entry = cursor->at;
        unsigned tag = qjvm_read_u1(cursor);
        unsigned size = size_after_tag(tag);
        const unsigned char *rest = size ? qjvm_read_bytes(cursor, size) : NULL;
        if (!rest || (tag == QJVM_UTF8 && !qjvm_read_bytes(cursor, qjvm_get_u2(rest))))
            return false;
        pool->offsets[index] = (uint32_t)(entry - pool->bytes);
        index += indexes_of(tag);
    }
    pool->size = (size_t)(cursor->at - pool->bytes);
    return index == pool->read && pool->size < NOWHERE;
}

const char *qjvm_pool_init(struct qjvm_pool *pool, struct qjvm_cursor *cursor)
{
    *pool = (struct qjvm_pool){.read = qjvm_read_u2(cursor)};
    pool->count = pool->read;
    if (pool->read == 0)
        return "damaged constants";
    pool->offsets = malloc(pool->read * sizeof *pool->offsets);
    if (!pool->offsets)
        return "no memory";
    if (locate(pool, cursor))
        return NULL;
    qjvm_pool_fini(pool);
    return "damaged constants";
}

void qjvm_pool_fini(struct qjvm_pool *pool)
{
    free(pool->offsets);
    qjvm_writer_fini(&pool->added);
    *pool = (struct qjvm_pool){0};
}

int qjvm_pool_tag(const struct qjvm_pool *pool, unsigned index)
{
    if (index >= pool->read || pool->offsets[index] == NOWHERE)
        return 0;
    return pool->bytes[pool->offsets[index]];
}

/* Return the bytes of an entry after its tag. */
static const unsigned char *content(const struct qjvm_pool *pool, unsigned index)
{
    return pool->bytes + pool->offsets[index] + 1;
}

struct qjvm_text qjvm_pool_utf8(const struct qjvm_pool *pool, unsigned index)
{
    if (qjvm_pool_tag(pool, index) != QJVM_UTF8)
        return (struct qjvm_text){0};
    return (struct qjvm_text){content(pool, index) + 2, qjvm_get_u2(content(pool, index))};
}

struct qjvm_text qjvm_pool_class(const struct qjvm_pool *pool, unsigned index)
{
    if (qjvm_pool_tag(pool, index) != QJVM_CLASS)
        return (struct qjvm_text){0};
    return qjvm_pool_utf8(pool, qjvm_get_u2(content(pool, index)));
}

static bool is_member(int tag)
{
    return tag == QJVM_FIELD || tag == QJVM_METHOD || tag == QJVM_INTERFACE_METHOD;
}

struct qjvm_text qjvm_pool_member_class(const struct qjvm_pool *pool, unsigned index)
{
    return is_member(qjvm_pool_tag(pool, index)) ? qjvm_pool_class(pool, qjvm_get_u2(content(pool, index)))
                                                 : (struct qjvm_text){0};
}

/* Return the name (offset 0) or the descriptor (offset 2) to which an entry refers. */
static struct qjvm_text name_or_type(const struct qjvm_pool *pool, unsigned index, unsigned offset)
{
    int tag = qjvm_pool_tag(pool, index);
    bool has_name = is_member(tag) || tag == QJVM_INVOKE_DYNAMIC;
    unsigned name_and_type = has_name ? qjvm_get_u2(content(pool, index) + 2) : 0;
    if (qjvm_pool_tag(pool, name_and_type) != QJVM_NAME_AND_TYPE)
        return (struct qjvm_text){0};
    return qjvm_pool_utf8(pool, qjvm_get_u2(content(pool, name_and_type) + offset));
}

struct qjvm_text qjvm_pool_member_name(const struct qjvm_pool *pool, unsigned index)
{
    return name_or_type(pool, index, 0);
}

struct qjvm_text qjvm_pool_member_descriptor(const struct qjvm_pool *pool, unsigned index)
{
    return name_or_type(pool, index, 2);
}

int qjvm_pool_bootstrap(const struct qjvm_pool *pool, unsigned index)
{
    return qjvm_pool_tag(pool, index) == QJVM_INVOKE_DYNAMIC ? (int)qjvm_get_u2(content(pool, index)) : -1;
}

unsigned qjvm_pool_handle_member(const struct qjvm_pool *pool, unsigned index)
{
    return qjvm_pool_tag(pool, index) == QJVM_METHOD_HANDLE ? qjvm_get_u2(content(pool, index) + 1) : 0;
}

bool qjvm_text_equal(struct qjvm_text a, struct qjvm_text b)
{
    return a.bytes && b.bytes && a.size == b.size && memcmp(a.bytes, b.bytes, a.size) == 0;
}

bool qjvm_text_begins(struct qjvm_text text, const char *start)
{
    size_t size = strlen(start);
    return text.size >= size && memcmp(text.bytes, start, size) == 0;
}

bool qjvm_text_ends(struct qjvm_text text, const char *end)
{
    size_t size = strlen(end);
    return text.size >= size && memcmp(text.bytes + text.size - size, end, size) == 0;
}

struct qjvm_text qjvm_text_of(const char *word)
{
    return (struct qjvm_text){(const unsigned char *)word, strlen(word)};
}

bool qjvm_text_is(struct qjvm_text text, const char *word)
{
    return qjvm_text_equal(text, qjvm_text_of(word));
}

/* Make an entry from the bytes of `added` that start at `offset`. Return its index, or 0 if the pool is full or
 * memory ran out. */
static unsigned add(struct qjvm_pool *pool, size_t offset)
{
    if (pool->added.no_memory)
        return 0;
    unsigned index = pool->count, indexes = indexes_of(pool->added.bytes[offset]);
    if (index + indexes > MOST_COUNT) {
        qjvm_writer_cut(&pool->added, offset);
        return 0;
    }
    pool->count += indexes;
    return index;
}

/* Turn the bytes into an entry, as `add` does. But if this function has added an equal entry before, remove the
 * bytes, and return the index of the earlier entry. */
static unsigned share(struct qjvm_pool *pool, size_t offset)
{
    const struct qjvm_shared *end = pool->shared + pool->shared_count;
    for (const struct qjvm_shared *at = pool->shared; at < end && !pool->added.no_memory; at++) {
        if (at->size != pool->added.size - offset ||
            memcmp(pool->added.bytes + at->offset, pool->added.bytes + offset, at->size) != 0)
            continue;
        qjvm_writer_cut(&pool->added, offset);
        return at->index;
    }
    unsigned index = add(pool, offset);
    if (index && pool->shared_count < QJVM_MOST_SHARED)
        pool->shared[pool->shared_count++] = (struct qjvm_shared){offset, pool->added.size - offset, index};
    return index;
}

unsigned qjvm_pool_add_utf8(struct qjvm_pool *pool, const char *text)
{
    size_t offset = pool->added.size;
    qjvm_write_u1(&pool->added, QJVM_UTF8);
    qjvm_write_u2(&pool->added, (unsigned)strlen(text));
    qjvm_write_bytes(&pool->added, text, strlen(text));
    return share(pool, offset);
}

unsigned qjvm_pool_add_integer(struct qjvm_pool *pool, uint32_t value)
{
    size_t offset = pool->added.size;
    qjvm_write_u1(&pool->added, QJVM_INTEGER);
    qjvm_write_u4(&pool->added, value);
    return add(pool, offset);
}

unsigned qjvm_pool_add_long(struct qjvm_pool *pool, uint64_t value)
{
    size_t offset = pool->added.size;
    qjvm_write_u1(&pool->added, QJVM_LONG);
    qjvm_write_u4(&pool->added, (uint32_t)(value >> 32));
    qjvm_write_u4(&pool->added, (uint32_t)value);
    return add(pool, offset);
}

/* Add an entry that consists of indexes: one for a class or a string, two for other tags. Return 0 if one of the
 * indexes is 0. */
static unsigned add_indexes(struct qjvm_pool *pool, enum qjvm_tag tag, unsigned first, unsigned second)
{
    size_t offset = pool->added.size;
    bool alone = tag == QJVM_CLASS || tag == QJVM_STRING;
    if (first == 0 || (!alone && second == 0))
        return 0;
    qjvm_write_u1(&pool->added, tag);
    qjvm_write_u2(&pool->added, first);
    if (!alone)
        qjvm_write_u2(&pool->added, second);
    return share(pool, offset);
}

unsigned qjvm_pool_add_class(struct qjvm_pool *pool, const char *name)
{
    return add_indexes(pool, QJVM_CLASS, qjvm_pool_add_utf8(pool, name), 0);
}

unsigned qjvm_pool_add_string(struct qjvm_pool *pool, const char *text)
{
    return add_indexes(pool, QJVM_STRING, qjvm_pool_add_utf8(pool, text), 0);
}

unsigned qjvm_pool_add_method(struct qjvm_pool *pool, const char *owner, const char *name, const char *descriptor)
{
    unsigned class = qjvm_pool_add_class(pool, owner);
    unsigned name_index = qjvm_pool_add_utf8(pool, name);
    unsigned type_index = qjvm_pool_add_utf8(pool, descriptor);
    return add_indexes(pool, QJVM_METHOD, class, add_indexes(pool, QJVM_NAME_AND_TYPE, name_index, type_index));
}

void qjvm_pool_cut(struct qjvm_pool *pool, size_t size, unsigned count)
{
    while (pool->shared_count && pool->shared[pool->shared_count - 1].offset >= size)
        pool->shared_count--;
    qjvm_writer_cut(&pool->added, size);
    pool->count = count;
}

void qjvm_pool_write(const struct qjvm_pool *pool, struct qjvm_writer *out)
{
    qjvm_write_u2(out, pool->count);
    qjvm_write_bytes(out, pool->bytes, pool->size);
    qjvm_write_bytes(out, pool->added.bytes, pool->added.size);
}
