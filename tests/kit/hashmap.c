/* Compares the hash table with a plain array, for keys that collide. */
#include "bindings/kit/hashmap.h"
#include "tests/support/test.h"

#define KEYS 300

TEST(holds_what_was_put_and_not_removed)
{
    static int things[KEYS];
    int *expected[KEYS] = {NULL};
    struct kit_hashmap map = {0};
    uint64_t random = 1;
    assert_null(kit_hashmap_get(&map, 0));
    kit_hashmap_remove(&map, 0);
    for (int i = 0; i < 20000; i++) {
        random = random * UINT64_C(6364136223846793005) + 1442695040888963407;
        unsigned key = (unsigned)(random >> 33) % KEYS;
        if (random >> 63) {
            expected[key] = &things[(random >> 40) % KEYS];
            assert_int_equal(kit_hashmap_put(&map, key, expected[key]), 0);
        } else {
            expected[key] = NULL;
            kit_hashmap_remove(&map, key);
        }
        size_t count = 0;
        for (unsigned k = 0; k < KEYS; k++) {
            assert_ptr_equal(kit_hashmap_get(&map, k), expected[k]);
            count += expected[k] != NULL;
        }
        assert_int_equal(map.count, count);
    }
    kit_hashmap_fini(&map);
    assert_null(kit_hashmap_get(&map, 1));
}
