import Accounts
import Bookkeeping
import Calendar
import JSON
import Language
import MarketData
import Platform
import Presentation
import Reports
import Sessions
import Sourcing
import Streams
import Text

/// The forms of `notices`.
private enum NoticesForm: String {
  case list = ""
  case unread, read, delete, ways
}

extension Command {
  package static let notices = Command(
    CommandSyntax(
      "notices",
      forms: [
        CommandSyntax.Form(NoticesForm.list, [], clauses: .list(NoticeReport.fields.names())),
        CommandSyntax.Form(NoticesForm.unread, [.keyword("unread")], clauses: .list(NoticeReport.fields.names())),
        CommandSyntax.Form(NoticesForm.read, [.keyword("read"), .required(.chosenNotices)]),
        CommandSyntax.Form(NoticesForm.delete, [.keyword("delete"), .required(.chosenNotices)]),
        CommandSyntax.Form(NoticesForm.ways, [.keyword("ways")]),
      ]),
    category: .accounts, summary: "Lists messages about what happened between statements, the newest first.",
    discussion: """
      A notice is of a topic: \(Wording.list(Notice.Topic.allCases.map(\.rawValue))); its kind is report, botEvent or \
      system. `notices read all` and `notices delete n-41` mark and delete, `notice n-41` shows one with its values, `notice n-41 to \"n.json\"` writes it.

      `set notify TOPIC WAY, …` sends a topic or a kind another way than to the terminal: `command` gives it as JSON to the \
      program of `set notify_command "notify-send tas"`, on its standard input and without a shell; `webhook` posts it to the \
      address of `set notify_webhook`; `file` adds a line to that of `set notify_file`; `silent` keeps it here alone, `off` \
      not even here. What has not arrived is tried again, also in a later run of the program.

      In the hours of `set quiet_hours 22:00-07:00` notices wait and come as one afterwards; those of `set quiet_except \
      stop, guard` do not wait. `heartbeat` sends recaps. `notices ways` shows all of this.
      """,
    examples: ["notices", "notices unread where kind == \"system\" last 20", "notices read all", "notices ways"]
  ) { execution, call throws(Diagnostic) in
    try execution.notices(call)
  }

  package static let notice = Command(
    CommandSyntax("notice", forms: [CommandSyntax.Form("", [.optional(role: .noticeName)])]),
    category: .accounts, summary: "Shows a notice with its values; without a name the newest.",
    examples: ["notice", "notice to \"n.json\""]
  ) { execution, call throws(Diagnostic) in
    let all = try execution.allNotices(at: call.commandSpan)
    guard let word = call[.noticeName] else {
      guard let newest = all.first else { return Done(action: "notice", message: "there is none") }
      return NoticeReport(newest)
    }
    let number = try execution.noticeNumber(word)
    guard let notice = all.first(where: { $0.number == number }) else {
      throw Diagnostic(.unknownName, "there is no notice n-\(number)", at: word.span, hints: ["`notices` lists them"])
    }
    return NoticeReport(notice)
  }

  package static let heartbeat = Command(
    CommandSyntax(
      "heartbeat",
      forms: [
        CommandSyntax.Form("", [.optional(role: .beats)], clauses: [.clause("zone", .beatZone)])
      ], hasResult: false),
    category: .accounts, summary: "Sends a recap of the accounts at times of the day: balance and P&L.",
    discussion: """
      The times are of America/Chicago, or of `zone`. Of several that passed while no program ran, the last one is sent. \
      `heartbeat off` ends them.
      """,
    examples: ["heartbeat 02:00, 08:00, 14:00, 20:00 zone \"America/Chicago\"", "heartbeat off"]
  ) { execution, call throws(Diagnostic) in
    try execution.heartbeat(call)
  }
}

extension Role<[Word]> {
  fileprivate static var chosenNotices: Self { .words("notices", .any, "all", "n-1, …") }
}

extension OptionalRole<[Word]> {
  fileprivate static var beats: Self { Self(.words("times", .any, "HH:MM, …", "off")) }
}

extension OptionalRole<Word> {
  fileprivate static var noticeName: Self { Self(.word("notice", .any, "n-1")) }
  fileprivate static var beatZone: Self { Self(.word("zone", .timezone, "\"ZONE\"")) }
}

extension Execution {
  fileprivate func allNotices(at span: SourceSpan) throws(Diagnostic) -> [Notice] {
    do throws(BookError) { return try state.book.notices(environment) } catch { throw diagnostic(error, at: span) }
  }

  fileprivate mutating func noticeNumber(_ word: Word) throws(Diagnostic) -> Int {
    let text = try text(word)
    guard let number = Int(text.hasPrefix("n-") ? text.dropFirst(2) : text[...]), number > 0 else {
      throw Diagnostic(.unknownName, "`\(text)` is not a notice", at: word.span, hints: ["`notice n-1`"])
    }
    return number
  }

