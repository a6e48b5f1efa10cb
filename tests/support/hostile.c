#include "tests/support/hostile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT(text)                                                                                                     \
    {                                                                                                                  \
        text, sizeof text - 1                                                                                          \
    }

static const struct {
    const char *bytes;
    uint32_t length;
} texts[] = {
    TEXT("</script><script>document.title='run'</script>"),
    TEXT("<img src=x onerror=\"document.title='run'\">"),
    TEXT("\"><svg onload=document.title='run'>"),
    TEXT("<!--"),
    TEXT("]]><![CDATA["),
    TEXT("&lt;script&gt;&#0;&amp"),
    TEXT("javascript:document.title='run'"),
    TEXT("\033[31mred\033[0m\033]0;title\007"),
    TEXT("\xe2\x80\xaetxt.exe\xe2\x80\xac"),
    TEXT("\xe2\x81\xa6isolated\xe2\x81\xa9"),
    TEXT("a\0b"),
    TEXT("\xff\xfe\xc0\x80\xed\xa0\x80"),
    TEXT("=HYPERLINK(\"http://127.0.0.1/\",\"x\")"),
    TEXT("+1+cmd|' /C calc'!A0"),
    TEXT("-2-3"),
    TEXT("@SUM(1)"),
    TEXT("\tleading tab"),
    TEXT("\r\nleading lines"),
    TEXT("root;child 12"),
    TEXT("name 99999"),
    TEXT("end_of_record\nSF:/etc/passwd\nDA:1,1"),
    TEXT("fn=(1) other\ncalls=7 1\n1 99999"),
    TEXT("(1) named like an index"),
    TEXT("comma,semicolon;\"quote\",'apostrophe'"),
    TEXT("| pipe | [link](javascript:alert(1)) `code` **bold** <b>"),
    TEXT("${jndi:x} %s%n%s $(reboot) `reboot`"),
    TEXT("back\\slash\\u0000\\"),
    TEXT("line\xe2\x80\xa8separator\xe2\x80\xa9"),
    TEXT("\xef\xbf\xbe no character of XML"),
    TEXT("]]>--><x y=\"&amp;%lt;\" z='--"),
    TEXT("| **x** @everyone ![i](http://i) www.x.org :tada:"),
    TEXT("../../../../etc/passwd"),
    TEXT("C:\\x\\y::z"),
    TEXT("{\"a\":[1,"),
    TEXT("__proto__"),
    TEXT("constructor"),
    TEXT(""),
    TEXT(" "),
    TEXT("\xf0\x9f\x98\x80 \xc3\xa4\xcc\x88"),
};

#define TEXTS (sizeof texts / sizeof *texts)

const uint32_t hostile_texts = TEXTS;

uint32_t hostile_text(struct builder *builder, uint32_t i)
{
    return builder_bytes(builder, QP_KIND_STRING, texts[i % TEXTS].bytes, texts[i % TEXTS].length);
}

enum { TWICE = 2 + TEXTS, TWICE_TOO, LONG, LONG_TOO };

/* Add a method with two lines, and a branch in the second line. */
static struct qp_method_record *add_method(struct builder *builder, uint32_t product, uint64_t id)
{
    static const int lines[] = {1, 2};
    uint32_t reference = builder_method(builder, product, id, NULL, NULL, lines, 2);
    static const struct {
        struct qp_branch_record branch;
        int32_t targets[2];
    } table = {{.line_number = 2, .first_block = 2, .outcomes = 2}, {-1, 2}};
    uint32_t branches = builder_record(builder, QP_KIND_LINES, sizeof table);
    memcpy(builder_at(builder, branches), &table, sizeof table);
    struct qp_method_record *record = builder_at(builder, reference);
    record->branches = branches;
    record->branch_count = 1;
    record->block_count = 4;
    record->flags |= QP_METHOD_TARGETS;
    return record;
}

static void define(struct builder *builder, uint64_t id, uint32_t name, uint32_t class_name, uint32_t file)
{
    for (int i = 0; i < 2; i++) {
        struct qp_method_record *record = add_method(builder, i ? QP_CPROF : QP_QPROF, id);
        record->name = name;
        record->class_name = class_name;
        record->file = file;
    }
}

/* Return a string of 60 KB. It consists of characters of two bytes each, and of a last byte `last`. An output may
 * shorten the string, but must not cut a character in two. */
