import LibC
import Platform
import TestSupport
import Testing
import Text

@testable import Presentation

/// Pages in a real browser: Debian's Chromium without a window, where it is there.
@Suite("Pictures in a browser")
struct BrowserTests {
  private static let isThere = OutsideProgram.output(of: "command -v chromium") != nil

  @Test(
    "The page's own policy lets its script run, which adds the tools and draws the axes again",
    .enabled(if: isThere, "Chromium is not on this machine"))
  func script() throws {
    var renderer = HTMLRenderer()
    renderer.isLive = true
    let path = "/tmp/tas-browser-\(getpid()).html"
    defer { unlink(path) }
    let page = renderer.render(Document([.heading("a page")]), picture: SamplePictures.all[0].picture)
    try DiskFiles().write(page, to: path)
    // Elements that the script writes are in the page only after it ran.
    let dump =
      "timeout 60 chromium --headless --no-sandbox --disable-gpu --virtual-time-budget=2000 --dump-dom file://\(path) 2>/dev/null"
    let found = try #require(
      OutsideProgram.output(of: "\(dump) | grep -o -e 'class=\"tools\"' -e 'aria-pressed=\"true\"' | sort | uniq -c"))
    #expect(found.contains("1 class=\"tools\"") && found.contains("1 aria-pressed=\"true\""), "\(found)")
  }
}
