#include "bindings/jvm/class/pool.h"

#include <stdlib.h>
#include <string.h>

#define NOWHERE    UINT32_MAX
#define MOST_COUNT 65535u

/* Slot of the hash table. size 0: free. index 0: removed. */
struct qjvm_added {
    uint32_t offset; /* in `added` */
    uint32_t size;
    unsigned index;
};

/* Return the bytes of an entry after its tag (for a text, of its length field only); -1 for an unknown tag. */
static int size_after_tag(unsigned tag)
{
    switch (tag) {
    case QJVM_CLASS:
    case QJVM_STRING:
    case QJVM_METHOD_TYPE:
    case QJVM_MODULE:
    case QJVM_PACKAGE:
    case QJVM_UTF8:
        return 2;
    case QJVM_METHOD_HANDLE:
        return 3;
    case QJVM_INTEGER:
    case QJVM_FLOAT:
    case QJVM_FIELD:
    case QJVM_METHOD:
    case QJVM_INTERFACE_METHOD:
    case QJVM_NAME_AND_TYPE:
    case QJVM_DYNAMIC:
    case QJVM_INVOKE_DYNAMIC:
        return 4;
    case QJVM_LONG:
    case QJVM_DOUBLE:
        return 8;
    default:
        return -1;
    }
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
        int size = size_after_tag(tag);
        const unsigned char *rest = size < 0 ? NULL : qjvm_read_bytes(cursor, (size_t)size);
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
    free(pool->table);
    qjvm_writer_fini(&pool->added);
    *pool = (struct qjvm_pool){0};
}

int qjvm_pool_tag(const struct qjvm_pool *pool, unsigned index)
{
    if (index >= pool->read || pool->offsets[index] == NOWHERE)
        return 0;
    return pool->bytes[pool->offsets[index]];
}

/* Return the bytes after the tag. */
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

static bool is_member(const struct qjvm_pool *pool, unsigned index)
{
    int tag = qjvm_pool_tag(pool, index);
    return tag == QJVM_FIELD || tag == QJVM_METHOD || tag == QJVM_INTERFACE_METHOD;
}

struct qjvm_text qjvm_pool_member_class(const struct qjvm_pool *pool, unsigned index)
{
    if (!is_member(pool, index))
        return (struct qjvm_text){0};
    return qjvm_pool_class(pool, qjvm_get_u2(content(pool, index)));
}

struct qjvm_text qjvm_pool_member_name(const struct qjvm_pool *pool, unsigned index)
{
    if (!is_member(pool, index))
        return (struct qjvm_text){0};
    unsigned name_and_type = qjvm_get_u2(content(pool, index) + 2);
    if (qjvm_pool_tag(pool, name_and_type) != QJVM_NAME_AND_TYPE)
        return (struct qjvm_text){0};
    return qjvm_pool_utf8(pool, qjvm_get_u2(content(pool, name_and_type)));
}

bool qjvm_text_equal(struct qjvm_text a, struct qjvm_text b)
{
    return a.bytes && b.bytes && a.size == b.size && memcmp(a.bytes, b.bytes, a.size) == 0;
}

bool qjvm_text_is(struct qjvm_text text, const char *word)
{
    return qjvm_text_equal(text, (struct qjvm_text){(const unsigned char *)word, strlen(word)});
}

/* FNV-1a. */
static uint32_t hash(const unsigned char *bytes, size_t size)
{
    uint32_t value = 2166136261u;
    for (size_t i = 0; i < size; i++)
        value = (value ^ bytes[i]) * 16777619u;
    return value;
}

/* Return the slot of an entry equal to the bytes at an offset of `added`, or a free slot; there always is one. */
static struct qjvm_added *find(const struct qjvm_pool *pool, size_t offset, size_t size)
{
    const unsigned char *bytes = pool->added.bytes + offset;
    size_t i = hash(bytes, size);
    for (;; i++) {
        struct qjvm_added *place = &pool->table[i & (pool->table_size - 1)];
        if (place->size == 0 ||
            (place->index != 0 && place->size == size && memcmp(pool->added.bytes + place->offset, bytes, size) == 0))
            return place;
    }
}

static bool grow_table(struct qjvm_pool *pool)
{
    if (2 * (pool->table_taken + 1) <= pool->table_size)
        return true;
    struct qjvm_pool grown = *pool;
    grown.table_size = pool->table_size ? 2 * pool->table_size : 64;
    grown.table_taken = 0;
    grown.table = calloc(grown.table_size, sizeof *grown.table);
    if (!grown.table)
        return false;
    for (size_t i = 0; i < pool->table_size; i++) {
        if (pool->table[i].index == 0)
            continue;
        *find(&grown, pool->table[i].offset, pool->table[i].size) = pool->table[i];
        grown.table_taken++;
    }
    free(pool->table);
    *pool = grown;
    return true;
}

