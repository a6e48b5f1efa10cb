/* questions.h - questions of users, each with a command that answers it. They are the examples in the help texts and
 * manual pages, too. */
#pragma once

#include <stdio.h>

/* Print the questions of the short list, each with its command. */
void qii_questions_list(FILE *out);

/* Print the questions that match the most words of a text, each with its command. Return the number of questions that
 * match at least one word. */
unsigned qii_questions_find(FILE *out, const char *text);

/* Print the questions that a command answers, each with its command line. */
void qii_questions_examples(FILE *out, const char *name);
