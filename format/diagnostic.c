#include "format/diagnostic.h"

#include <stdio.h>

const char *qp_diagnostic_name(unsigned kind, char room[QP_DIAGNOSTIC_NAME])
{
    static const char *const names[] = {
#define X(constant, name, text) name,
        QP_DIAGNOSTIC_KINDS(X)
#undef X
    };
    if (kind < QP_DIAGNOSTIC_COUNT)
        return names[kind];
    snprintf(room, QP_DIAGNOSTIC_NAME, "kind-%u", kind);
    return room;
}

const char *qp_diagnostic_words(unsigned kind)
{
    static const char *const texts[] = {
#define X(constant, name, text) text,
        QP_DIAGNOSTIC_KINDS(X)
#undef X
    };
    return kind < QP_DIAGNOSTIC_COUNT ? texts[kind] : "a kind unknown to this version";
}
