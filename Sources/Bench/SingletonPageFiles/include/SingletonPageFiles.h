#pragma once

/// Returns the text of `page.css`: the appearance of a page, with colors for the reader's scheme, on paper, and on a
/// narrow screen.
const char *_Nonnull page_style_sheet(void);

/// Returns the text of `page.js`, which shows a counterexample step by step and a lesson as slides, replies to a choice,
/// and opens everything for the printer.
///
/// A slide's text is as large as fits on the screen. If even the smallest size does not fit, code and steps scroll in
/// separate boxes to the current line and step; other slides scroll before the next slide comes.
///
/// Without the script, a page shows all steps. The script loads nothing.
const char *_Nonnull page_script(void);
