#include "base/nearest.h"

#include <ctype.h>
#include <string.h>

enum { LONGEST = 40 }; /* longer words are not compared */

struct letters {
    char letter[LONGEST + 1];
    size_t count; /* number of letters; more than LONGEST = the word is too long */
};

/* Return the letters of a word that are compared: in lower case, without '-' and '_'. */
static struct letters letters_of(const char *word, size_t length)
{
    struct letters letters = {.count = 0};
    for (size_t i = 0; i < length && letters.count <= LONGEST; i++)
        if (word[i] != '-' && word[i] != '_')
            letters.letter[letters.count++] = (char)tolower((unsigned char)word[i]);
    return letters;
}

static unsigned smaller(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Return the number of letters to insert, delete, replace or swap with the next letter to turn one word into the
 * other. */
static unsigned edits(const struct letters *a, const struct letters *b)
{
    unsigned rows[3][LONGEST + 1]; /* rows[i % 3][j]: number of edits from the first i letters of `a` to the first j
                                    * letters of `b`. Only the latest three rows are stored */
    for (size_t i = 0; i <= a->count; i++) {
        unsigned *row = rows[i % 3], *above = rows[(i + 2) % 3], *second = rows[(i + 1) % 3];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= b->count; j++) {
            if (i == 0) {
                row[j] = (unsigned)j;
                continue;
            }
            unsigned differs = a->letter[i - 1] != b->letter[j - 1];
            row[j] = smaller(smaller(row[j - 1], above[j]) + 1, above[j - 1] + differs);
            if (i > 1 && j > 1 && a->letter[i - 1] == b->letter[j - 2] && a->letter[i - 2] == b->letter[j - 1])
                row[j] = smaller(row[j], second[j - 2] + 1);
        }
    }
    return rows[a->count % 3][b->count];
}

struct qp_nearest qp_nearest_begin(const char *typed, size_t length)
{
    return (struct qp_nearest){.typed = typed, .length = length};
}

void qp_nearest_offer(struct qp_nearest *nearest, const char *word)
{
    struct letters a = letters_of(nearest->typed, nearest->length), b = letters_of(word, strlen(word));
    if (a.count > LONGEST || b.count > LONGEST)
        return;
    unsigned distance = edits(&a, &b);
    size_t longer = a.count > b.count ? a.count : b.count;
    if (distance * 3 > longer || (nearest->word && distance >= nearest->distance))
        return;
    nearest->word = word;
    nearest->distance = distance;
}
