#include "bindings/python/code/code.h"

#include "bindings/python/code/lines.h"
#include "bindings/python/code/operation.h"
#include "bindings/python/code/scratch.h"
#include "bindings/python/code/varint.h"

static bool allocate(struct qpy_code *code)
{
    size_t units = (size_t)code->units;
    code->instructions = qpy_scratch(units * sizeof *code->instructions);
    code->index = qpy_scratch(units * sizeof *code->index);
    return code->instructions && code->index;
}

/* Find the instructions. Their targets are still code units. Return false if the last one is incomplete. */
static bool find_instructions(struct qpy_code *code, const unsigned char *bytes, const struct qpy_line_map *map)
{
    struct qpy_lines lines;
    qpy_lines_begin(&lines, code->object);
    int argument = 0;
    int begin = 0;
    int end = 0;
    code->entry = -1;
    for (int unit = 0; unit < code->units; unit = end) {
        int operation = bytes[2 * unit];
        argument = (int)((unsigned)argument << 8 | bytes[2 * unit + 1]);
        const struct qpy_operation *kind = &qpy_operations[operation];
        end = unit + 1 + kind->caches;
        for (int i = unit; i < end && i < code->units; i++)
            code->index[i] = -1;
        if (operation == EXTENDED_ARG)
            continue;
        int line = qpy_line_map_get(map, qpy_lines_get(&lines, begin));
        struct qpy_code_instruction instruction = {begin, operation, argument, line, -1};
        if (kind->jumps)
            instruction.target = kind->back ? end - argument : end + argument;
        if (operation == RESUME && code->entry < 0)
            code->entry = code->count;
        code->index[begin] = code->count;
        code->instructions[code->count++] = instruction;
        argument = 0;
        begin = end;
    }
    return end == code->units && begin == end && !lines.broken;
}

/* Return the instruction that begins at a code unit, -1 if none does. */
static int at_unit(const struct qpy_code *code, int unit)
{
    return unit >= 0 && unit < code->units ? code->index[unit] : -1;
}

static bool find_targets(struct qpy_code *code)
{
    for (int i = 0; i < code->count; i++) {
        struct qpy_code_instruction *instruction = &code->instructions[i];
        if (!qpy_operations[instruction->operation].jumps)
            continue;
        instruction->target = at_unit(code, instruction->target);
        if (instruction->target < 0)
            return false;
    }
    return true;
}

static bool find_handlers(struct qpy_code *code)
{
    const unsigned char *at = (const unsigned char *)PyBytes_AS_STRING(code->object->co_exceptiontable);
    size_t size = (size_t)PyBytes_GET_SIZE(code->object->co_exceptiontable);
    const unsigned char *end = at + size;
    code->handlers = qpy_scratch((size / 4 + 1) * sizeof *code->handlers); /* an entry has at least 4 bytes */
    if (!code->handlers)
        return false;
    while (end - at >= 4) {
        int first = (int)qpy_varint_big(&at, end);
        int last = first + (int)qpy_varint_big(&at, end);
        int target = at_unit(code, (int)qpy_varint_big(&at, end));
        int stack = (int)qpy_varint_big(&at, end);
        struct qpy_handler handler = {at_unit(code, first), last == code->units ? code->count : at_unit(code, last),
                                      target, stack};
        if (handler.first < 0 || handler.end <= handler.first || target < 0)
            return false;
        code->handlers[code->handler_count++] = handler;
    }
    return at == end;
}

/* Return the code units as the compiler made them. *copy is a reference that keeps them. CPython changes the units of
 * code that has run several times, since version 3.12 of any code; PyCode_GetCode restores them in a copy. */
static const unsigned char *units_of(PyCodeObject *object, PyObject **copy)
{
#if PY_VERSION_HEX < 0x030c0000
    if (object->co_warmup != 0)
        return (const unsigned char *)_PyCode_CODE(object);
#endif
    *copy = PyCode_GetCode(object);
    return *copy ? (const unsigned char *)PyBytes_AS_STRING(*copy) : NULL;
}

bool qpy_code_init(struct qpy_code *code, PyCodeObject *object, const struct qpy_line_map *map)
{
    PyObject *copy = NULL;
    *code = (struct qpy_code){.object = object, .units = (int)Py_SIZE(object)};
    const unsigned char *units = units_of(object, &copy);
    bool done = units && allocate(code) && find_instructions(code, units, map) && code->entry >= 0 &&
                find_targets(code) && find_handlers(code);
    Py_XDECREF(copy);
    return done;
}
