/* shared_table.h - a hash table that is read while it grows. */
#include "base/shared_table.h"
#include "tests/support/test.h"

#include <pthread.h>
#include <stdlib.h>

#define MOST 20000

static uint64_t entries[MOST];

static uint64_t hash(const void *entry)
{
    return qp_hash_key(*(const uint64_t *)entry % 1000); /* 20 entries have the same hash */
}

static bool is_equal(const void *entry, const void *key)
{
    return *(const uint64_t *)entry == *(const uint64_t *)key;
}

static struct qp_shared_table table = {.hash = hash};
static uint32_t added;

static const uint64_t *find(uint64_t number)
{
    return qp_shared_table_find(&table, hash(&number), is_equal, &number);
}

static void *read_what_was_added(void *data)
{
    (void)data;
    for (uint32_t known = 0; known < MOST; known = qp_load_acquire(&added))
        for (uint32_t i = known > 50 ? known - 50 : 0; i < known; i++)
            if (find(entries[i]) != &entries[i])
                return "lost an entry";
    return NULL;
}

static void count(void *entry, void *data)
{
    (void)entry;
    ++*(int *)data;
}

TEST(a_reader_finds_every_entry_while_the_table_grows)
{
    pthread_t reader;
    void *complaint;
    int seen = 0;
    assert_null(find(1));
    assert_int_equal(pthread_create(&reader, NULL, read_what_was_added, NULL), 0);
    for (uint32_t i = 0; i < MOST; i++) {
        entries[i] = (uint64_t)i * 7;
        assert_int_equal(qp_shared_table_put(&table, &entries[i]), 0);
        qp_store_release(&added, i + 1);
    }
    pthread_join(reader, &complaint);
    assert_null(complaint);
    assert_null(find(5));
    qp_shared_table_each(&table, count, &seen);
    assert_int_equal(seen, MOST);
    assert_int_equal(table.count, MOST);
}
