#include "base/word.h"

#include <string.h>

char *qp_word_next(char **text, const char *blanks, const char *quotes)
{
    char *from = *text + strspn(*text, blanks);
    char *word = from, *to = from;
    char quote = '\0';
    if (*from == '\0')
        return NULL;
    for (; *from != '\0' && (quote != '\0' || !strchr(blanks, *from)); from++) {
        if (quote == '\0' && strchr(quotes, *from))
            quote = *from;
        else if (*from == quote)
            quote = '\0';
        else
            *to++ = *from;
    }
    *text = *from == '\0' ? from : from + 1;
    *to = '\0';
    return word;
}