static uint32_t long_text(struct builder *builder, char last)
{
    enum { CHARACTERS = 30000 };
    char *text = malloc(2 * CHARACTERS);
    if (!text)
        abort();
    for (size_t i = 0; i < 2 * CHARACTERS; i++)
        text[i] = (char)(i % 2 ? 0xa4 : 0xc3);
    text[2 * CHARACTERS - 1] = last;
    uint32_t reference = builder_bytes(builder, QP_KIND_STRING, text, 2 * CHARACTERS);
    free(text);
    return reference;
}

static void keep_text(struct builder *builder, uint32_t file)
{
    static const char text[] = "print('</script><script>document.title=1</script>')\n\033[2J\xe2\x80\xae\xff\0<!--\n";
    uint32_t reference = builder_record(builder, QP_KIND_SOURCE, sizeof(struct qp_source_record));
    *(struct qp_source_record *)builder_at(builder, reference) = (struct qp_source_record){
        .published = 1,
        .file = file,
        .text = builder_bytes(builder, QP_KIND_TEXT, text, sizeof text - 1),
        .size = sizeof text - 1,
    };
}

static void misuse(struct builder *builder)
{
    struct qp_diagnostic *it = &builder_header(builder)->diagnostics[QP_QPROF][0];
    it->count = 1;
    snprintf(it->first, sizeof it->first, "%s", "</script>\033[31m\n\xff");
}

/* Add all functions of libqprof to libcprof as well, with counted lines and a recursive call. */
static void cover(struct builder *builder, uint32_t thread)
{
    static const uint64_t counts[] = {7, 0, 2, 0};
    uint32_t root = builder_root(builder, QP_CPROF, thread, 0, 0);
    for (uint64_t id = 1; id <= LONG_TOO; id++) {
        builder_node(builder, builder_node(builder, root, id, 1 + id, 0), id, 3, 0);
        builder_blocks(builder, root, id, 0, counts, 4);
    }
}

static void define_twins(struct builder *builder, uint32_t root)
{
    uint32_t long_name = long_text(builder, '\xb6'), name = builder_string(builder, "twice");
    define(builder, TWICE, name, 0, builder_string(builder, "one.lua"));
    define(builder, TWICE_TOO, name, 0, builder_string(builder, "two.lua"));
    define(builder, LONG, long_name, 0, 0);
    define(builder, LONG_TOO, long_name, 0, long_name);
    for (uint64_t id = TWICE; id <= LONG_TOO; id++)
        builder_node(builder, builder_node(builder, root, id, id, 5000 + id), id, 1, 300 + id);
}

void hostile_build(struct builder *builder)
{
    builder_begin(builder);
    builder_wide(builder, QP_KIND_STRING);
    struct qp_header *header = builder_header(builder);
    header->products = 1u << QP_QPROF | 1u << QP_CPROF;
    header->virtual_threads = 1u << QP_QPROF;
    header->clock_latest[0] = (struct qp_clock_pair){2000000000, 2000000000};
    uint32_t long_name = long_text(builder, '\xa4');
    uint32_t program = hostile_text(builder, 0), directory = hostile_text(builder, 1),
             options = hostile_text(builder, 2);
    header = builder_header(builder);
    header->program = program;
    header->directory = directory;
    header->options[QP_QPROF] = options;
    uint32_t first = builder_thread(builder, 1, texts[0].bytes);
    uint32_t root = builder_root(builder, QP_QPROF, first, 0, 0);
    define(builder, 1, long_name, 0, long_name);
    builder_node(builder, root, 1, 1, 1000);
    for (size_t i = 0; i < TEXTS; i++) {
        uint64_t id = 2 + i;
        uint32_t file = hostile_text(builder, i);
        define(builder, id, hostile_text(builder, i), i % 3 ? 0 : hostile_text(builder, i + 1), file);
        builder_node(builder, root, id, 2 + i, 2000 + 10 * i);
        keep_text(builder, file);
    }
    for (size_t i = 0; i < 3; i++) {
        uint32_t group = builder_group(builder, QP_QPROF, texts[i].bytes, 2 + i);
        uint32_t thread = builder_thread(builder, 2 + (uint32_t)i, texts[7 + i].bytes);
        builder_root(builder, QP_QPROF, thread, 0, 0);
        uint32_t top = builder_root(builder, QP_QPROF, thread, group, 0);
        builder_node(builder, top, 2 + i, 1, 0);
        builder_mark(builder, QP_QPROF, QP_MARK_NOTE, 100 * (1 + i), 0, texts[i].bytes);
    }
    define_twins(builder, root);
    cover(builder, first);
    misuse(builder);
}
