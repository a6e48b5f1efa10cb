#include "tests/vt/stacks.h"

#include <string.h>

static struct qp_locations places;
static char opened[64];

static const struct qp_locations *open_places(const struct stage *stage)
{
    const struct qp_profile *profile = picture_profile(stage);
    if (strcmp(opened, stage->directory) != 0) {
        if (opened[0] != '\0')
            qp_locations_close(&places);
        assert_true(qp_locations_open(&places, (struct qp_reader *)&profile->reader));
        assert_int_equal(profile->reader.damages, 0);
        snprintf(opened, sizeof opened, "%s", stage->directory);
    }
    return &places;
}

const struct qp_location *stacks_find(const struct stage *stage, uint64_t handle)
{
    return qp_locations_find(open_places(stage), (uint32_t)handle);
}

const struct qp_location *stacks_place(const struct stage *stage, uint64_t handle)
{
    const struct qp_location *place = stacks_find(stage, handle);
    if (place == NULL)
        fail_msg("location %d was not recorded", (int)handle);
    return place;
}

const char *stacks_module(const struct stage *stage, uint64_t address)
{
    static char name[4096];
    const struct qp_locations *all = open_places(stage);
    uint32_t module = qp_locations_module(all, address, UINT64_MAX);
    if (module == QP_NONE)
        return "";
    struct qp_text text = all->modules[module].name;
    snprintf(name, sizeof name, "%.*s", (int)text.length, text.bytes);
    return name;
}

void stacks_expect(const struct stage *stage, uint64_t handle, int exact, const uint64_t *addresses, size_t count)
{
    const struct qp_location *place = stacks_place(stage, handle);
    int open = count > 0 && addresses[count - 1] == ANY;
    count -= (size_t)open;
    for (size_t i = 0; i < count && i < place->count; i++)
        if (place->addresses[i] != addresses[i])
            fail_msg("address %zu of location %d is %#lx, not %#lx", i, (int)handle, (unsigned long)place->addresses[i],
                     (unsigned long)addresses[i]);
    if (open)
        assert_true(place->count >= count);
    else
        assert_int_equal(place->count, count);
    assert_int_equal(place->exact, exact);
}
