/* words.c - count the words of a text. Its hash table has too few lists, as `qii run` shows (doc/run.md).
 *
 *     cc -g -O2 -finstrument-functions words.c -o words && qii run ./words TEXT */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LISTS 64

struct word {
    struct word *next;
    unsigned long count;
    char text[];
};

static struct word *lists[LISTS];

static unsigned hash(const char *text)
{
    unsigned value = 0;
    while (*text)
        value = value * 31 + (unsigned char)*text++;
    return value;
}

static int equals(const struct word *word, const char *text)
{
    return strcmp(word->text, text) == 0;
}

static struct word *find(const char *text)
{
    struct word **list = &lists[hash(text) % LISTS];
    struct word *word = *list;
    while (word && !equals(word, text))
        word = word->next;
    if (word)
        return word;
    size_t size = strlen(text) + 1;
    word = calloc(1, sizeof *word + size);
    if (!word)
        exit(1);
    memcpy(word->text, text, size);
    word->next = *list;
    *list = word;
    return word;
}

static int read_word(FILE *in, char *text, size_t size)
{
    size_t length = 0;
    int byte = 0;
    while (length < size - 1 && (byte = getc(in)) != EOF && (isalnum(byte) || length == 0))
        if (isalnum(byte))
            text[length++] = (char)tolower(byte);
    text[length] = '\0';
    return length > 0;
}

int main(int argc, char **argv)
{
    char text[100];
    unsigned long words = 0, different = 0;
    FILE *in = argc > 1 ? fopen(argv[1], "r") : stdin;
    while (in && read_word(in, text, sizeof text)) {
        different += find(text)->count++ == 0;
        words++;
    }
    printf("%lu words, %lu different\n", words, different);
    return 0;
}
