#include "bindings/python/code/code.h"

#include <stdlib.h>

#include "bindings/python/code/locations.h"
#include "bindings/python/code/operation.h"
#include "bindings/python/code/varint.h"

static bool allocate(struct qpy_code *code)
{
    size_t units = (size_t)code->units;
    code->instructions = malloc(units * sizeof *code->instructions);
    code->index = malloc(units * sizeof *code->index);
    return code->instructions && code->index;
}

/* Find the instructions. Their targets are still code units. Return false if the last one is incomplete. */
static bool find_instructions(struct qpy_code *code, const int *line_of, const struct qpy_line_map *map)
{
    const unsigned char *bytes = (const unsigned char *)PyBytes_AS_STRING(code->bytes);
    int argument = 0;
    int begin = 0;
    int end = 0;
    code->entry = -1;
    for (int unit = 0; unit < code->units; unit = end) {
        int operation = bytes[2 * unit];
        argument = (int)((unsigned)argument << 8 | bytes[2 * unit + 1]);
        end = unit + 1 + qpy_operation_caches(operation);
        for (int i = unit; i < end && i < code->units; i++)
            code->index[i] = -1;
        if (operation == EXTENDED_ARG)
            continue;
        int line = qpy_line_map_get(map, line_of[begin]);
        struct qpy_instruction instruction = {begin, operation, argument, line, -1};
        if (qpy_operation_jumps(operation))
            instruction.target = qpy_operation_jumps_back(operation) ? end - argument : end + argument;
        if (operation == RESUME && code->entry < 0)
            code->entry = code->count;
        code->index[begin] = code->count;
        code->instructions[code->count++] = instruction;
        argument = 0;
        begin = end;
    }
    return end == code->units && begin == end;
}

/* Return the instruction that begins at a code unit, -1 if none does. */
static int at_unit(const struct qpy_code *code, int unit)
{
    return unit >= 0 && unit < code->units ? code->index[unit] : -1;
}

static bool find_targets(struct qpy_code *code)
{
    for (int i = 0; i < code->count; i++) {
        struct qpy_instruction *instruction = &code->instructions[i];
        if (!qpy_operation_jumps(instruction->operation))
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
    code->handlers = malloc((size / 4 + 1) * sizeof *code->handlers); /* an entry has at least 4 bytes */
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

bool qpy_code_init(struct qpy_code *code, PyCodeObject *object, const struct qpy_line_map *map)
{
    *code = (struct qpy_code){.object = object, .bytes = PyCode_GetCode(object)};
    if (!code->bytes)
        return false;
    code->units = (int)(PyBytes_GET_SIZE(code->bytes) / 2);
    int *line_of = malloc((size_t)code->units * sizeof *line_of);
    bool done = line_of && allocate(code) && qpy_locations_read(object, line_of, code->units) &&
                find_instructions(code, line_of, map) && code->entry >= 0 && find_targets(code) && find_handlers(code);
    free(line_of);
    return done;
}

void qpy_code_fini(struct qpy_code *code)
{
    Py_CLEAR(code->bytes);
    free(code->instructions);
    free(code->index);
    free(code->handlers);
    *code = (struct qpy_code){0};
}
