import LibC

/// The program of the machine that prints a page of HTML.
public struct PagePrinter: Sendable {
  /// The PDF of a page.
  public var pdf: @Sendable (_ html: String) -> Rasterizer.Answer

  /// Makes a printer.
  public init(pdf: @escaping @Sendable (_ html: String) -> Rasterizer.Answer) { self.pdf = pdf }

  /// The printer of a machine without a browser.
  public static let absent = PagePrinter { _ in .absent }

  /// The names under which browsers that print without a window are found.
  private static let names = [
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
  ]

  /// A browser of the machine, of the Chromium family, without a window and with a profile of its own.
  public static let browser = PagePrinter { html in
    let there = names.first { name in
      OutsideProgram.run("command -v \(quoted(name)) >/dev/null 2>&1", input: "") == 0
    }
    guard let there else { return .absent }
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    guard let folder = FileWriting.makeTemporaryFolder(in: parent) else { return .failed }
    defer { FileWriting.removeTree(folder) }
    let (page, paper) = ("\(folder)/page.html", "\(folder)/page.pdf")
    do { try DiskFiles().write(html, to: page) } catch { return .failed }
    // A browser of the super-user refuses to run with its sandbox; the page has no script that reaches outside.
    let sandbox = getuid() == 0 ? "--no-sandbox" : ""
    let line =
      "\(quoted(there)) --headless --disable-gpu \(sandbox) --no-first-run --user-data-dir=\(quoted(folder + "/profile")) "
      + "--no-pdf-header-footer --print-to-pdf=\(quoted(paper)) \(quoted("file://" + page)) >/dev/null 2>&1"
    guard OutsideProgram.run(line, input: "") == 0, let bytes = try? DiskFiles().read(paper), !bytes.isEmpty else {
      return .failed
    }
    return .image(bytes)
  }

  /// A word that the system's shell reads as it is.
  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
