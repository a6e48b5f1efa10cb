#include "bindings/lua/code/temporaries.h"

#include <stdlib.h>

#include "bindings/lua/code/operands.h"

#define REGISTERS 256
#define WORDS     (REGISTERS / 64)

struct registers {
    uint64_t bits[WORDS];
};

static void add(struct registers *set, int first, int count)
{
    if (count <= 0 || first >= REGISTERS)
        return;
    int last = count > REGISTERS - first ? REGISTERS - 1 : first + count - 1;
    for (int word = first / 64; word <= last / 64; word++) {
        int low = word == first / 64 ? first % 64 : 0;
        int high = word == last / 64 ? last % 64 : 63;
        set->bits[word] |= UINT64_MAX >> (63 - high + low) << low;
    }
}

static void add_row(struct registers *set, uint32_t instruction, enum qlua_row row)
{
    static const struct {
        int first;
        int count;
    } rows[] = {[QLUA_ROW_NONE] = {0, 0},
                [QLUA_ROW_ONE] = {0, 1},
                [QLUA_ROW_TWO] = {0, 2},
                [QLUA_ROW_FOUR] = {0, 4},
                [QLUA_ROW_ALL] = {0, REGISTERS},
                [QLUA_ROW_FIFTH] = {4, 1},
                [QLUA_ROW_FROM_FIFTH] = {4, REGISTERS},
                [QLUA_ROW_B] = {0, 0},
                [QLUA_ROW_B_LESS_ONE] = {0, -1},
                [QLUA_ROW_B_AND_ONE] = {0, 1}};
    int b = row >= QLUA_ROW_B ? qlua_code_b(instruction) : 0;
    add(set, qlua_code_a(instruction) + rows[row].first, rows[row].count + b);
}

static struct registers read_by(const struct qlua_code *code, int pc)
{
    struct registers set = {0};
    int named[2];
    enum qlua_row row = (enum qlua_row)qlua_operations[qlua_code_operation(code->at[pc])].read;
    add_row(&set, code->at[pc], qlua_code_takes_all(code, pc) ? QLUA_ROW_ALL : row);
    for (int i = qlua_operands_read(code->at[pc], named); i > 0; i--)
        add(&set, named[i - 1], 1);
    return set;
}

static struct registers written_by(uint32_t instruction)
{
    struct registers set = {0};
    add_row(&set, instruction, (enum qlua_row)qlua_operations[qlua_code_operation(instruction)].written);
    return set;
}

/* Return the registers that are live before each instruction: iterate the usual dataflow equations to a fixed point. */
static struct registers *find_live(const struct qlua_code *code)
{
    struct registers *live = calloc((size_t)code->count + 1, sizeof *live);
    for (bool changed = live != NULL; changed;) {
        changed = false;
        for (int pc = code->count - 1; pc >= 0; pc--) {
            int next[2];
            struct registers written = written_by(code->at[pc]);
            struct registers set = read_by(code, pc);
            for (int i = qlua_code_successors(code, pc, next) - 1; i >= 0; i--)
                for (int word = 0; word < WORDS && next[i] >= 0 && next[i] < code->count; word++)
                    set.bits[word] |= live[next[i]].bits[word] & ~written.bits[word];
            for (int word = 0; word < WORDS; word++)
                changed |= set.bits[word] != live[pc].bits[word];
            live[pc] = set;
        }
    }
    return live;
}

/* Remove the program's variables from the registers live at an instruction. Return whether any register is left. */
static bool remove_variables(const struct qlua_prototype *p, int pc, struct registers *live)
{
    struct registers variables = {0};
    bool any = false;
    add(&variables, 0, qlua_prototype_variables(p, pc));
    for (int word = 0; word < WORDS; word++) {
        live->bits[word] &= ~variables.bits[word];
        any |= live->bits[word] != 0;
    }
    return any;
}

static bool intersects(struct registers one, struct registers other)
{
    bool any = false;
    for (int word = 0; word < WORDS; word++)
        any |= (one.bits[word] & other.bits[word]) != 0;
    return any;
}

static bool jumps_ahead(const struct qlua_code *code)
{
    for (int pc = 0; pc < code->count; pc++)
        if (qlua_code_target(code, pc) > pc + 1)
            return true;
    return false;
}

bool *qlua_temporaries_ambiguous(const struct qlua_prototype *p)
{
    const struct qlua_code *code = &p->instructions;
    bool *found = calloc((size_t)code->count + 1, sizeof *found);
    if (!found || !jumps_ahead(code))
        return found;
    struct registers *live = find_live(code);
    for (int from = 0; live && from < code->count; from++) {
        int to = qlua_code_target(code, from);
        struct registers kept = to > from ? live[to] : (struct registers){0};
        if (to <= from || !remove_variables(p, to, &kept))
            continue;
        for (int pc = from + 1; pc < to; pc++)
            found[pc] |= intersects(written_by(code->at[pc]), kept);
    }
    if (!live) {
        free(found);
        return NULL;
    }
    free(live);
    return found;
}
