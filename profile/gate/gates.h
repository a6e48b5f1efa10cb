/* gates.h - limits on coverage, and the verdict on a run's coverage: the worst failure as text, and their number.
 *
 * A limit applies to lines, branch outcomes or functions: in total, or in each file or folder. A folder is the sum of
 * the files directly in it, as a package of Cobertura. Comparisons are exact: 89.96 % is below 90 %, although it is
 * printed as 90.0 %. A file or folder with nothing to cover passes. If there is nothing to cover in total, nothing was
 * measured, and each limit fails. */
#pragma once

#include "base/attribute.h"
#include "base/map.h"
#include "format/texts.h"
#include "profile/coverage/coverage.h"

enum qp_gate_scope { QP_GATE_TOTAL, QP_GATE_FOLDER, QP_GATE_FILE, QP_GATE_SCOPES };
enum qp_gate_kind { QP_GATE_LINES, QP_GATE_BRANCHES, QP_GATE_FUNCTIONS, QP_GATE_KINDS };

/* Limits. A zeroed struct has none. */
struct qp_gates {
    struct qp_gate {
        bool set;
        uint32_t least; /* in millionths of a per cent */
    } limits[QP_GATE_SCOPES][QP_GATE_KINDS];
};

/* Set a limit, which replaces an earlier one. The percentage is from 0 to 100, and rounded to six decimals. */
void qp_gates_set(struct qp_gates *gates, enum qp_gate_scope scope, enum qp_gate_kind kind, double percent);

/* Return true if a scope has limits; QP_GATE_SCOPES stands for any scope. */
bool qp_gates_have(const struct qp_gates *gates, enum qp_gate_scope scope);

/* Return true if any scope has a limit of this kind. */
bool qp_gates_limit(const struct qp_gates *gates, enum qp_gate_kind kind);

#define QP_VERDICT_TEXT 1200

/* Failures. A zeroed struct has none. */
struct qp_verdict {
    uint32_t failures;
    uint32_t by;                /* number of lines, outcomes or functions by which the worst one failed */
    char text[QP_VERDICT_TEXT]; /* the worst failure, the first one of equals, as part of a line */
};

/* Count a failure. Its text is kept if it is the worst one so far. */
void qp_verdict_add(struct qp_verdict *verdict, uint32_t by, const char *format, ...) QP_PRINTF(3, 4);

/* Judge the coverage of files by all limits. Return false if out of memory. */
bool qp_gates_judge(struct qp_verdict *verdict, const struct qp_gates *gates, const struct qp_coverage_files *files);

/* Judge numbers by the limits of a scope. If `name` is not empty, the failure begins with it: a file, a folder, or
 * another part of the code. If `nothing_fails` is true, each limit fails that has nothing to cover. */
void qp_gates_judge_part(struct qp_verdict *verdict, const struct qp_gates *gates, enum qp_gate_scope scope,
                         struct qp_text name, const struct qp_coverage *numbers, bool nothing_fails);

/* Sums of files by folder. A zeroed struct has none. */
struct qp_gate_folders {
    struct qp_gate_folder {
        struct qp_text name; /* with the '/' at its end */
        struct qp_coverage numbers;
    } * items;
    uint32_t count;
    struct qp_map map; /* maps the key of a name to the folder's index + 1 */
    struct qp_texts texts;
};

/* Judge a file by the limits of files, and add its numbers to those of its folder. Return false if out of memory; the
 * folders must be judged in either case. */
bool qp_gates_judge_file(struct qp_verdict *verdict, const struct qp_gates *gates, struct qp_gate_folders *folders,
                         struct qp_text name, const struct qp_coverage *numbers);

/* Judge the folders by the limits of folders, and free them. */
void qp_gate_folders_judge(struct qp_verdict *verdict, const struct qp_gates *gates, struct qp_gate_folders *folders);

/* Numbers of one kind. */
struct qp_gate_part {
    uint32_t hit;
    uint32_t all;
};

struct qp_gate_part qp_gate_part_of(const struct qp_coverage *numbers, enum qp_gate_kind kind);

/* Words for messages: "line", "line coverage" needs "coverage" added; "lines" or "line" by number. */
const char *qp_gate_word(enum qp_gate_kind kind);
const char *qp_gate_unit(enum qp_gate_kind kind, uint32_t count);

/* Return a share as a percentage with one decimal, or with more decimals if it would otherwise not appear to be below
 * `limit`, in per cent. */
struct qp_gate_percent {
    char text[32];
};
struct qp_gate_percent qp_gate_percent_of(struct qp_gate_part part, double limit);
