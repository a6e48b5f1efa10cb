/* assets.h - the script and the style of the page, bundled when the tool is built (page/bundle), and their hashes as a
 * Content-Security-Policy names them. */
#ifndef QP_PAGE_ASSETS_H
#define QP_PAGE_ASSETS_H

#include <stddef.h>

struct qp_asset {
    const char *text;
    size_t size;
    unsigned char sha256[32];
};

extern const struct qp_asset qp_asset_script;
extern const struct qp_asset qp_asset_style;

#endif
