import Indicators
import Presentation
import Shell
import StandardIndicators
import Statements

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
      <input id="search" type="search" placeholder="search: moving average" aria-label="search" autofocus>
      <p id="count" class="note"></p>
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
    return "<section id=\"\(anchor(topic))\">\n\(HTMLRenderer().fragment(document))</section>\n"
  }

  private static func anchor(_ topic: String) -> String { HTMLRenderer.escaped(topic.replacing(" ", with: "-")) }

  private static let style = """
    body { display: flex; gap: 2rem; align-items: flex-start; max-width: none; }
    nav { position: sticky; top: 0; width: 16rem; flex: none; max-height: 100vh; overflow: auto; padding: 1rem 0; }
    nav input { width: 100%; box-sizing: border-box; padding: .4rem; font: inherit; }
    nav details a { margin-right: .4rem; }
    section h1 { font-size: 1.2rem; }
    @media (max-width: 50rem) { body { display: block; } nav { position: static; width: auto; max-height: none; } }
    """

  /// Sections that have every word stay; those that have them in their title come first.
  private static let script = """
    const main = document.querySelector('main');
    const sections = [...main.querySelectorAll('section')];
    const texts = sections.map(s => [s.querySelector('h1,h2')?.textContent.toLowerCase() ?? '', s.textContent.toLowerCase()]);
    const groups = [...main.querySelectorAll('h1.group')];
    const home = [...main.childNodes];
    const field = document.getElementById('search');
    field.addEventListener('input', () => {
      const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
      main.append(...home);
      const has = (text) => words.every(w => text.includes(w));
      const found = sections.filter((s, i) => !(s.hidden = !has(texts[i].join(' '))));
      groups.forEach(g => g.hidden = words.length > 0);
      if (words.length) main.prepend(...found.filter(s => has(texts[sections.indexOf(s)][0])));
      document.getElementById('count').textContent = words.length ? found.length + ' found' : '';
    });
    """
}
