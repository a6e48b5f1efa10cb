/* project.c - the fuzzer of .qiirc.
 *
 * The input may be any bytes. Either they are refused with one line that has file and line number, or no path that they
 * name leaves the directory of the file. The patterns and paths are then applied to some names. Runs under libFuzzer,
 * or with lines.c. */
#include "tools/project/project.h"

#include "base/glob.h"
#include "fuzz/lines.h"

#include <stdlib.h>
#include <string.h>

/* clang-format off */
const char *const fuzz_words[] = {
    "[files]\n", "[exclude_lines]\n", "[paths]\n", "[fail_under]\n", "[fail_under_file]\n", "[fail_under_folder]\n",
    "sources", "include", "exclude", "lines", "branches", "functions", "= ", " = ", " = src/*\n", " = 50\n", ": ",
    "\n", "\n", "\n  ", "\n\t", "\r\n", "\xef\xbb\xbf", "/build/*/src", "/build", " = src\n", "..", "../", "/", ".", "*",
    "?", "**", ",", ";", " ;", "#", "[", "]", "reason = if x\n", "reason =\n  a\n  *b*\n", "src", "99.9", "x",
    "0123456789012345678901234567890123456789012345678901234567890123456789", NULL,
};
/* clang-format on */

static void expect(bool holds)
{
    if (!holds)
        abort();
}

static void apply(const struct qii_project *project)
{
    static const char *const names[] = {"/build/a/src/x.lua", "./src/x.lua", "/build", "", "/"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct qp_text name = qp_text_of(names[i]), mapped;
        char *owned;
        expect(qp_path_maps_apply(name, &mapped, &owned));
        expect(!owned || (mapped.length && mapped.bytes[0] != '/'));
        free(owned);
        qp_filter_passes_path(&project->files, name);
        for (uint32_t k = 0; k < project->lines.count; k++)
            qp_glob_selects(project->lines.items[k].pattern, names[i], strlen(names[i]));
    }
}

static void check(const struct qii_project *project)
{
    expect(project->files.only.count <= QP_PATTERNS && project->files.except.count <= QP_PATTERNS);
    for (uint32_t i = 0; i < project->sources.count; i++)
        expect(strncmp(project->sources.items[i], "here/", 5) == 0 && !strstr(project->sources.items[i], "/../"));
    for (uint32_t i = 0; i < project->paths.count; i++)
        expect(project->paths.items[i].to[0] != '/' && !strstr(project->paths.items[i].to, "/../"));
    for (uint32_t i = 0; i < project->lines.count; i++)
        expect(*project->lines.items[i].pattern && *project->lines.items[i].reason);
    for (unsigned i = 0; i < QP_GATE_SCOPES * QP_GATE_KINDS; i++)
        expect(project->limits.limits[i / QP_GATE_KINDS][i % QP_GATE_KINDS].least <= 100000000);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct qii_project project;
    struct qp_error error = {0};
    struct qp_text text = {(const char *)bytes, (uint32_t)size};
    if (!qii_project_parse(&project, ".qiirc", "here/", text, &error)) {
        expect(strncmp(error.text, ".qiirc:", 7) == 0 && !strchr(error.text, '\n'));
        expect(error.text[7] > '0' && error.text[7] <= '9');
        return 0;
    }
    check(&project);
    qp_path_maps_use(&project.paths);
    apply(&project);
    qp_path_maps_use(NULL);
    qii_project_close(&project);
    return 0;
}
