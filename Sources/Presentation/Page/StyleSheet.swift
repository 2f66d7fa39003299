import Core
import TextFormats

/// The appearance of a page, with colors for the reader's scheme, on paper, and on a narrow screen.
///
/// The text contains no URL, and neither quotes nor angle brackets, which would have to be escaped.
enum StyleSheet {
  static var markup: Markup { .style(text) }

  private static let text: StaticString = """
    :root {
      color-scheme: light dark;
      --paper: #ffffff; --ink: #1b1f24; --quiet: #59636e; --rule: #d5dae0; --well: #f5f7f9; --link: #0b57b8;
      --passed: #d8f0dc; --passed-line: #2f7d3e; --reproduced: #dce9fc; --reproduced-line: #2c64b0;
      --weak: #fdf0c4; --weak-line: #8a6500; --failed: #fad4d0; --failed-line: #b3261e;
      --unknown: #eceff2; --unknown-line: #6b7580;
      --access: #1f5fbf; --old: #8a5a00; --winner: #b3261e; --loser: #6a3fb0; --floor: #4b6b52;
    }
    @media screen and (prefers-color-scheme: dark) {
      :root {
        --paper: #14171b; --ink: #e6e9ed; --quiet: #a2abb5; --rule: #363d45; --well: #1d2227; --link: #86b7fb;
        --passed: #16391f; --passed-line: #6cc381; --reproduced: #17304f; --reproduced-line: #7fb0f2;
        --weak: #43370a; --weak-line: #e0bb4a; --failed: #571c18; --failed-line: #ff8a80;
        --unknown: #272d34; --unknown-line: #97a1ab;
        --access: #79adf7; --old: #e3b04b; --winner: #ff8a80; --loser: #c3a2f5; --floor: #93c29d;
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
    header.verdict { padding: 14px 16px; border-left: 6px solid; border-radius: 6px; }
    header.verdict p { max-width: none; }
    header.passed { background: var(--passed); border-color: var(--passed-line); }
    header.weak { background: var(--weak); border-color: var(--weak-line); }
    header.failed { background: var(--failed); border-color: var(--failed-line); }
    header.unknown { background: var(--unknown); border-color: var(--unknown-line); }
    nav ul, ul.legend { display: flex; flex-wrap: wrap; gap: 4px 18px; margin: 10px 0; padding: 0; list-style: none; }
    ul.legend { font-size: 13px; color: var(--quiet); }
    .chip {
      display: inline-block; min-width: 20px; padding: 0 4px; border: 1px solid; border-radius: 4px;
      text-align: center; color: var(--ink);
    }
    .chip.passed { background: var(--passed); border-color: var(--passed-line); }
    .chip.reproduced { background: var(--reproduced); border-color: var(--reproduced-line); }
    .chip.weak { background: var(--weak); border-color: var(--weak-line); }
    .chip.failed { background: var(--failed); border-color: var(--failed-line); }
    .chip.unknown { background: var(--unknown); border-color: var(--unknown-line); }
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
    table.steps { table-layout: fixed; width: 100%; min-width: 340px; max-width: 1000px; }
    table.steps td, table.steps th { border: 1px solid var(--rule); padding: 4px 8px; overflow-wrap: anywhere; }
    table.steps th:first-child { width: 46px; overflow-wrap: normal; }
    table.steps td.concerned { background: var(--failed); }
    table.steps td.concerned .operation { font-weight: 700; }
    table.steps th.joined { border-left: 3px solid var(--failed-line); }
    .branch span { display: block; margin: 8px -8px 0; border-top: 3px solid var(--failed-line); }
    .place, .stale { font-size: 12px; color: var(--quiet); }
    svg { display: block; }
    svg text { fill: var(--ink); font: 12px system-ui, sans-serif; }
    .middle { text-anchor: middle; }
    .end { text-anchor: end; }
    .matrix { display: flex; align-items: flex-start; }
    .matrix svg { flex: none; }
    .names { position: sticky; left: 0; background: var(--paper); }
    .head text { fill: var(--quiet); }
    .cell rect { stroke-width: 1; }
    .cell .first { font-weight: 600; }
    .cell .more { font-size: 10.5px; }
    .cell.passed rect { fill: var(--passed); stroke: var(--passed-line); }
    .cell.reproduced rect { fill: var(--reproduced); stroke: var(--reproduced-line); }
    .cell.weak rect { fill: var(--weak); stroke: var(--weak-line); stroke-dasharray: 4 2; }
    .cell.failed rect { fill: var(--failed); stroke: var(--failed-line); stroke-width: 2; }
    .cell.unknown rect { fill: var(--unknown); stroke: var(--unknown-line); stroke-dasharray: 2 2; }
    .panels { display: grid; grid-template-columns: repeat(auto-fill, minmax(172px, 1fr)); gap: 12px 14px; }
    figure { display: flex; flex-direction: column; justify-content: space-between; margin: 0; }
    figcaption { font-size: 13px; font-weight: 600; line-height: 1.3; }
    .panel { width: 100%; height: auto; }
    .grid { stroke: var(--rule); }
    .row { stroke: var(--rule); stroke-dasharray: 1 3; }
    svg text.tick { fill: var(--quiet); font-size: 11px; }
    .curve { fill: none; stroke-width: 1.6; }
    .curve.access { stroke: var(--access); }
    .curve.old { stroke: var(--old); }
    .curve.floor { stroke: var(--floor); }
    .dashed { stroke-dasharray: 5 3; }
    svg.sign .dashed { stroke-dasharray: 4 2; }
    .mark, .plot, .sign { overflow: visible; }
    svg.sign { display: inline-block; width: 16px; height: 16px; margin-right: 2px; vertical-align: -3px; }
    .solid.access { fill: var(--access); }
    .solid.winner { fill: var(--winner); }
    .hollow { fill: var(--paper); stroke-width: 1.8; }
    .hollow.old { stroke: var(--old); }
    .hollow.loser { stroke: var(--loser); }
    .stroke { stroke-width: 2; }
    .stroke.floor { stroke: var(--floor); }
    .span { stroke-width: 2; }
    .span.access { stroke: var(--access); }
    .span.old { stroke: var(--old); }
    .dots { display: grid; grid-template-columns: 310px 1fr; max-width: 1180px; }
    .dots svg { grid-area: 1 / 1; }
    .dots .label { transform: translate(0, 15px); paint-order: stroke; stroke: var(--paper); stroke-width: 3px; }
    .dots .plot { grid-column: 2; width: calc(100% - 20px); margin: 0 10px; }
    @media (max-width: 760px) {
      body { padding: 10px; }
      h1 { font-size: 20px; }
      .names { width: 156px; }
      .names text { font-size: 10.5px; }
      .dots { grid-template-columns: 1fr; }
      .dots .plot { grid-column: 1; }
      .dots .label { transform: none; font-size: 11px; }
    }
    @media print {
      :root { color-scheme: light; }
      body { max-width: none; padding: 0; font-size: 11px; }
      nav { display: none; }
      .scroll, details .scroll { overflow: visible; max-height: none; }
      details.table:not([open]) { display: none; }
      section { break-inside: auto; }
      figure, tr, pre { break-inside: avoid; }
      .cell rect, .chip, header.verdict { print-color-adjust: exact; }
      .matrix { zoom: 0.6; }
    }

    """
}
