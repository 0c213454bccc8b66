/// The look of an HTML page.
public enum HTMLStyle {
  /// The class of a style; nil if text stays as it is.
  static func name(of style: Style) -> String? {
    switch style {
    case .plain, .number, .keyword, .heat: nil
    case .strong, .heading, .accent: "strong"
    case .dim: "dim"
    case .name: "name"
    case .positive: "positive"
    case .negative, .error: "negative"
    case .warning: "alert"
    case .series(let index): "series\((index % 6 + 6) % 6)"
    }
  }

  /// The style sheet of a part of another page: it holds in that part alone, and colours are those of the page.
  static let guestSheet = """
    .tas-result dl { display: grid; grid-template-columns: fit-content(50%) 1fr; gap: .15rem 1.5rem; }
    /* A notebook gives names a fifth of the width, whatever they are. */
    .tas-result dl dt, .tas-result dl dd { width: auto; float: none; margin: 0; padding: 0; }
    .tas-result .table { overflow-x: auto; }
    .tas-result table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
    .tas-result th, .tas-result td { padding: .2rem .6rem; text-align: left; vertical-align: top; }
    .tas-result thead th { white-space: nowrap; }
    .tas-result tbody th { font-weight: normal; white-space: pre; }
    .tas-result .number { text-align: right; white-space: nowrap; }
    .tas-result .date { white-space: nowrap; }
    .tas-result .strong { font-weight: 600; }
    .tas-result .dim, .tas-result .note { opacity: .7; }
    """

  /// The style sheet, for a screen and for paper.
  ///
  /// Numbers have digits of one width, so that they align; a table that is too wide is scrolled by itself, with the
  /// names of its rows in place, and fades at its cut edge.
  public static let sheet = """
    :root {
      color-scheme: light dark;
      --page: #fff; --text: #1b1f24; --dim: #5f6873; --rule: #d5dae0; --strong-rule: #8b95a1; --band: #f5f7f9;
      --name: #0b5394; --positive: #116329; --negative: #b3261e; --alert: #8a5a00; --alert-band: #fff6e0;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --page: #14171b; --text: #e3e7ec; --dim: #98a2ae; --rule: #333a42; --strong-rule: #6b7683; --band: #1b2026;
        --name: #8ab8f0; --positive: #6fcf8b; --negative: #ff8a80; --alert: #f0c36d; --alert-band: #2b2413;
      }
    }
    * { box-sizing: border-box; }
    body {
      margin: 0; background: var(--page); color: var(--text);
      font: 15px/1.45 system-ui, -apple-system, "Segoe UI", "Helvetica Neue", Arial, sans-serif;
    }
    main { max-width: 100rem; margin: 0 auto; padding: 2rem 1.25rem 3rem; }
    h1 { font-size: 1.45rem; line-height: 1.25; margin: 0 0 1rem; }
    h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
    p { margin: .5rem 0; max-width: 60rem; }
    dl { display: grid; grid-template-columns: fit-content(50%) 1fr; gap: .15rem 1.5rem; margin: 1rem 0; }
    dt { color: var(--dim); }
    dd { margin: 0; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; min-width: 0; }
    .table { overflow-x: auto; margin: 1.25rem 0; }
    @keyframes cut { 0%, 90% { mask-size: 100% 100%; } 100% { mask-size: calc(100% + 2.5rem) 100%; } }
    @supports (animation-timeline: scroll(self inline)) {
      .table {
        mask: linear-gradient(to right, #000 calc(100% - 2.5rem), transparent) 0 0 / calc(100% + 2.5rem) 100% no-repeat;
        animation: cut linear; animation-timeline: scroll(self inline);
      }
    }
    table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
    th, td { padding: .22rem .7rem; text-align: left; vertical-align: top; font-weight: normal; }
    th:first-child, td:first-child { padding-left: .2rem; }
    thead th {
      font-weight: 600; vertical-align: bottom; border-bottom: 1.5px solid var(--strong-rule); color: var(--text);
    }
    tbody tr:nth-child(even) > * { background: var(--band); }
    tbody th { position: sticky; left: 0; background: var(--page); white-space: pre; }
    dd > .dim { margin-left: .6rem; }
    .number { text-align: right; white-space: nowrap; }
    .date { white-space: nowrap; }
    .rule > * { border-top: 1px solid var(--strong-rule); }
    .strong { font-weight: 600; }
    .dim, .note { color: var(--dim); }
    .name { color: var(--name); }
    .positive { color: var(--positive); }
    .negative { color: var(--negative); }
    .alert { color: var(--alert); font-weight: 600; }
    .warning { background: var(--alert-band); border-left: 3px solid var(--alert); padding: .35rem .7rem; }
    .note { font-size: .93em; }
    pre { overflow-x: auto; font: 13px/1.2 ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; }
    figure { margin: 1rem 0; position: relative; }
    figcaption { font-weight: 600; margin: 1.25rem 0 .25rem; }
    figure svg.tas { display: block; width: 100%; max-width: 1200px; height: auto; }
    figure svg.tas .paper { fill: var(--page); }
    figure.live svg.tas { cursor: crosshair; user-select: none; -webkit-user-select: none; }
    figure.live:focus-visible { outline: 2px solid var(--name); outline-offset: 4px; }
    @media (max-width: 700px) {
      figure { overflow-x: auto; overscroll-behavior-x: contain; }
      figure svg.tas { min-width: 640px; }
      /* The newest bars and the axis are on the right. */
      figure.newest { direction: rtl; }
      figure.newest > * { direction: ltr; }
      figure.drawn { direction: ltr; }
      figure.drawn svg.tas { min-width: 0; }
      td { white-space: nowrap; }
      td:last-child:not(.number) { min-width: 18rem; white-space: normal; }
      tbody th { white-space: normal; min-width: 7rem; }
    }
    .contents { margin: 1.25rem 0; }
    .contents nav { columns: 24rem; margin: .5rem 0; }
    .contents a { display: block; padding: .1rem 0; color: var(--name); }
    .tools { display: flex; gap: .35rem; margin: 0 0 .35rem; }
    .tools button {
      font: inherit; font-size: .9rem; min-width: 2.2rem; padding: .2rem .6rem; color: var(--text);
      background: var(--band); border: 1px solid var(--rule); border-radius: 4px; cursor: pointer;
    }
    .behind { max-height: 24rem; overflow: auto; }
    .series0 { color: #2f6fbf; } .series1 { color: #b8860b; } .series2 { color: #8e44ad; }
    .series3 { color: #2e8b57; } .series4 { color: #c0392b; } .series5 { color: #16808a; }
    @page { size: A4 landscape; margin: 12mm; }
    @media print {
      :root {
        --page: #fff; --text: #000; --dim: #444; --rule: #bbb; --strong-rule: #555; --band: #fff; --name: #000;
        --positive: #000; --negative: #000; --alert: #000; --alert-band: #fff;
      }
      body { font-size: 9pt; }
      th, td { padding: .1rem .3rem; }
      main { max-width: none; padding: 0; }
      .table { overflow: visible; }
      .table { mask: none; animation: none; }
      pre { overflow: visible; white-space: pre-wrap; overflow-wrap: anywhere; }
      tr, dl, .warning, figure { break-inside: avoid; }
      .tools, .contents { display: none; }
      figure svg.tas { width: auto; max-width: 100%; max-height: 150mm; margin: 0 auto; }
      figcaption { break-after: avoid; }
      .behind { max-height: none; }
      h1, h2 { break-after: avoid; }
      thead { display: table-header-group; }
      tbody th { position: static; }
    }
    """
}
