/* names.h - a map from names to numbers. */
#include "base/names.h"
#include "tests/support/test.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const all[] = {NULL, "red", "green", "blue"};

TEST(names_have_the_numbers_that_were_put)
{
    struct qp_names names = {.entries = {.size = sizeof(char *), .each = 2}};
    uint64_t key;
    for (uint32_t number = 1; number <= 3; number++) {
        assert_int_equal(qp_names_find(&names, all[number], &key), 0);
        assert_non_null(qp_names_add(&names, all[number], key, number));
    }
    for (uint32_t number = 1; number <= 3; number++)
        assert_int_equal(qp_names_find(&names, all[number], &key), number);
    assert_int_equal(qp_names_find(&names, "white", &key), 0);
    qp_map_fini(&names.map);
}

TEST(names_of_one_hash_are_distinguished)
{
    struct qp_names names = {.entries = {.size = sizeof(char *), .each = 2}};
    uint64_t green, next;
    qp_names_find(&names, "green", &green);
    assert_non_null(qp_names_add(&names, "red", green, 1)); /* "red" gets the hash of "green" */
    assert_int_equal(qp_names_find(&names, "green", &next), 0);
    assert_int_equal(next, green + 1);
    assert_non_null(qp_names_add(&names, "green", next, 2));
    assert_int_equal(qp_names_find(&names, "green", &next), 2);
    qp_map_fini(&names.map);
}

/* ---- forks ------------------------------------------------------------------------------------------------------- */

#define FORKS 500

static struct qp_names shared = {.entries = {.size = sizeof(char *), .each = 1000}};
static uint32_t added, over;

static void *add_many(void *unused)
{
    char name[20];
    for (uint32_t number = 1; number < 1000000 && !qp_load_acquire(&over); number++) {
        uint64_t key;
        snprintf(name, sizeof name, "name %u", number);
        if (qp_names_find(&shared, name, &key) != 0 || !qp_names_add(&shared, name, key, number))
            abort();
        qp_store_release(&added, number);
    }
    return unused;
}

/* Check that the last names that were added are found. The next name may be only partly added, so it must be found
 * with its right number or not at all. Return 0 if both are true. */
static int look(void)
{
    char name[20];
    uint64_t key;
    uint32_t last = qp_load_acquire(&added);
    for (uint32_t number = last > 100 ? last - 100 : 1; number <= last; number++) {
        snprintf(name, sizeof name, "name %u", number);
        if (qp_names_find(&shared, name, &key) != number)
            return 1;
    }
    snprintf(name, sizeof name, "name %u", last + 1);
    uint32_t found = qp_names_find(&shared, name, &key);
    return found == 0 || found == last + 1 ? 0 : 2;
}

/* A child process gets a copy of its parent's memory. Another thread of the parent may be adding a name at that
 * moment. */
TEST(child_forked_while_a_name_is_added_finds_whole_names)
{
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, add_many, NULL), 0);
    int bad = 0;
    for (int i = 0; i < FORKS; i++) {
        int status = 0;
        pid_t child = fork();
        if (child == 0)
            _exit(look());
        waitpid(child, &status, 0);
        bad += status != 0;
    }
    qp_store_release(&over, 1);
    pthread_join(thread, NULL);
    assert_int_equal(bad, 0);
}
