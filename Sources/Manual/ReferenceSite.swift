import Indicators
import Presentation
import Sessions
import Shell
import StandardIndicators

/// The reference as one HTML page with a search, made from the pages of help.
///
/// It needs no other file and no network: the search is a few lines of script inside of it, and without script the page
/// is whole all the same.
package enum ReferenceSite {
  package static var page: String {
    let groups = sections
    let navigation = groups.map { group in
      let links = group.topics.map { "<a href=\"#\(anchor($0))\">\(HTMLRenderer.escaped($0))</a>" }
      return "<details><summary>\(HTMLRenderer.escaped(group.title))</summary>\(links.joined(separator: " "))</details>"
    }
    let body = groups.map { group in
      "<h1 class=\"group\">\(HTMLRenderer.escaped(group.title))</h1>\n" + group.topics.map(section).joined()
    }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
      <meta name="color-scheme" content="light dark">
      <title>The tas reference</title>
      <style>
      \(HTMLStyle.sheet)
      \(style)
      </style>
      </head>
      <body>
      <nav>
      <input id="search" type="search" placeholder="search: moving average" aria-label="search">
      <button type="button">contents</button>
      <p id="count" class="note" role="status"></p>
      \(navigation.joined(separator: "\n"))
      </nav>
      <main>
      \(body.joined(separator: "\n"))
      </main>
      <script>
      \(script)
      </script>
      </body>
      </html>

      """
  }

  /// The groups of topics in the order of the documentation, each topic once.
  package static var sections: [(title: String, topics: [String])] {
    var groups: [(title: String, topics: [String])] = [("The language", HelpPages.languageTopics)]
    for category in Command.Category.allCases {
      groups.append((category.rawValue, ProgramManual.entries(of: category).map(\.name)))
    }
    for group in Indicator.Group.allCases {
      groups.append(("Indicators: \(group.rawValue)", Indicator.listed.filter { $0.group == group }.map(\.name)))
    }
    var seen = Set(groups.flatMap(\.topics))
    groups.append(
      (
        "Functions, clauses, metrics, assumptions, examples and codes",
        HelpPages.topics.filter { seen.insert($0).inserted }
      ))
    return groups.filter { !$0.topics.isEmpty }
  }

  private static func section(_ topic: String) -> String {
    guard let document = HelpPages.page(on: topic) else { return "" }
    return "<section id=\"\(anchor(topic))\">\n\(withCode(HTMLRenderer().fragment(document)))</section>\n"
  }

  /// A part of a page with the words between backticks as code, outside of what is code already.
  private static func withCode(_ html: String) -> String {
    html.split(separator: "<pre", omittingEmptySubsequences: false).enumerated().map { place, part in
      guard place > 0, let end = part.firstRange(of: "</pre>") else { return marked(part) }
      return "<pre" + part[..<end.upperBound] + marked(part[end.upperBound...])
    }.joined()
  }

  /// A text in which each second backtick ends a piece of code; one that has no other stays.
  private static func marked(_ text: Substring) -> String {
    var (result, rest) = ("", text)
    while let start = rest.firstIndex(of: "`"),
      let end = rest[rest.index(after: start)...].firstIndex(where: { $0 == "`" || $0 == "\n" }), rest[end] == "`"
    {
      result += rest[..<start] + "<code>" + rest[rest.index(after: start)..<end] + "</code>"
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  private static func anchor(_ topic: String) -> String { HTMLRenderer.escaped(topic.replacing(" ", with: "-")) }

  private static let style = """
    html { scroll-padding-top: 1rem; }
    body { display: flex; gap: 2rem; align-items: flex-start; padding: 0 1.25rem; overflow-wrap: break-word; }
    main { flex: 1 1 0; min-width: 0; max-width: 72rem; margin: 0; padding: 1rem 0 3rem; }
    nav { position: sticky; top: 0; width: 16rem; flex: none; max-height: 100vh; overflow: auto; padding: 1rem 0; }
    nav input { width: 100%; box-sizing: border-box; padding: .4rem; font: inherit; }
    nav details { margin: .35rem 0; }
    nav details a { display: inline-block; margin: .1rem .5rem .1rem 0; }
    a { color: var(--name); }
    code { font: .92em ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; background: var(--band); padding: 0 .2em; }
    h1.group { margin-top: 2.5rem; padding-bottom: .3rem; border-bottom: 1.5px solid var(--strong-rule); }
    section h1 { font-size: 1.2rem; }
    section + section { margin-top: 2.5rem; }
    @media (max-width: 50rem) {
      html { scroll-padding-top: 4.5rem; }
      body { display: block; padding: 0; }
      nav {
        display: flex; flex-wrap: wrap; gap: .5rem; width: auto; max-height: 80vh; padding: .6rem 1rem;
        background: var(--page); border-bottom: 1px solid var(--rule); z-index: 1;
      }
      nav input { font-size: 16px; flex: 1 1 8rem; width: auto; min-width: 0; }
      nav details { flex: 1 1 100%; margin: 0; }
      nav:not(.open) details { display: none; }
      nav #count { flex: 1 1 100%; margin: 0; }
      nav #count:empty { display: none; }
      main { padding: 0 1rem 3rem; }
      main dl { grid-template-columns: minmax(0, 1fr); gap: 0; }
      main dd { margin: 0 0 .5rem 1rem; }
      main pre { white-space: pre-wrap; overflow-wrap: anywhere; }
    }
    @media (min-width: 50.01rem) { nav button { display: none; } }
    nav button { font: inherit; padding: .2rem .6rem; }
    """

  /// Sections that have every word stay; the one with that name comes first, then those whose names begin so, have the
  /// words, or say them in their first lines.
  private static let script = """
    const main = document.querySelector('main');
    const sections = [...main.querySelectorAll('section')];
    const text = node => node?.textContent.toLowerCase() ?? '';
    const texts = sections.map(s => [text(s.querySelector('h1,h2')), text(s.querySelector('p')), text(s)]);
    const groups = [...main.querySelectorAll('h1.group')];
    const home = [...main.childNodes];
    const field = document.getElementById('search');
    const count = document.getElementById('count');
    const navigation = document.querySelector('nav');
    function rank([title, first, all], typed, words) {
      const has = text => words.every(w => text.includes(w));
      const name = title.split(/[,:]/)[0].trim();
      return name === typed ? 0 : title.startsWith(typed) ? 1 : has(title) ? 2 : has(first) ? 3 : has(all) ? 4 : -1;
    }
    function search() {
      const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
      main.append(...home);
      const ranks = texts.map(t => words.length ? rank(t, words.join(' '), words) : 0);
      sections.forEach((s, i) => s.hidden = ranks[i] < 0);
      groups.forEach(g => g.hidden = words.length > 0);
      const found = sections.filter(s => !s.hidden);
      if (words.length) {
        const places = new Map(sections.map((s, i) => [s, ranks[i]]));
        main.prepend(...found.sort((a, b) => places.get(a) - places.get(b)));
        scrollTo(0, 0);
      }
      count.textContent = !words.length ? '' : found.length ? found.length + ' found' : 'nothing has all these words';
    }
    field.addEventListener('input', search);
    field.addEventListener('keydown', e => { if (e.key === 'Escape') { field.value = ''; search(); } });
    document.addEventListener('keydown', e => {
      if (e.key === '/' && document.activeElement !== field) { e.preventDefault(); field.focus(); }
    });
    // On a phone the keyboard would take half of the page.
    if (matchMedia('(min-width: 50.01rem)').matches && !location.hash) field.focus({ preventScroll: true });
    // A link leads to its section, which a search may have hidden.
    document.addEventListener('click', e => {
      const link = e.target.closest('a[href^="#"]');
      if (!link) return;
      navigation.classList.remove('open');
      if (field.value) { field.value = ''; search(); }
    });
    navigation.querySelector('button').addEventListener('click', () => navigation.classList.toggle('open'));
    """
}
