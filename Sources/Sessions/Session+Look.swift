import Presentation
import Strategies

extension Session {
  /// The look of results that `set` chose.
  public var look: Look {
    let settings = settings.look
    var look = Look()
    look.format = settings.format.flatMap { OutputFormat.named($0) }
    look.digits = settings.digits
    look.groupsThousands = settings.groupsThousands
    look.missing = settings.missing
    look.color = settings.color
    look.isLight = settings.theme.map { $0 == "light" }
    look.wideTables = WideTables(rawValue: settings.wideTables) ?? .auto
    look.chartWidth = settings.chartWidth
    look.drawsPictures = settings.charts == "picture" || settings.charts == "auto"
    return look
  }

  /// True if a chart is drawn again at each close of a live series.
  public var drawsLive: Bool { settings.look.charts == "live" }

  /// The background that the colours suit, `dark` or `light`; nil if the terminal is asked.
  public var theme: String? { settings.look.theme }

  /// True if the prompt shows how long each entry took.
  public var showsTime: Bool { settings.look.showsTime }
  /// True if output longer than the screen goes to a pager.
  public var pages: Bool { settings.look.pages }

  /// The prompt's words: those that `set prompt` chose, or `tas` and the series in use.
  public var promptText: String {
    guard let text = settings.look.prompt else { return "tas" + (activeDescription.map { " \($0)" } ?? "") + "> " }
    return text.replacing("{series}", with: activeDescription ?? "")
  }

  /// Takes over how results look to its reader, as far as this session says nothing else.
  package mutating func keepLook(of other: Session) {
    // The program that has the keys is the user's, not the session's.
    if settings.keyCommand == nil, other.settings.keyCommand != nil {
      settings.keyCommand = other.settings.keyCommand
      settings.changed.insert(Settings.keyCommandName)
    }
    for setting in Settings.definitions where setting.group == .look {
      guard other.settings.changed.contains(setting.name), !settings.changed.contains(setting.name) else { continue }
      if setting.write(&settings, .word(setting.read(other.settings)))
        || setting.write(&settings, .number(Double(setting.read(other.settings)) ?? .nan, isRate: false))
      {
        settings.changed.insert(setting.name)
      }
    }
  }
}
