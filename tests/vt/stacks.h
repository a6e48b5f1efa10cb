/* stacks.h - the locations in a scene's data file. */
#pragma once

#include "profile/source/locations.h"
#include "tests/vt/picture.h"

/* Return a location of the scene's data file. The location is valid until picture_close. Fail the test if the
 * location was not recorded. */
const struct qp_location *stacks_place(const struct stage *stage, uint64_t handle);

/* Return a location, or NULL if it was not recorded. */
const struct qp_location *stacks_find(const struct stage *stage, uint64_t handle);

/* Return the name of the module that contains an address. */
const char *stacks_module(const struct stage *stage, uint64_t address);

/* Expect a location to be a stack of exactly these addresses. If the list ends with ANY, further addresses may
 * follow. */
#define ANY UINT64_MAX
void stacks_expect(const struct stage *stage, uint64_t handle, int exact, const uint64_t *addresses, size_t count);
