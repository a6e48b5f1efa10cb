#include "format/diagnostic.h"

#include <stdio.h>

static const struct {
    const char *name;
    const char *words;
} kinds[] = {
#define X(constant, name, text) {name, text},
    QP_DIAGNOSTIC_KINDS(X)
#undef X
};

const char *qp_diagnostic_name(unsigned kind, char room[QP_DIAGNOSTIC_NAME])
{
    if (kind < QP_DIAGNOSTIC_COUNT)
        return kinds[kind].name;
    snprintf(room, QP_DIAGNOSTIC_NAME, "kind-%u", kind);
    return room;
}

const char *qp_diagnostic_words(unsigned kind)
{
    return kind < QP_DIAGNOSTIC_COUNT ? kinds[kind].words : "a kind unknown to this version";
}
