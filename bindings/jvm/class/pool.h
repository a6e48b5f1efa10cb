/* pool.h - constant pool of a class file: the entries that were read, and entries added after them.
 *
 * Indexes are not trusted: for an invalid index, or the index of an entry of another kind, the functions find
 * nothing. */
#pragma once

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

#define QJVM_MOST_SHARED 64

struct qjvm_text {
    const unsigned char *bytes; /* NULL = no text */
    size_t size;
};

/* Arguments that print a text with the format %.*s. */
#define QJVM_SHOWN(text) (int)(text).size, (const char *)(text).bytes

struct qjvm_pool {
    const unsigned char *bytes; /* bytes of the entries that were read */
    size_t size;
    uint32_t *offsets; /* indexed like the pool: start of the entry in `bytes`, NOWHERE if there is none */
    unsigned read;     /* number of indexes in the class file, including index 0 */
    unsigned count;    /* number of indexes including those of added entries */
    struct qjvm_writer added;
    struct qjvm_shared {
        size_t offset; /* in `added` */
        size_t size;
        unsigned index;
    } shared[QJVM_MOST_SHARED]; /* added entries that can be used again: texts, and entries that refer to texts */
    size_t shared_count;
};

/* Read the count and the pool. Return NULL or an error message. */
const char *qjvm_pool_init(struct qjvm_pool *pool, struct qjvm_cursor *cursor);
void qjvm_pool_fini(struct qjvm_pool *pool);

/* For an entry that was read, qjvm_pool_tag returns the tag, qjvm_pool_utf8 the text, and qjvm_pool_class the name
 * of the class. */
int qjvm_pool_tag(const struct qjvm_pool *pool, unsigned index); /* 0 = there is no such entry */
struct qjvm_text qjvm_pool_utf8(const struct qjvm_pool *pool, unsigned index);
struct qjvm_text qjvm_pool_class(const struct qjvm_pool *pool, unsigned index);

/* For an entry that refers to a field or method, qjvm_pool_member_class returns the name of its class,
 * qjvm_pool_member_name its own name, and qjvm_pool_member_descriptor its descriptor. A dynamic call has no class. */
struct qjvm_text qjvm_pool_member_class(const struct qjvm_pool *pool, unsigned index);
struct qjvm_text qjvm_pool_member_name(const struct qjvm_pool *pool, unsigned index);
struct qjvm_text qjvm_pool_member_descriptor(const struct qjvm_pool *pool, unsigned index);

/* Return the number of the bootstrap method of a dynamic call, -1 for another entry. */
int qjvm_pool_bootstrap(const struct qjvm_pool *pool, unsigned index);

/* Return the index of the field or method of a method handle, 0 for another entry. */
unsigned qjvm_pool_handle_member(const struct qjvm_pool *pool, unsigned index);

struct qjvm_text qjvm_text_of(const char *word);
bool qjvm_text_is(struct qjvm_text text, const char *word);
bool qjvm_text_equal(struct qjvm_text a, struct qjvm_text b);
bool qjvm_text_begins(struct qjvm_text text, const char *start);
bool qjvm_text_ends(struct qjvm_text text, const char *end);

/* Add an entry. Return its index, 0 if the pool is full, or if out of memory. */
unsigned qjvm_pool_add_integer(struct qjvm_pool *pool, uint32_t value);
unsigned qjvm_pool_add_long(struct qjvm_pool *pool, uint64_t value);

/* Add an entry, unless an equal one was added before. Return its index, 0 if the pool is full, or if out of memory.
 * Only the first QJVM_MOST_SHARED added entries are compared; later ones are added again. */
unsigned qjvm_pool_add_utf8(struct qjvm_pool *pool, const char *text);
unsigned qjvm_pool_add_class(struct qjvm_pool *pool, const char *name);
unsigned qjvm_pool_add_string(struct qjvm_pool *pool, const char *text);
unsigned qjvm_pool_add_method(struct qjvm_pool *pool, const char *owner, const char *name, const char *descriptor);

/* Remove the newest entries. `size` is the earlier size of `added`, and `count` the earlier number of indexes in the
 * pool. */
void qjvm_pool_cut(struct qjvm_pool *pool, size_t size, unsigned count);

/* Write the number of indexes and all entries. */
void qjvm_pool_write(const struct qjvm_pool *pool, struct qjvm_writer *out);
