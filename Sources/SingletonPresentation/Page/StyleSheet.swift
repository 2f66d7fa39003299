import SingletonCore
import SingletonTextFormats

/// The appearance of a page, with colors for the reader's scheme, on paper, and on a narrow screen.
///
/// The text contains no URL, and neither quotes nor angle brackets, which would have to be escaped.
enum StyleSheet {
  static var markup: Markup { .style(text) }

  private static let text: StaticString = """
    :root {
      color-scheme: light dark;
      --paper: #ffffff; --ink: #1b1f24; --quiet: #59636e; --rule: #d5dae0; --well: #f5f7f9; --link: #0b57b8;
      --good: #d8f0dc; --good-line: #2f7d3e; --weak: #fdf0c4; --weak-line: #8a6500;
      --bad: #fad4d0; --bad-line: #b3261e; --neutral: #eceff2; --neutral-line: #6b7580;
      --access: #1f5fbf; --old: #8a5a00; --third: #6a3fb0; --fourth: #00707a; --floor: #4b6b52;
    }
    @media screen and (prefers-color-scheme: dark) {
      :root {
        --paper: #14171b; --ink: #e6e9ed; --quiet: #a2abb5; --rule: #363d45; --well: #1d2227; --link: #86b7fb;
        --good: #16391f; --good-line: #6cc381; --weak: #43370a; --weak-line: #e0bb4a;
        --bad: #571c18; --bad-line: #ff8a80; --neutral: #272d34; --neutral-line: #97a1ab;
        --access: #79adf7; --old: #e3b04b; --third: #c3a2f5; --fourth: #5fd0d8; --floor: #93c29d;
      }
    }
    * { box-sizing: border-box; }
    body {
      margin: 0 auto; padding: 16px; max-width: 1320px; background: var(--paper); color: var(--ink);
      font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere;
    }
    h1 { margin: 0 0 4px; font-size: 24px; line-height: 1.25; }
    h2 { margin: 40px 0 8px; padding-top: 8px; border-top: 1px solid var(--rule); font-size: 20px; }
    h3 { margin: 24px 0 4px; font-size: 16px; }
    p { margin: 6px 0; max-width: 76ch; }
    a { color: var(--link); }
    :focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
    code, pre { font-family: ui-monospace, monospace; font-size: 13px; }
    pre { margin: 8px 0; padding: 10px; white-space: pre-wrap; background: var(--well); border-radius: 6px; }
    .good { background: var(--good); border-color: var(--good-line); }
    .weak { background: var(--weak); border-color: var(--weak-line); }
    .bad { background: var(--bad); border-color: var(--bad-line); }
    .neutral { background: var(--neutral); border-color: var(--neutral-line); }
    .mixed { background: var(--well); border-color: var(--quiet); }
    header.verdict { padding: 14px 16px; border-left-width: 6px; border-left-style: solid; border-radius: 6px; }
    header.verdict p { max-width: none; }
    nav ul, ul.legend { display: flex; flex-wrap: wrap; gap: 4px 18px; margin: 10px 0; padding: 0; list-style: none; }
    ul.legend { font-size: 13px; color: var(--quiet); }
    .chip {
      display: inline-block; min-width: 20px; padding: 0 4px; border-width: 1px; border-style: solid; border-radius: 4px;
      text-align: center; color: var(--ink);
    }
    .scroll { overflow-x: auto; max-width: 100%; }
    details { margin: 6px 0; }
    summary { cursor: pointer; color: var(--link); }
    details .scroll { max-height: 70vh; overflow-y: auto; }
    table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; }
    caption { padding: 4px 0; text-align: left; color: var(--quiet); }
    th, td { padding: 3px 10px 3px 0; border-bottom: 1px solid var(--rule); text-align: left; vertical-align: top; }
    th { font-weight: 600; }
    tbody th { font-weight: 500; }
    .figure { text-align: right; white-space: nowrap; }
    td, th { overflow-wrap: normal; }
    .execution { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0 20px; align-items: start; }
    table.steps { table-layout: fixed; width: 100%; min-width: 340px; max-width: 1000px; }
    table.steps td, table.steps th { border: 1px solid var(--rule); padding: 4px 8px; overflow-wrap: anywhere; }
    table.steps th:first-child { width: 46px; overflow-wrap: normal; }
    .stepper:not([hidden]) { display: flex; flex-wrap: wrap; align-items: baseline; gap: 6px; margin: 8px 0; }
    .stepper output { flex: 1 1 16em; font-size: 13px; color: var(--quiet); }
    .listing { justify-content: start; }
    .listing ol { margin: 4px 0; padding: 8px 8px 8px 40px; background: var(--well); border-radius: 6px; }
    .listing li { font: 12px/1.5 ui-monospace, monospace; color: var(--quiet); }
    .listing code { white-space: pre-wrap; color: var(--ink); }
    .cursor {
      display: inline-block; padding: 0 5px; border: 1px solid; border-radius: 4px; background: var(--paper);
      font: 11px/1.4 system-ui, sans-serif; white-space: nowrap;
    }
    .column-0 { color: var(--access); }
    .column-1 { color: var(--old); }
    .column-2 { color: var(--third); }
    .column-3 { color: var(--fourth); }
    .pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 430px), 1fr)); gap: 0 20px; }
    .pair figure { justify-content: start; }
    dl { margin: 6px 0; }
    dt { font-weight: 600; }
    dd { margin: 0 0 4px 20px; }
    .claim {
      display: flex; gap: 10px; align-items: baseline; margin: 8px 0; padding: 4px 10px; border-left-width: 4px;
      border-left-style: solid; border-radius: 4px;
    }
    .claim dl, .claim dd { margin: 0; }
    fieldset { margin: 8px 0; border: 1px solid var(--rule); border-radius: 6px; }
    legend { padding: 0 6px; font-weight: 600; }
    input { width: 1.1em; height: 1.1em; vertical-align: -0.15em; }
    button { padding: 3px 12px; font: inherit; }
    .note { color: var(--quiet); }
    .reply { font-weight: 600; }
    @media screen {
      body.slides { max-width: none; height: 100vh; padding: 2vh 3vw; overflow: hidden; }
      body.slides > :not(main), body.slides main > section:not(.current) { display: none; }
      body.slides main { height: 100%; }
      body.slides main > section {
        --size: 20px; display: flex; flex-direction: column; height: 100%; overflow-y: auto;
        font-size: calc(8px + var(--size));
      }
      body.slides main > section > * { flex: none; }
      body.slides main > section > :is(.execution, .pair, .listing) { flex: 0 1 auto; min-height: 40vh; }
      body.slides h2 { margin: 0 0 12px; padding: 0; border: 0; font-size: 40px; }
      body.slides p { max-width: none; margin: 12px 0; }
      body.slides :is(table, figcaption, caption, ul.legend, .cursor, .stepper output, .memory ul, .place, .stale) {
        font-size: var(--size);
      }
      body.slides :is(code, pre, .listing li) { font-size: var(--size); line-height: 1.35; }
      body.slides .dots { grid-template-columns: 460px 1fr; }
      body.slides .dots .labels { width: 460px; }
      body.slides svg text { font-size: 18px; }
      body.slides :is(table.steps, .scroll) { max-width: none; max-height: none; }
      body.slides table.steps th:first-child { width: 64px; }
      body.slides p:has(~ .execution.begun), body.slides .execution:not(.ended) ~ * { display: none; }
      body.slides .execution ~ * { font-size: 20px; }
      body.slides .execution ~ * p { margin: 4px 0; }
      body.slides .pair { grid-auto-rows: minmax(0, 1fr); }
      body.slides .listing { min-height: 0; }
      body.slides .listing ol { min-height: 0; padding-left: 56px; overflow-y: auto; }
      body.slides .execution { grid-template-rows: auto; grid-auto-rows: minmax(0, 1fr); align-items: stretch; }
      body.slides .execution > .scroll { min-height: 0; overflow-y: auto; }
      body.slides table.steps thead th { position: sticky; top: 0; background: var(--paper); }
      body.slides table.steps tr { scroll-margin-top: 3em; }
      body.slides .stepper button { font-size: 20px; }
      body.slides .cursor:not(.here), body.slides tr:not(.now) .memory ul,
      body.slides .execution:has(.listing) td .source { display: none; }
    }
    .memory ul { margin: 0; padding: 0; list-style: none; font-size: 12px; line-height: 1.35; }
    .memory strong { font-weight: 500; }
    .memory .changed strong { background: var(--weak); font-weight: 700; }
    @media screen and (min-width: 1000px) {
      .execution:has(.listing) { grid-template-columns: minmax(0, 5fr) minmax(0, 8fr); }
      .execution > .stepper { grid-column: 1 / -1; }
      .execution:has(.listing) > .scroll { grid-column: 2; grid-row: 2 / span 9; }
      body.slides .execution:has(.listing) { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
      body.slides .execution:has(.listing) > .scroll { grid-row: 2; }
      body.slides .execution:has(.listing ~ .listing) > .scroll { grid-row: 2 / span 2; }
    }
    @media screen {
      .cursor.later { visibility: hidden; }
      .cursor.here { background: var(--weak); outline: 2px solid; font-weight: 700; }
      table.steps tr.later > * { visibility: hidden; }
      table.steps tr.later > th.joined { border-left-color: var(--rule); }
    }
    table.steps tr.now > * { border-top: 2px solid var(--link); border-bottom: 2px solid var(--link); }
    table.steps td.concerned { background: var(--bad); }
    table.steps td.concerned .operation { font-weight: 700; }
    table.steps th.joined { border-left: 3px solid var(--bad-line); }
    .branch span { display: block; margin: 8px -8px 0; border-top: 3px solid var(--bad-line); }
    .place, .stale { font-size: 12px; color: var(--quiet); }
    svg { display: block; }
    svg text { fill: var(--ink); font: 12px system-ui, sans-serif; }
    .middle { text-anchor: middle; }
    .end { text-anchor: end; }
    .scroll.wide { max-height: 90vh; overflow-y: auto; }
    table.matrix { border-collapse: separate; border-spacing: 0; line-height: 1.3; }
    table.matrix th, table.matrix td { padding: 1px 3px 1px 0; border: 0; }
    table.matrix thead th {
      position: sticky; top: 0; z-index: 1; padding: 4px; background: var(--paper); color: var(--quiet);
      vertical-align: bottom;
    }
    table.matrix tbody th { position: sticky; left: 0; padding: 3px 10px 3px 0; background: var(--paper); }
    table.matrix thead th:first-child { left: 0; z-index: 2; }
    table.matrix tr.section th { padding-top: 12px; font-weight: 600; }
    table.matrix td.figure { padding: 3px 10px 3px 4px; }
    table.matrix td.none { padding-left: 7px; color: var(--quiet); }
    .cell { min-width: 84px; padding: 2px 5px; border-width: 1px; border-style: solid; border-radius: 3px; }
    .cell.weak, .cell.neutral { border-style: dashed; }
    .cell .first { font-weight: 600; }
    .cell .more { display: block; font-size: 11px; }
    figure { display: flex; flex-direction: column; justify-content: space-between; margin: 0; }
    figcaption { font-size: 13px; font-weight: 600; line-height: 1.3; }
    .grid { stroke: var(--rule); }
    .row { stroke: var(--rule); stroke-dasharray: 1 3; }
    svg text.tick { fill: var(--quiet); font-size: 11px; }
    .dashed { stroke-dasharray: 5 3; }
    svg.sign .dashed { stroke-dasharray: 4 2; }
    .mark, .plot, .sign { overflow: visible; }
    svg.sign { display: inline-block; width: 16px; height: 16px; margin-right: 2px; vertical-align: -3px; }
    .solid.access { fill: var(--access); }
    .solid.good { fill: var(--good-line); }
    .solid.bad { fill: var(--bad-line); }
    .solid.weak { fill: var(--weak-line); }
    .stroke.bad { stroke: var(--bad-line); }
    .hollow.neutral { stroke: var(--neutral-line); }
    .hollow { fill: var(--paper); stroke-width: 1.8; }
    .hollow.old { stroke: var(--old); }
    .stroke { stroke-width: 2; }
    .stroke.floor { stroke: var(--floor); }
    .span { stroke-width: 2; }
    .span.access { stroke: var(--access); }
    .span.old { stroke: var(--old); }
    .dots { display: grid; grid-template-columns: 310px 1fr; max-width: 1180px; }
    .dots svg { grid-area: 1 / 1; }
    .dots .label { transform: translate(0, 14px); paint-order: stroke; stroke: var(--paper); stroke-width: 3px; }
    .dots .plot { grid-column: 2; width: calc(100% - 20px); margin: 0 10px; }
    @media screen and (max-width: 1000px) {
      table.whole, table.whole tbody { display: block; }
      table.whole thead, table.whole td.none { display: none; }
      table.whole tbody tr { display: flex; flex-wrap: wrap; gap: 4px 12px; padding: 8px 0; border-bottom: 1px solid var(--rule); }
      table.matrix.whole tbody th { position: static; flex: 1 0 100%; max-width: none; padding: 0; font-size: 14px; }
      table.whole td, table.whole td.figure { display: flex; align-items: baseline; gap: 4px; padding: 0; }
      table.whole td::before { content: attr(data-title); font-size: 11px; color: var(--quiet); }
    }
    @media screen and (max-width: 760px) {
      body { padding: 10px; }
      h1 { font-size: 20px; }
      table.matrix tbody th { min-width: 92px; max-width: 130px; font-size: 12px; overflow-wrap: anywhere; }
      .cell { min-width: 96px; }
      .dots { grid-template-columns: 1fr; }
      .dots .plot { grid-column: 1; }
      .dots .label { transform: none; font-size: 11px; }
    }
    @page { margin: 12mm; }
    @page wide { size: landscape; }
    @media print {
      :root { color-scheme: light; }
      body { max-width: none; padding: 0; font-size: 11px; }
      nav, .stepper, .presenting { display: none !important; }
      details::details-content { content-visibility: visible; }
      summary { list-style: none; color: var(--ink); font-weight: 600; }
      .scroll, .scroll.wide, details .scroll { overflow: visible; max-height: none; }
      section:has(#matrix), section:has(#executions) { page: wide; }
      h1, h2, h3, summary, caption, .legend, section > p { break-after: avoid; }
      h2 { margin-top: 20px; }
      p, figure, tr, pre, li, .dots { break-inside: avoid; }
      .dots { zoom: 0.64; }
      ul.legend { font-size: 10px; }
      table { width: 100%; font-size: 9px; }
      table th, table td { position: static !important; overflow-wrap: anywhere; }
      .figure { white-space: normal; }
      code, pre, .place, .stale { font-size: 9px; }
      .cell { min-width: 0; padding: 1px 3px; }
      .cell .more { font-size: 8px; }
      .cell, .chip, header.verdict, td.concerned { print-color-adjust: exact; }
    }

    """
}
