#include "tests/jvm/asked.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void append(char *text, size_t size, struct qjvm_text first, struct qjvm_text second, const char *third)
{
    size_t length = strlen(text);
    snprintf(text + length, size - length, "%s%.*s%.*s%s", length ? "; " : "", QJVM_SHOWN(first), QJVM_SHOWN(second),
             third);
}

static struct qjvm_answer answer(void *data, const struct qjvm_class_file *class, const struct qjvm_method *method)
{
    struct asked *asked = data;
    char rest[100];
    snprintf(rest, sizeof rest, " %u %d%s", method->code_size, method->line_count,
             method->calls_nothing ? " leaf" : "");
    append(asked->methods, sizeof asked->methods, method->name, method->descriptor, rest);
    asked->source_file = qjvm_text_is(class->source_file, "Small.java") ? "Small.java" : "";
    return asked->answer;
}

static void unchanged(void *data, const struct qjvm_class_file *class, const struct qjvm_method *method,
                      const char *why)
{
    struct asked *asked = data;
    char name[200];
    struct qjvm_text method_name = method ? method->name : (struct qjvm_text){0};
    snprintf(name, sizeof name, ".%.*s: %s", QJVM_SHOWN(method_name), why);
    append(asked->unchanged, sizeof asked->unchanged, class->name, qjvm_text_of(name), "");
}

void asked_rewrite(struct asked *asked, const unsigned char *bytes, size_t size)
{
    const struct qjvm_rewriting rewriting = {.owner = "Hook",
                                             .counters = "Hook",
                                             .allocations = asked->answer.site_arguments ? "Hook" : NULL,
                                             .branches = asked->answer.edge_counters,
                                             .filter = asked->filter,
                                             .method = answer,
                                             .unchanged = unchanged,
                                             .data = asked};
    asked->bytes = qjvm_rewrite(&rewriting, bytes, size, &asked->size);
}

const char *asked_describe(struct asked *asked, struct built *built, const char *method)
{
    built_done(built);
    asked_rewrite(asked, built->bytes.bytes, built->bytes.size);
    const char *description = asked->bytes ? built_describe(asked->bytes, asked->size, method) : "unchanged";
    free(asked->bytes);
    return description;
}

const uint64_t asked_thousands[] = {1000, 2000, 3000, 4000, 5000};
const uint64_t asked_hundreds[] = {100, 200, 300, 400, 500};

static const char *with(struct asked *asked, unsigned version, struct built_code code)
{
    struct built built;
    built_init(&built, version);
    code.name = code.name ? code.name : "run";
    built_add(&built, &code);
    const char *description = asked_describe(asked, &built, code.name);
    const char *why = strstr(asked->unchanged, ": ");
    built_fini(&built);
    return why ? why + 2 : description;
}

const char *asked_with_calls(unsigned version, uint32_t id, struct built_code code)
{
    static struct asked asked;
    asked = (struct asked){.answer = {.insertion = QJVM_CALLS, .id = id}};
    return with(&asked, version, code);
}

const char *asked_with_lines(uint64_t entry, struct built_code code)
{
    static struct asked asked;
    asked =
        (struct asked){.answer = {.insertion = QJVM_LINES, .entry_counter = entry, .line_counters = asked_thousands}};
    return with(&asked, 52, code);
}

const char *asked_with_branches(struct built_code code)
{
    static struct asked asked;
    static const uint64_t none[5];
    asked = (struct asked){.answer = {.insertion = QJVM_LINES, .line_counters = none, .edge_counters = asked_hundreds}};
    return with(&asked, 52, code);
}
