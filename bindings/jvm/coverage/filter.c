#include "bindings/jvm/coverage/filter.h"

#include "bindings/jvm/coverage/kinds.h"

bool qjvm_filter_find(struct qjvm_ignored *ignored, const struct qjvm_code *code)
{
    if (!qjvm_ignored_init(ignored, code))
        return false;
    qjvm_kinds_monitors(ignored);
    qjvm_kinds_record_patterns(ignored);
    qjvm_kinds_resources(ignored);
    qjvm_kinds_strings(ignored);
    qjvm_kinds_assertions(ignored);
    return qjvm_kinds_finally(ignored);
}

void qjvm_filter_lines(const struct qjvm_ignored *ignored, struct qjvm_code *code)
{
    int kept = 0;
    for (int i = 0; i < code->line_count; i++) {
        unsigned end = i + 1 < code->line_count ? (unsigned)code->lines[i + 1].offset : code->size;
        unsigned start = (unsigned)code->lines[i].offset;
        while (start < end && ignored->instructions[start])
            start = qjvm_code_next(code, start);
        if (start < end)
            code->lines[kept++] = (struct qjvm_line){(int)start, code->lines[i].line};
    }
    code->line_count = kept;
}
