import LibC
import Platform
import TestSupport
import Testing

@Suite("Pictures in a terminal")
struct TerminalPictureTests {
  private static let hasPixels = Rasterizer.hasPixels

  @Test("A terminal that shows no pictures says so, and `auto` draws text in it")
  func refused() throws {
    let place = try Place()
    let terminal = try place.prompt()
    #expect(terminal.enter("set chart picture"))
    #expect(terminal.waits(for: "pictures cannot be drawn here"), "\(terminal.screen.text)")
    #expect(terminal.enter("set chart auto"))
    #expect(terminal.enter("load sample SPY"))
    #expect(terminal.enter("plot close last 30"))
    #expect(terminal.waits(for: "━ close"), "\(terminal.screen.text)")
  }

  @Test("In kitty a chart is a picture between the heading and the prompt", .enabled(if: hasPixels, "no rsvg-convert"))
  func kitty() throws {
    let place = try Place()
    let terminal = try place.prompt(environment: ["KITTY_WINDOW_ID": "1"])
    #expect(terminal.enter("load sample SPY"))
    #expect(terminal.enter("set chart picture"))
    #expect(terminal.waits(for: "chart = picture"), "\(terminal.screen.text)")
    #expect(terminal.enter("plot close last 30"))
    let start = "\u{1B}_Ga=T,f=100,q=2,c=80,r="
    #expect(terminal.waits { _ in String(decoding: terminal.output, as: UTF8.self).contains(start) })
    terminal.settle()
    let output = String(decoding: terminal.output, as: UTF8.self)
    #expect(!output.contains("━ close"))
  }

  @Test("tmux would take kitty's question for a title, and is asked the other one")
  func inside() throws {
    for (name, value) in [("TMUX", "/tmp/tmux-0/default,1,0"), ("TERM", "screen-256color")] {
      let terminal = try Place().prompt(environment: [name: value])
      #expect(terminal.enter("set chart picture"))
      #expect(terminal.waits(for: "pictures cannot be drawn here"), "\(terminal.screen.text)")
      let output = String(decoding: terminal.output, as: UTF8.self)
      #expect(!output.contains("\u{1B}_G") && output.contains("\u{1B}[c"), "\(name)")
    }
  }

  @Test("Keys that are typed while the terminal is asked are on the next line")
  func keysAhead() throws {
    let terminal = try Place().prompt()
    #expect(terminal.waitsForPrompt())
    terminal.send("set chart picture\r")
    #expect(terminal.waits { _ in String(decoding: terminal.output, as: UTF8.self).contains("\u{1B}[c") })
    terminal.send("print 6 * 7\r")
    #expect(terminal.waits(for: "42"), "\(terminal.screen.text)")
  }

  @Test("Bytes as text of 64 signs, by the examples of RFC 4648")
  func base64() {
    for (text, coded) in [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
      ("foobar", "Zm9vYmFy"),
    ] { #expect(Base64.text(of: Array(text.utf8)) == coded) }
  }

  @Test("Each protocol has its own sequence, and kitty's comes in pieces of 4,096 signs")
  func sequences() throws {
    let png = [UInt8](repeating: 0xFF, count: 4000)
    let kitty = try #require(PictureTerminal.kitty.sequence(png: png, columns: 60, rows: 20))
    let pieces = kitty.split(separator: "\u{1B}\\").filter { $0.contains(";") }
    #expect(pieces.count == 2)
    #expect(pieces[0].hasPrefix("\u{1B}_Ga=T,f=100,q=2,c=60,r=20,m=1;") && pieces[1].hasPrefix("\u{1B}_Gm=0;"))
    #expect(pieces.allSatisfy { $0.utf8.count < 4096 + 60 })
    let other = try #require(PictureTerminal.iTerm2.sequence(png: [1, 2, 3], columns: 60, rows: 20))
    #expect(other == "\u{1B}]1337;File=inline=1;size=3;width=60;preserveAspectRatio=1:AQID\u{07}\n")
    #expect(PictureTerminal.sixel.sequence(png: png, columns: 60, rows: 20) == nil)
    let sixel = PictureTerminal.sixel.sequence(png: png, columns: 60, rows: 20, sixel: "\u{1B}Pq\u{1B}\\")
    #expect(sixel == "\u{1B}Pq\u{1B}\\\n")
  }
}
