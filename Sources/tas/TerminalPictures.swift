import LibC
import LineEditing
import Platform
import Presentation
import Synchronization

/// Pictures on this terminal: whether it shows them and in which way, and the sequence of one.
///
/// The variables that terminals set identify most of them; others are queried once, with a fifth of a second to answer.
/// Keys typed meanwhile belong to the next line.
final class TerminalPictures: Sendable {
  private struct State {
    var answer: PictureTerminal.Answer?
    /// The keys that were read with an answer of the terminal.
    var keys: [UInt8] = []
  }

  /// The wait for the answer of the terminal, in milliseconds.
  private static let patience: Int32 = 200

  private let state = Mutex(State())

  /// Whether pictures can be drawn; the terminal is asked at most once.
  var answer: PictureTerminal.Answer {
    state.withLock { state in
      if let known = state.answer { return known }
      let answer = Self.answer(keeping: &state.keys)
      state.answer = answer
      return answer
    }
  }

  /// The keys that were typed while the terminal was asked, which are then forgotten.
  func takeKeys() -> [UInt8] {
    state.withLock { state in
      defer { state.keys = [] }
      return state.keys
    }
  }

  private static func answer(keeping keys: inout [UInt8]) -> PictureTerminal.Answer {
    guard let way = stated ?? asked(keeping: &keys) else {
      return .refuses("the terminal supports neither kitty's pictures nor those of iTerm2 nor Sixel")
    }
    guard Rasterizer.hasPixels else {
      return .refuses("`rsvg-convert` makes them but is not installed; `apt-get install librsvg2-bin` has it")
    }
    if way == .sixel, !Rasterizer.hasSixel {
      return .refuses(
        "`img2sixel` makes them here but is not installed; `apt-get install libsixel-bin` has it")
    }
    return .shows(way)
  }

  /// The protocol named by the variables of the environment; nil if they name none.
  private static var stated: PictureTerminal? {
    way(of: { Console.variable($0) })
  }

  /// The way that some variables name.
  ///
  /// Inside tmux and screen they speak of the terminal outside, which these do not let pictures through to.
  static func way(of variable: (String) -> String?) -> PictureTerminal? {
    if variable("TMUX") != nil || variable("STY") != nil { return nil }
    let (term, program) = (variable("TERM") ?? "", variable("TERM_PROGRAM") ?? "")
    if variable("KITTY_WINDOW_ID") != nil || term.contains("kitty") || term.contains("ghostty") || program == "ghostty"
    {
      return .kitty
    }
    if program == "iTerm.app" || program == "WezTerm" || variable("LC_TERMINAL") == "iTerm2" { return .iTerm2 }
    return nil
  }

  /// The protocol that the terminal reports: by kitty's own query, and by the fourth of the attributes that every
  /// terminal reports, which ends its answer.
  private static func asked(keeping keys: inout [UInt8]) -> PictureTerminal? {
    guard let answer = reply(to: question { Console.variable($0) }, keeping: &keys) else { return nil }
    return way(in: answer)
  }

  /// The question; tmux and screen would take kitty's for the title of their pane.
  static func question(_ variable: (String) -> String?) -> String {
    let attributes = "\u{1B}[c"
    let isInside =
      variable("TMUX") != nil || variable("STY") != nil || variable("TERM")?.hasPrefix("tmux") == true
      || variable("TERM")?.hasPrefix("screen") == true
    return isInside
      ? attributes : "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\(attributes)"
  }

  /// The way in an answer of a terminal.
  static func way(in answer: String) -> PictureTerminal? {
    if answer.contains("_Gi=31;OK") { return .kitty }
    guard let start = answer.firstRange(of: "\u{1B}[?"), let end = answer[start.upperBound...].firstIndex(of: "c")
    else {
      return nil
    }
    return answer[start.upperBound..<end].split(separator: ";").contains("4") ? .sixel : nil
  }

  /// The answer of the terminal, up to the `c` of its attributes; nil if none comes in time.
  private static func reply(to question: String, keeping keys: inout [UInt8]) -> String? {
    guard isatty(0) == 1, Console.variable("TERM") != "dumb", Console.variable("TERM") != "linux" else { return nil }
    let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var usual = termios()
    guard tcgetattr(descriptor, &usual) == 0 else { return nil }
    var raw = usual
    raw.c_lflag &= ~tcflag_t(ECHO | ICANON)
    guard tcsetattr(descriptor, TCSADRAIN, &raw) == 0 else { return nil }
    defer { tcsetattr(descriptor, TCSADRAIN, &usual) }
    var text = question
    let isAsked = text.withUTF8 { LibC.write(descriptor, $0.baseAddress, $0.count) == $0.count }
    guard isAsked else { return nil }
    var answer: [UInt8] = []
    var waited: Int32 = 0
    while waited < patience, answer.count < 512 {
      var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&wait, 1, 10) > 0 else {
        waited += 10
        continue
      }
      var byte: UInt8 = 0
      guard LibC.read(descriptor, &byte, 1) == 1 else { break }
      answer.append(byte)
      if byte == UInt8(ascii: "c"), String(decoding: answer, as: UTF8.self).contains("\u{1B}[?") { break }
    }
    keys += self.keys(in: answer)
    return answer.isEmpty ? nil : String(decoding: answer, as: UTF8.self)
  }

  /// The keys among the bytes of an answer: typed while it was awaited, they belong to the next line.
  static func keys(in answer: [UInt8]) -> [UInt8] {
    var keys: [UInt8] = []
    var rest = answer[...]
    while let first = rest.first {
      let end: Int?
      if rest.starts(with: [0x1B, UInt8(ascii: "_")]) {
        end = rest.indices.dropFirst(2).first { rest[$0] == UInt8(ascii: "\\") && rest[$0 - 1] == 0x1B }
      } else if rest.starts(with: [0x1B, UInt8(ascii: "["), UInt8(ascii: "?")]) {
        end = rest.indices.dropFirst(3).first { rest[$0] == UInt8(ascii: "c") }
      } else {
        end = nil
      }
      if let end {
        rest = rest[(end + 1)...]
      } else {
        keys.append(first)
        rest = rest.dropFirst()
      }
    }
    return keys
  }

  /// The sequence that shows a picture; nil if the terminal shows none, or a program failed.
  func sequence(of picture: Picture, isLight: Bool, columns: Int, _ rasterizer: Rasterizer) -> String? {
    guard case .shows(let way) = answer else { return nil }
    guard case .image(let png) = rasterizer.png(SVGRenderer(isLight: isLight).render(picture)) else { return nil }
    guard let room = PictureRoom(columns: columns).place(ofPNG: png) else { return nil }
    let sixel = way == .sixel ? rasterizer.sixel(png, room.width) : nil
    return way.sequence(png: png, columns: room.columns, rows: room.rows, sixel: sixel)
  }
}