/* Make an entry of the bytes written to `added` from the offset on, or remove them if an equal entry exists. */
static unsigned intern(struct qjvm_pool *pool, size_t offset)
{
    if (pool->added.no_memory || !grow_table(pool)) {
        pool->added.no_memory = true;
        return 0;
    }
    size_t size = pool->added.size - offset;
    struct qjvm_added *place = find(pool, offset, size);
    if (place->size != 0) {
        qjvm_writer_cut(&pool->added, offset);
        return place->index;
    }
    unsigned indexes = indexes_of(pool->added.bytes[offset]);
    if (pool->count + indexes > MOST_COUNT) {
        qjvm_writer_cut(&pool->added, offset);
        pool->full = true;
        return 0;
    }
    *place = (struct qjvm_added){(uint32_t)offset, (uint32_t)size, pool->count};
    pool->table_taken++;
    pool->count += indexes;
    return place->index;
}

unsigned qjvm_pool_add_utf8(struct qjvm_pool *pool, const char *text)
{
    size_t offset = pool->added.size;
    qjvm_write_u1(&pool->added, QJVM_UTF8);
    qjvm_write_u2(&pool->added, (unsigned)strlen(text));
    qjvm_write_bytes(&pool->added, text, strlen(text));
    return intern(pool, offset);
}

unsigned qjvm_pool_add_integer(struct qjvm_pool *pool, uint32_t value)
{
    size_t offset = pool->added.size;
    qjvm_write_u1(&pool->added, QJVM_INTEGER);
    qjvm_write_u4(&pool->added, value);
    return intern(pool, offset);
}

unsigned qjvm_pool_add_long(struct qjvm_pool *pool, uint64_t value)
{
    size_t offset = pool->added.size;
    qjvm_write_u1(&pool->added, QJVM_LONG);
    qjvm_write_u4(&pool->added, (uint32_t)(value >> 32));
    qjvm_write_u4(&pool->added, (uint32_t)value);
    return intern(pool, offset);
}

/* Add an entry that consists of one or two indexes. Return 0 if one of them is 0. */
static unsigned add_indexes(struct qjvm_pool *pool, enum qjvm_tag tag, unsigned first, unsigned second)
{
    size_t offset = pool->added.size;
    if (first == 0 || (tag != QJVM_CLASS && second == 0))
        return 0;
    qjvm_write_u1(&pool->added, tag);
    qjvm_write_u2(&pool->added, first);
    if (tag != QJVM_CLASS)
        qjvm_write_u2(&pool->added, second);
    return intern(pool, offset);
}

unsigned qjvm_pool_add_class(struct qjvm_pool *pool, const char *name)
{
    return add_indexes(pool, QJVM_CLASS, qjvm_pool_add_utf8(pool, name), 0);
}

unsigned qjvm_pool_add_method(struct qjvm_pool *pool, const char *owner, const char *name, const char *descriptor)
{
    unsigned class = qjvm_pool_add_class(pool, owner);
    unsigned name_index = qjvm_pool_add_utf8(pool, name);
    unsigned type_index = qjvm_pool_add_utf8(pool, descriptor);
    return add_indexes(pool, QJVM_METHOD, class, add_indexes(pool, QJVM_NAME_AND_TYPE, name_index, type_index));
}

struct qjvm_pool_mark qjvm_pool_mark(const struct qjvm_pool *pool)
{
    return (struct qjvm_pool_mark){pool->added.size, pool->count};
}

/* Return the bytes of an added entry. */
static size_t entry_size(const unsigned char *entry)
{
    return 1 + (size_t)size_after_tag(entry[0]) + (entry[0] == QJVM_UTF8 ? qjvm_get_u2(entry + 1) : 0);
}

/* Look up only entries after the mark: in a class whose pool is full, this is called for each method. */
void qjvm_pool_forget(struct qjvm_pool *pool, struct qjvm_pool_mark mark)
{
    size_t size = 0;
    for (size_t offset = mark.size; offset < pool->added.size && !pool->added.no_memory; offset += size) {
        size = entry_size(pool->added.bytes + offset);
        find(pool, offset, size)->index = 0;
    }
    qjvm_writer_cut(&pool->added, mark.size);
    pool->count = mark.count;
    pool->full = false;
}

void qjvm_pool_write(const struct qjvm_pool *pool, struct qjvm_writer *out)
{
    qjvm_write_u2(out, pool->count);
    qjvm_write_bytes(out, pool->bytes, pool->size);
    qjvm_write_bytes(out, pool->added.bytes, pool->added.size);
}
