/* step.h - instructions that stay within a frame, and exceptions within a fiber. */
#ifndef STEP_H
#define STEP_H

#include "fiber.h"
#include "program.h"

#define STEP_MEMORY 65536 /* values that mem[] can hold */

/* What is thrown by these, and by machines. */
#define STEP_ERROR_DIVISION (-1) /* by zero, or without a result */
#define STEP_ERROR_ADDRESS  (-2) /* mem[] beyond its ends */
#define STEP_ERROR_DEPTH    (-3) /* too many calls within calls */
#define STEP_ERROR_FIBER    (-4) /* resume of no fiber, of an ended or of a running one; yield outside a fiber */

/* Run an instruction before OP_CALL, OP_STATEMENT excepted, of the frame on top, whose pc is behind it. Returns 0 or
 * what it throws. */
int step_run(const struct program *program, struct fiber *fiber, int64_t *memory, struct instruction instruction);

/* Go on in the newest frame that catches. Returns how many frames were left for it, -1 when none catches: then nothing
 * has changed. */
int step_catch(struct fiber *fiber, int64_t value);

#endif
