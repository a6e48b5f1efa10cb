#include "export/xml.h"

void qp_xml_text(struct qp_put *put, const char *name, struct qp_text text)
{
    qp_put_format(put, "%s=\"", name);
    qp_put_xml(put, text);
    qp_put_string(put, "\" ");
}

void qp_xml_number(struct qp_put *put, const char *name, uint64_t number)
{
    qp_put_format(put, "%s=\"%llu\" ", name, (unsigned long long)number);
}

/* Write a comment. XML forbids "--" in comments and "-" at their end, so a blank is added after such a "-". */
static void put_comment(struct qp_put *put, const char *text)
{
    qp_put_string(put, "<!-- ");
    while (*text) {
        size_t length = strcspn(text, "-");
        qp_put_xml(put, (struct qp_text){text, (uint32_t)length});
        text += length;
        if (*text)
            qp_put_string(put, text[1] == '-' || !text[1] ? "- " : "-");
        text += *text != '\0';
    }
    qp_put_string(put, " -->\n");
}

void qp_xml_notes(struct qp_put *put, const struct qp_quality *quality)
{
    for (uint32_t i = 0; i < quality->count; i++)
        put_comment(put, quality->items[i].text);
}
