#pragma once

/// Returns the texts of source files that the program shows, each with a zero behind it. The first is the C file that
/// embeds them: the `n`-th `#embed` in it has the path of the `n`-th text.
const char *_Nonnull embedded_sources(void);
