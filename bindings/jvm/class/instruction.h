/* instruction.h - decoding of JVM instructions: length, fall-through, jump targets. */
#pragma once

#include "bindings/jvm/class/bytes.h"

/* Operations that the agent refers to by name. */
enum qjvm_operation {
    QJVM_NOP = 0,
    QJVM_ICONST_0 = 3,
    QJVM_ICONST_1 = 4,
    QJVM_BIPUSH = 16,
    QJVM_SIPUSH = 17,
    QJVM_LDC = 18,
    QJVM_LDC_W = 19,
    QJVM_LDC2_W = 20,
    QJVM_ILOAD = 21,
    QJVM_ALOAD = 25,
    QJVM_ILOAD_0 = 26,
    QJVM_ILOAD_2 = 28,
    QJVM_ALOAD_0 = 42,
    QJVM_IALOAD = 46,
    QJVM_ISTORE = 54,
    QJVM_ASTORE = 58,
    QJVM_ISTORE_0 = 59,
    QJVM_IASTORE = 79,
    QJVM_POP = 87,
    QJVM_DUP = 89,
    QJVM_IDIV = 108,
    QJVM_LDIV = 109,
    QJVM_IREM = 112,
    QJVM_LREM = 113,
    QJVM_IINC = 132,
    QJVM_IFEQ = 153,
    QJVM_IFNE = 154,
    QJVM_IF_ACMPEQ = 165,
    QJVM_GOTO = 167,
    QJVM_JSR = 168,
    QJVM_RET = 169,
    QJVM_TABLESWITCH = 170,
    QJVM_LOOKUPSWITCH = 171,
    QJVM_IRETURN = 172,
    QJVM_ARETURN = 176,
    QJVM_RETURN = 177,
    QJVM_GETSTATIC = 178,
    QJVM_PUTSTATIC = 179,
    QJVM_GETFIELD = 180,
    QJVM_PUTFIELD = 181,
    QJVM_INVOKEVIRTUAL = 182,
    QJVM_INVOKESPECIAL = 183,
    QJVM_INVOKESTATIC = 184,
    QJVM_INVOKEINTERFACE = 185,
    QJVM_INVOKEDYNAMIC = 186,
    QJVM_NEW = 187,
    QJVM_NEWARRAY = 188,
    QJVM_ANEWARRAY = 189,
    QJVM_ARRAYLENGTH = 190,
    QJVM_ATHROW = 191,
    QJVM_CHECKCAST = 192,
    QJVM_INSTANCEOF = 193,
    QJVM_MONITORENTER = 194,
    QJVM_MONITOREXIT = 195,
    QJVM_WIDE = 196,
    QJVM_MULTIANEWARRAY = 197,
    QJVM_IFNULL = 198,
    QJVM_IFNONNULL = 199,
    QJVM_GOTO_W = 200,
    QJVM_JSR_W = 201
};

/* Return the length of the instruction at an offset; 0 if the instruction is invalid or exceeds the code. */
unsigned qjvm_instruction_length(const unsigned char *code, unsigned size, unsigned offset);

/* The functions below require an instruction of valid length. */

/* Return the operation. If the instruction has the prefix `wide`, return the operation after the prefix. */
unsigned qjvm_instruction_operation(const unsigned char *code, unsigned offset);

/* Return the number of padding bytes in a switch at this offset, which align its operands to four bytes. */
unsigned qjvm_instruction_padding(unsigned offset);

/* Local variable that an instruction loads or stores. */
struct qjvm_local {
    unsigned operation; /* QJVM_ILOAD to QJVM_ALOAD or QJVM_ISTORE to QJVM_ASTORE, also for short and wide forms; 0 =
                         * the instruction is neither a load nor a store */
    unsigned number;
};

struct qjvm_local qjvm_instruction_local(const unsigned char *code, unsigned offset);

bool qjvm_instruction_returns(unsigned operation);
bool qjvm_instruction_switches(unsigned operation);
bool qjvm_instruction_falls_through(unsigned operation);

/* Operands of an instruction that are jump targets. A target is stored as its distance from the instruction. */
struct qjvm_targets {
    unsigned count;
    unsigned width;  /* size of an operand in bytes: 2 or 4 */
    unsigned first;  /* position of the first operand in the instruction */
    unsigned second; /* position of the second operand */
    unsigned step;   /* distance from the second operand to the third, and so on */
};

struct qjvm_targets qjvm_targets_of(const unsigned char *code, unsigned offset);

/* Return the position of operand `number` in the instruction. */
unsigned qjvm_targets_place(const struct qjvm_targets *targets, unsigned number);

/* Return the offset of jump target `number`. It may be invalid. */
int64_t qjvm_targets_offset(const struct qjvm_targets *targets, const unsigned char *code, unsigned offset,
                            unsigned number);
