/* instruction.h - the instructions of the JVM: how long each is, what comes after it, where it jumps to. */
#ifndef QJVM_INSTRUCTION_H
#define QJVM_INSTRUCTION_H

#include "bindings/jvm/class/bytes.h"

/* Those that somebody here asks for by name. */
enum qjvm_operation {
    QJVM_NOP = 0,
    QJVM_ICONST_0 = 3,
    QJVM_BIPUSH = 16,
    QJVM_SIPUSH = 17,
    QJVM_LDC = 18,
    QJVM_LDC_W = 19,
    QJVM_LDC2_W = 20,
    QJVM_ILOAD = 21,
    QJVM_ALOAD_0 = 42,
    QJVM_IALOAD = 46,
    QJVM_ISTORE = 54,
    QJVM_ASTORE = 58,
    QJVM_ISTORE_0 = 59,
    QJVM_IASTORE = 79,
    QJVM_POP = 87,
    QJVM_IDIV = 108,
    QJVM_LDIV = 109,
    QJVM_IREM = 112,
    QJVM_LREM = 113,
    QJVM_IINC = 132,
    QJVM_IFEQ = 153,
    QJVM_GOTO = 167,
    QJVM_JSR = 168,
    QJVM_RET = 169,
    QJVM_TABLESWITCH = 170,
    QJVM_LOOKUPSWITCH = 171,
    QJVM_IRETURN = 172,
    QJVM_RETURN = 177,
    QJVM_GETSTATIC = 178,
    QJVM_PUTSTATIC = 179,
    QJVM_GETFIELD = 180,
    QJVM_PUTFIELD = 181,
    QJVM_INVOKEVIRTUAL = 182,
    QJVM_INVOKESPECIAL = 183,
    QJVM_INVOKESTATIC = 184,
    QJVM_INVOKEDYNAMIC = 186,
    QJVM_NEW = 187,
    QJVM_ANEWARRAY = 189,
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

/* The length of the instruction at an offset of some code; 0 where none fits in. */
unsigned qjvm_instruction_length(const unsigned char *code, unsigned size, unsigned offset);

/* Those below are for instructions whose length is known. */

/* What it does, also behind the prefix `wide`. */
unsigned qjvm_instruction_operation(const unsigned char *code, unsigned offset);

/* Bytes between the operation of a switch at an offset and its operands, which lie at a multiple of four. */
unsigned qjvm_instruction_padding(unsigned offset);

bool qjvm_instruction_returns(unsigned operation);
bool qjvm_instruction_switches(unsigned operation);
bool qjvm_instruction_falls_through(unsigned operation);

/* The operands that say where it may jump to, as distances from the instruction. */
struct qjvm_targets {
    unsigned count;
    unsigned width;  /* bytes of an operand: 2 or 4 */
    unsigned first;  /* where the first lies, from the beginning of the instruction */
    unsigned second; /* and the second */
    unsigned step;   /* and each other from the one before */
};

struct qjvm_targets qjvm_targets_of(const unsigned char *code, unsigned offset);

/* Where the operand lies, from the beginning of the instruction. */
unsigned qjvm_targets_place(const struct qjvm_targets *targets, unsigned number);

/* The offset that it names; it may be any. */
int64_t qjvm_targets_offset(const struct qjvm_targets *targets, const unsigned char *code, unsigned offset,
                            unsigned number);

#endif
