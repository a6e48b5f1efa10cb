/* step.h - instructions that stay within a frame, and exceptions within a fiber. */
#ifndef STEP_H
#define STEP_H

#include "fiber.h"
#include "program.h"

#define STEP_MEMORY 65536 /* size of mem[] in values */

/* Errors thrown by instructions. */
#define STEP_ERROR_DIVISION (-1) /* division by zero, or INT64_MIN / -1 */
#define STEP_ERROR_ADDRESS  (-2) /* invalid index of mem[] */
#define STEP_ERROR_DEPTH    (-3) /* too many nested calls */
#define STEP_ERROR_FIBER    (-4) /* resume of a fiber that is invalid, ended or running; yield outside a fiber */

/* Run an instruction of the top frame, whose pc already points behind the instruction. The opcode must be below
 * OP_CALL and neither OP_STATEMENT nor OP_BRANCH. Return 0, or the error that the instruction throws. */
int step_run(const struct program *program, struct fiber *fiber, int64_t *memory, struct instruction instruction);

/* Continue in the newest frame that catches the value. Return the number of frames popped. If no frame catches the
 * value, change nothing and return -1. */
int step_catch(struct fiber *fiber, int64_t value);

#endif
