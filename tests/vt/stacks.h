/* stacks.h - the locations in a scene's data file. */
#ifndef TESTS_VT_STACKS_H
#define TESTS_VT_STACKS_H

#include "profile/source/locations.h"
#include "tests/vt/picture.h"

/* Of the scene's data file, until picture_close. Fails the test when it was not recorded. */
const struct qp_location *stacks_place(const struct stage *stage, uint64_t handle);

/* The same, NULL when it was not recorded. */
const struct qp_location *stacks_find(const struct stage *stage, uint64_t handle);

/* The module's name that an address lies in. */
const char *stacks_module(const struct stage *stage, uint64_t address);

/* The location is a stack of these addresses and no more; where the list ends with ANY, it may go on. */
#define ANY UINT64_MAX
void stacks_expect(const struct stage *stage, uint64_t handle, int exact, const uint64_t *addresses, size_t count);

#endif