  fileprivate mutating func notices(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let form = try call.form(of: NoticesForm.self)
    let ways = noticeWays
    switch form {
    case .ways: return noticeTable(ways)
    case .read, .delete:
      let words = try call[.chosenNotices]
      var numbers: [Int]? = []
      for word in words {
        if try text(word) == "all" { numbers = nil } else { numbers?.append(try noticeNumber(word)) }
      }
      do throws(BookError) {
        if form == .read {
          try state.book.mark(numbers, isRead: true, environment)
        } else {
          try state.book.delete(numbers, environment)
        }
      } catch { throw diagnostic(error, at: call.commandSpan) }
      let what = numbers.map { NumberText.counted($0.count, "notice") } ?? "all notices"
      return Done(action: "notices", message: StyledText("\(form == .read ? "read" : "deleted"): \(what)"))
    case .list, .unread:
      let all = try allNotices(at: call.commandSpan).filter { form == .list || !$0.isRead }
      let frame = ItemFrame(
        one: "a notice", many: "notices", all, NoticeReport.fields,
        placement: .moments { Timestamp(milliseconds: all[$0].time) })
      let listing = try listing(of: frame, ListClauses(call), rows: .first(20))
      return TableResult(
        table: frame.table(listing), notes: all.isEmpty ? ["there is none"] : listing.notes, details: listing.details)
    }
  }

  /// The ways of the topics, with the quiet hours and the recaps.
  private func noticeTable(_ ways: NoticeWays) -> TableResult {
    let rows = Notice.Topic.allCases.map { topic -> [Cell] in
      let isLoud = ways.loud.contains(topic.rawValue) || ways.loud.contains(topic.kind)
      return [
        .text(StyledText(topic.rawValue, .name)), .text(topic.kind), .text(ways.way(of: topic).rawValue),
        .text(ways.quiet == nil ? "" : isLoud ? "comes" : "waits"),
      ]
    }
    var notes: [String] = []
    if let quiet = ways.quiet { notes.append("quiet \(quiet.text) \(quiet.zone.identifier)") }
    if let (minutes, zone) = ways.heartbeat, !minutes.isEmpty {
      notes.append("heartbeat \(minutes.map { DayTime.text($0) }.joined(separator: ", ")) \(zone.identifier)")
    }
    if !ways.command.isEmpty { notes.append("command: \(ways.command.joined(separator: " "))") }
    if let address = ways.webhook { notes.append("webhook: \(environment.addresses.hiding(address))") }
    if let file = ways.file { notes.append("file: \(file)") }
    return TableResult(
      table: Table(
        columns: [.text("topic", .name), .text("kind"), .text("way"), .text("quiet hours", key: "quiet")], rows: rows),
      notes: notes)
  }

  fileprivate mutating func heartbeat(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    var ways = noticeWays
    if let words = call[.beats] {
      let texts = try words.map { word throws(Diagnostic) in (try text(word), word.span) }
      if texts.map(\.0) == ["off"] {
        ways.heartbeat = nil
      } else {
        var minutes: [Int] = []
        for (text, span) in texts {
          guard let minute = DayTime.minutes(text) else {
            throw Diagnostic(
              .wrongKind, "`\(text)` is not a time of day", at: span, hints: ["`heartbeat 08:00, 20:00`"])
          }
          minutes.append(minute)
        }
        let zone = try zone(call[.beatZone]) ?? (try? ZoneDatabase.zone(named: "America/Chicago")) ?? .utc
        ways.heartbeat = (Array(Set(minutes)).sorted(), zone)
      }
      try set(ways, at: call.commandSpan)
    }
    guard let (minutes, zone) = ways.heartbeat else {
      return Done(action: "heartbeat", message: StyledText("heartbeat off"), details: [("times", .strings([]))])
    }
    let texts = minutes.map { DayTime.text($0) }
    return Done(
      action: "heartbeat", message: StyledText("heartbeat \(texts.joined(separator: ", ")) \(zone.identifier)"),
      details: [("times", .strings(texts)), ("zone", .string(zone.identifier))])
  }

  private mutating func zone(_ word: Word?) throws(Diagnostic) -> Zone? {
    guard let word else { return nil }
    let name = try text(word)
    guard let zone = try? ZoneDatabase.zone(named: name) else {
      throw Diagnostic(.unknownName, "there is no time zone `\(name)`", at: word.span, hints: ["`\"America/Chicago\"`"])
    }
    return zone
  }

  /// Changes the ways of notices, here and in the book.
  private mutating func set(_ ways: NoticeWays, at span: SourceSpan) throws(Diagnostic) {
    do throws(BookError) { try state.book.set(ways, environment) } catch { throw diagnostic(error, at: span) }
    state.noticeWays = ways
  }

