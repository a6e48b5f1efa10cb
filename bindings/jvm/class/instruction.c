#include "bindings/jvm/class/instruction.h"

/* Return the length of an instruction with this operation; 0 for switches and `wide`, whose length varies. */
static unsigned fixed_length(unsigned operation)
{
    static const struct {
        unsigned char last;
        unsigned char length;
    } runs[] = {
        {15, 1},  /* constants of one byte */
        {16, 2},  /* bipush */
        {17, 3},  /* sipush */
        {18, 2},  /* ldc */
        {20, 3},  /* ldc_w, ldc2_w */
        {25, 2},  /* loads of a local by number */
        {53, 1},  /* loads */
        {58, 2},  /* stores into a local by number */
        {131, 1}, /* stores, the stack, arithmetic */
        {132, 3}, /* iinc */
        {152, 1}, /* conversions, comparisons */
        {168, 3}, /* jumps */
        {169, 2}, /* ret */
        {171, 0}, /* switches */
        {177, 1}, /* returns */
        {184, 3}, /* fields, calls */
        {186, 5}, /* invokeinterface, invokedynamic */
        {187, 3}, /* new */
        {188, 2}, /* newarray */
        {189, 3}, /* anewarray */
        {191, 1}, /* arraylength, athrow */
        {193, 3}, /* checkcast, instanceof */
        {195, 1}, /* monitors */
        {196, 0}, /* wide */
        {197, 4}, /* multianewarray */
        {199, 3}, /* ifnull, ifnonnull */
        {201, 5}, /* goto_w, jsr_w */
    };
    for (unsigned i = 0; i < sizeof runs / sizeof *runs; i++)
        if (operation <= runs[i].last)
            return runs[i].length;
    return 0;
}

unsigned qjvm_instruction_padding(unsigned offset)
{
    return 3 - offset % 4;
}

/* Return the length of a switch, 0 if it is invalid. The result has 64 bits, since the switch may claim more cases than
 * fit into 32 bits. */
static uint64_t switch_length(const unsigned char *code, unsigned size, unsigned offset)
{
    unsigned head = 1 + qjvm_instruction_padding(offset);
    unsigned left = size - offset;
    if (left < head + 8)
        return 0;
    const unsigned char *operands = code + offset + head;
    if (code[offset] == QJVM_LOOKUPSWITCH) {
        uint32_t pairs = qjvm_get_u4(operands + 4);
        return head + 8 + 8 * (uint64_t)pairs;
    }
    if (left < head + 12)
        return 0;
    int64_t low = (int32_t)qjvm_get_u4(operands + 4);
    int64_t high = (int32_t)qjvm_get_u4(operands + 8);
    return low > high ? 0 : head + 12 + 4 * (uint64_t)(high - low + 1);
}

/* Return the length of an instruction with the prefix `wide`, 0 if the operation cannot have it. */
static unsigned wide_length(unsigned operation)
{
    if (operation == QJVM_IINC)
        return 6;
    bool load = operation >= QJVM_ILOAD && operation <= QJVM_ALOAD;
    bool store = operation >= QJVM_ISTORE && operation <= QJVM_ASTORE;
    return load || store || operation == QJVM_RET ? 4 : 0;
}

unsigned qjvm_instruction_length(const unsigned char *code, unsigned size, unsigned offset)
{
    if (offset >= size)
        return 0;
    uint64_t length = fixed_length(code[offset]);
    if (qjvm_instruction_switches(code[offset]))
        length = switch_length(code, size, offset);
    else if (code[offset] == QJVM_WIDE && size - offset > 1)
        length = wide_length(code[offset + 1]);
    return length <= size - offset ? (unsigned)length : 0;
}

unsigned qjvm_instruction_operation(const unsigned char *code, unsigned offset)
{
    return code[offset] == QJVM_WIDE ? code[offset + 1] : code[offset];
}

struct qjvm_local qjvm_instruction_local(const unsigned char *code, unsigned offset)
{
    bool wide = code[offset] == QJVM_WIDE;
    unsigned operation = qjvm_instruction_operation(code, offset);
    bool loads = operation >= QJVM_ILOAD && operation < QJVM_IALOAD;
    unsigned first = loads ? QJVM_ILOAD : QJVM_ISTORE, first_short = loads ? QJVM_ILOAD_0 : QJVM_ISTORE_0;
    if (!loads && (operation < QJVM_ISTORE || operation >= QJVM_IASTORE))
        return (struct qjvm_local){0};
    if (operation < first_short)
        return (struct qjvm_local){operation, wide ? qjvm_get_u2(code + offset + 2) : code[offset + 1]};
    return (struct qjvm_local){first + (operation - first_short) / 4, (operation - first_short) % 4};
}

bool qjvm_instruction_returns(unsigned operation)
{
    return operation >= QJVM_IRETURN && operation <= QJVM_RETURN;
}

bool qjvm_instruction_switches(unsigned operation)
{
    return operation == QJVM_TABLESWITCH || operation == QJVM_LOOKUPSWITCH;
}

bool qjvm_instruction_falls_through(unsigned operation)
{
    bool jumps = operation == QJVM_GOTO || operation == QJVM_GOTO_W || operation == QJVM_RET ||
                 qjvm_instruction_switches(operation);
    return !jumps && operation != QJVM_ATHROW && !qjvm_instruction_returns(operation);
}

struct qjvm_targets qjvm_targets_of(const unsigned char *code, unsigned offset)
{
    unsigned operation = code[offset];
    unsigned head = 1 + qjvm_instruction_padding(offset);
    const unsigned char *operands = code + offset + head;
    if ((operation >= QJVM_IFEQ && operation <= QJVM_JSR) || operation == QJVM_IFNULL || operation == QJVM_IFNONNULL)
        return (struct qjvm_targets){.count = 1, .width = 2, .first = 1};
    if (operation == QJVM_GOTO_W || operation == QJVM_JSR_W)
        return (struct qjvm_targets){.count = 1, .width = 4, .first = 1};
    if (operation == QJVM_TABLESWITCH)
        return (struct qjvm_targets){2 + qjvm_get_u4(operands + 8) - qjvm_get_u4(operands + 4), 4, head, head + 12, 4};
    if (operation == QJVM_LOOKUPSWITCH)
        return (struct qjvm_targets){1 + qjvm_get_u4(operands + 4), 4, head, head + 12, 8};
    return (struct qjvm_targets){0};
}

unsigned qjvm_targets_place(const struct qjvm_targets *targets, unsigned number)
{
    return number == 0 ? targets->first : targets->second + (number - 1) * targets->step;
}

int64_t qjvm_targets_offset(const struct qjvm_targets *targets, const unsigned char *code, unsigned offset,
                            unsigned number)
{
    const unsigned char *operand = code + offset + qjvm_targets_place(targets, number);
    int64_t distance = targets->width == 2 ? (int16_t)qjvm_get_u2(operand) : (int32_t)qjvm_get_u4(operand);
    return (int64_t)offset + distance;
}
