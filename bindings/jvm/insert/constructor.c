#include "bindings/jvm/insert/constructor.h"

#include <stdlib.h>

/* A rival of `this` is another uninitialized object of its class or superclass, created by `new`. For each instruction
 * that may run before `this` is initialized, we compute the greatest number of rivals over all paths to the
 * instruction. If a constructor is called without rivals, it initializes `this`. If there are rivals, the call is
 * attributed to one of them. If that is wrong, `this` is initialized earlier than we compute, which is harmless. */
enum { NEVER = -1, MOST_RIVALS = 100 };

/* Greatest number of steps between instructions. Only a malicious constructor needs more before super(). */
#define MOST_WORK 1000000u

struct walk {
    const struct qjvm_class_file *file;
    const struct qjvm_code *code;
    struct {
        short rivals; /* greatest number of rivals when the instruction runs before `this` is initialized; NEVER = no
                       * path to such a run was found */
        bool is_due;  /* the instruction is in the work list */
    } * at;           /* indexed by offset */
    unsigned *due;    /* work list: offsets of instructions, without duplicates */
    unsigned due_count;
    unsigned work;
    bool lost; /* the analysis gave up */
};

static void reach(struct walk *walk, unsigned offset, int rivals)
{
    if (++walk->work > MOST_WORK || rivals >= MOST_RIVALS)
        walk->lost = true;
    if (walk->lost || rivals <= walk->at[offset].rivals)
        return;
    walk->at[offset].rivals = (short)rivals;
    if (!walk->at[offset].is_due)
        walk->due[walk->due_count++] = offset;
    walk->at[offset].is_due = true;
}

static bool is_rival(const struct walk *walk, struct qjvm_text class)
{
    return qjvm_text_equal(class, walk->file->name) || qjvm_text_equal(class, walk->file->super_name);
}

/* Return whether the instruction calls a constructor that may initialize `this` or a rival. */
static bool calls_constructor(const struct walk *walk, unsigned offset)
{
    const unsigned char *at = walk->code->bytes + offset;
    const struct qjvm_pool *pool = &walk->file->pool;
    return *at == QJVM_INVOKESPECIAL && qjvm_text_is(qjvm_pool_member_name(pool, qjvm_get_u2(at + 1)), "<init>") &&
           is_rival(walk, qjvm_pool_member_class(pool, qjvm_get_u2(at + 1)));
}

static void reach_handlers(struct walk *walk, unsigned offset, int rivals)
{
    for (unsigned i = 0; i < walk->code->exception_count; i++) {
        struct qjvm_exception exception = qjvm_code_exception(walk->code, i);
        walk->work++;
        if (offset >= exception.from && offset < exception.until)
            reach(walk, exception.handler, rivals);
    }
}

static void step(struct walk *walk, unsigned offset)
{
    const unsigned char *bytes = walk->code->bytes;
    unsigned operation = qjvm_instruction_operation(bytes, offset);
    int rivals = walk->at[offset].rivals;
    reach_handlers(walk, offset, rivals);
    if (calls_constructor(walk, offset) && rivals-- == 0)
        return;
    if (operation == QJVM_NEW && is_rival(walk, qjvm_pool_class(&walk->file->pool, qjvm_get_u2(bytes + offset + 1))))
        rivals++;
    struct qjvm_targets targets = qjvm_targets_of(bytes, offset);
    for (unsigned i = 0; i < targets.count; i++)
        reach(walk, (unsigned)qjvm_targets_offset(&targets, bytes, offset, i), rivals);
    if (operation == QJVM_RET) /* the target of ret is unknown */
        walk->lost = true;
    if (qjvm_instruction_falls_through(operation))
        reach(walk, qjvm_code_next(walk->code, offset), rivals);
}

static int find_ready(struct walk *walk)
{
    unsigned size = walk->code->size;
    for (unsigned offset = 0; offset < size; offset++)
        walk->at[offset].rivals = NEVER;
    reach(walk, 0, 0);
    while (walk->due_count && !walk->lost) {
        unsigned offset = walk->due[--walk->due_count];
        walk->at[offset].is_due = false;
        step(walk, offset);
    }
    unsigned last = size;
    while (last > 0 && walk->at[last - 1].rivals == NEVER)
        last--;
    return walk->lost || last == 0 ? (int)size : (int)qjvm_code_next(walk->code, last - 1);
}

int qjvm_constructor_ready(const struct qjvm_class_file *file, const struct qjvm_code *code)
{
    struct walk walk = {.file = file, .code = code};
    walk.at = calloc(code->size, sizeof *walk.at);
    walk.due = malloc(code->size * sizeof *walk.due);
    int offset = walk.at && walk.due ? find_ready(&walk) : -1;
    free(walk.at);
    free(walk.due);
    return offset;
}
