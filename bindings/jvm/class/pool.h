/* pool.h - the constant pool of a class file: its entries, located once, and those that are added behind them.
 *
 * Nothing in it is trusted: an index that leads nowhere, or to an entry of another kind, finds nothing. */
#ifndef QJVM_POOL_H
#define QJVM_POOL_H

#include "bindings/jvm/class/bytes.h"

enum qjvm_tag {
    QJVM_UTF8 = 1,
    QJVM_INTEGER = 3,
    QJVM_FLOAT = 4,
    QJVM_LONG = 5,
    QJVM_DOUBLE = 6,
    QJVM_CLASS = 7,
    QJVM_STRING = 8,
    QJVM_FIELD = 9,
    QJVM_METHOD = 10,
    QJVM_INTERFACE_METHOD = 11,
    QJVM_NAME_AND_TYPE = 12,
    QJVM_METHOD_HANDLE = 15,
    QJVM_METHOD_TYPE = 16,
    QJVM_DYNAMIC = 17,
    QJVM_INVOKE_DYNAMIC = 18,
    QJVM_MODULE = 19,
    QJVM_PACKAGE = 20
};

struct qjvm_text {
    const unsigned char *bytes; /* NULL: there is none */
    size_t size;
};

struct qjvm_pool {
    const unsigned char *bytes; /* of the entries as they were read */
    size_t size;
    uint32_t *offsets; /* by index: where an entry begins, NOWHERE where none does */
    unsigned read;     /* indexes below this one are of entries that were read */
    unsigned count;    /* indexes below this one are taken */
    bool full;         /* an entry found no index */
    struct qjvm_writer added;
    struct qjvm_added *table; /* of what was added, by its bytes; a power of two, at most half of it taken */
    size_t table_size;
    size_t table_taken;
};

/* Read the pool and its count. Returns NULL, or why not. */
const char *qjvm_pool_init(struct qjvm_pool *pool, struct qjvm_cursor *cursor);
void qjvm_pool_fini(struct qjvm_pool *pool);

/* Of an entry that was read. */
int qjvm_pool_tag(const struct qjvm_pool *pool, unsigned index); /* 0: there is none */
struct qjvm_text qjvm_pool_utf8(const struct qjvm_pool *pool, unsigned index);
struct qjvm_text qjvm_pool_class(const struct qjvm_pool *pool, unsigned index); /* its name */

/* The class and the name of a field or method. */
struct qjvm_text qjvm_pool_member_class(const struct qjvm_pool *pool, unsigned index);
struct qjvm_text qjvm_pool_member_name(const struct qjvm_pool *pool, unsigned index);

bool qjvm_text_is(struct qjvm_text text, const char *word);
bool qjvm_text_equal(struct qjvm_text a, struct qjvm_text b);

/* The index of an entry of such content, added if need be; 0 when the pool is full, or without memory. */
unsigned qjvm_pool_add_utf8(struct qjvm_pool *pool, const char *text);
unsigned qjvm_pool_add_integer(struct qjvm_pool *pool, uint32_t value);
unsigned qjvm_pool_add_long(struct qjvm_pool *pool, uint64_t value);
unsigned qjvm_pool_add_class(struct qjvm_pool *pool, const char *name);
unsigned qjvm_pool_add_method(struct qjvm_pool *pool, const char *owner, const char *name, const char *descriptor);

/* Where the pool stands, and back to there: what was added since is forgotten. */
struct qjvm_pool_mark {
    size_t size;
    unsigned count;
};

struct qjvm_pool_mark qjvm_pool_mark(const struct qjvm_pool *pool);
void qjvm_pool_forget(struct qjvm_pool *pool, struct qjvm_pool_mark mark);

/* The count and all entries. */
void qjvm_pool_write(const struct qjvm_pool *pool, struct qjvm_writer *out);

#endif