  /// The recap of all accounts at a time: balance and P&L.
  mutating func recap(at time: Int64) -> Notice {
    var lines: [String] = []
    var payload: [(String, JSONValue)] = []
    let nowhere = SourceSpan(SourceID(0), 0, 0)
    let books = try? books(at: nowhere)
    for account in books?.accounts ?? [] {
      let day = account.zone.civilTime(at: Timestamp(milliseconds: time)).date
      guard let books, let state = books.state(account.name),
        let curve = try? curve(books, state, through: day, at: nowhere), let last = curve.days.last
      else { continue }
      let before = curve.days.dropLast().last?.equity ?? curve.before
      let gain = last.equity - before - last.flows
      lines.append(
        "\(account.name) \(last.equity.rounded(decimals: 2)) \(account.currency), today \(gain.signed)")
      payload.append(
        (account.name, ["balance": .number(last.equity.double), "pnl": .number(gain.double)]))
    }
    return Notice(
      .heartbeat, key: "heartbeat \(time)", "recap", lines.isEmpty ? "no account" : lines.joined(separator: "; "),
      at: time, origin: .push, payload: .object(payload))
  }

  // MARK: Settings

  /// Takes `set notify …` and its relatives, which are kept in the book and not in the session.
  package mutating func setNotices(_ name: String, _ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    var ways = noticeWays
    var shown = ""
    switch name {
    case "notify":
      for setting in try call[.noticeWays] {
        let topics = Notice.Topic.allCases.map(\.rawValue) + ["report", "botEvent", "system"]
        guard topics.contains(setting.name) else {
          throw Diagnostic(
            .unknownSetting, "there is no topic `\(setting.name)`", at: setting.nameSpan,
            hints: [Spelling.hint(for: setting.name, in: topics) ?? topics.joined(separator: ", ")])
        }
        guard case .word(let word) = setting.value, let way = NoticeWays.Way(rawValue: try text(word)) else {
          throw Diagnostic(
            .wrongKind, "`\(sources.text(of: setting.valueSpan))` is not a way", at: setting.valueSpan,
            hints: [NoticeWays.Way.allCases.map(\.rawValue).joined(separator: ", ")])
        }
        ways.ways[setting.name] = way
        shown += (shown.isEmpty ? "" : ", ") + "\(setting.name) \(way.rawValue)"
      }
    case "quiet_hours":
      let word = try call[.noticeWord]
      let parts = try text(word).split(separator: "-").map { DayTime.minutes($0) }
      if try text(word) == "none" {
        ways.quiet = nil
      } else {
        guard parts.count == 2, let start = parts[0], let end = parts[1], start != end else {
          throw Diagnostic(
            .wrongKind, "quiet hours are from a time of day until another", at: word.span,
            hints: ["`set quiet_hours 22:00-07:00`"])
        }
        let local = Zone(fixedOffset: environment.utcOffset(environment.clock.now() / 1000))
        ways.quiet = QuietHours(from: start, until: end, in: try zone(call[.beatZone]) ?? local)
      }
      shown = ways.quiet?.text ?? "none"
    case "quiet_except":
      ways.loud = []
      for word in try call[.noticeWords] {
        let text = try text(word)
        if text != "none" { ways.loud.insert(text) }
      }
      shown = ways.loud.sorted().joined(separator: ", ")
    default:
      let word = try call[.noticeWord]
      let value = try text(word)
      let isNone = value == "none"
      switch name {
      case "notify_command": ways.command = isNone ? [] : value.split(separator: " ").map(String.init)
      case "notify_file": ways.file = isNone ? nil : value
      default:
        guard isNone || WebAddress(value)?.isPrivate == true else {
          throw Diagnostic(
            .wrongKind, "the address of a webhook begins with https", at: word.span,
            hints: ["`set notify_webhook \"https://example.com/hook\"`"])
        }
        ways.webhook = isNone ? nil : value
      }
      shown = name == "notify_webhook" ? environment.addresses.hiding(value) : value
    }
    try set(ways, at: call.commandSpan)
    return Done(action: "set", message: StyledText("\(name) = \(shown)"), details: [(name, .string(shown))])
  }

  /// The forms of `set` for notices.
  package static var noticeSettings: [CommandSyntax.Form] {
    [
      CommandSyntax.Form("notify", [.keyword("notify"), .required(.noticeWays)]),
      CommandSyntax.Form(
        "quiet_hours", [.keyword("quiet_hours"), .required(.noticeWord)], clauses: [.clause("zone", .beatZone)]),
      CommandSyntax.Form("quiet_except", [.keyword("quiet_except"), .required(.noticeWords)]),
    ]
      + ["notify_command", "notify_webhook", "notify_file"].map {
        CommandSyntax.Form($0, [.keyword($0), .required(.noticeWord)])
      }
  }
}

extension Role<[Setting]> {
  fileprivate static var noticeWays: Self { .settings("ways", "TOPIC WAY, …") }
}

extension Role<Word> {
  fileprivate static var noticeWord: Self { .word("value", .any, "VALUE") }
}

extension Role<[Word]> {
  fileprivate static var noticeWords: Self { .words("topics", .any, "TOPIC, …") }
}
