// The files that are part of every page, embedded, because the program is one file. They have no characters that a page
// would have to escape, such as `<` and `&`, and no URL.
#include "SingletonPageFiles.h"

static const unsigned char style_sheet[] = {
#embed "../SingletonPresentation/Page/page.css" suffix(, 0)
};

static const unsigned char script[] = {
#embed "../SingletonPresentation/Page/page.js" suffix(, 0)
};

const char *page_style_sheet(void) { return (const char *)style_sheet; }

const char *page_script(void) { return (const char *)script; }
