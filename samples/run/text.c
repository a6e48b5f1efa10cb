/* text.c - two functions that test_text.c tests. */
#include <ctype.h>
#include <string.h>

static int is_blank(char c)
{
    return isspace((unsigned char)c) != 0;
}

/* Remove blanks from the begin and the end of a text. */
char *trim(char *text)
{
    size_t length = strlen(text);
    while (length > 0 && is_blank(text[length - 1]))
        text[--length] = '\0';
    while (is_blank(*text))
        text++;
    return text;
}

/* Return the number of words of a text. */
int count_words(const char *text)
{
    int count = 0;
    for (; *text; text++)
        count += !is_blank(text[0]) && (is_blank(text[1]) || text[1] == '\0');
    return count;
}
