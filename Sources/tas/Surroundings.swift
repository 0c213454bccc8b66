import Calendar
import Columns
import LibC
import LineEditing
import Shell
import Synchronization
import Work

/// The system as the program sees it: the day, the folders, the processors, Ctrl-C.
enum Surroundings {
  /// The environment of a session.
  static func environment(console: Console) -> Environment {
    Environment(
      today: today(), now: { timestamp() }, newIdentifier: { identifier() }, stateDirectory: stateDirectory,
      monitor: monitor(console: console), workers: max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))))
  }

  /// The folder of the history and the autosaved session.
  static var stateDirectory: String {
    if let folder = Console.variable("XDG_STATE_HOME"), folder.hasPrefix("/") { return folder + "/tas" }
    return (Console.variable("HOME") ?? ".") + "/.local/state/tas"
  }

  /// The start-up file of the prompt.
  static var startupFile: String {
    if let folder = Console.variable("XDG_CONFIG_HOME"), folder.hasPrefix("/") { return folder + "/tas/rc.tas" }
    return (Console.variable("HOME") ?? ".") + "/.config/tas/rc.tas"
  }

  private static func today() -> CivilDate {
    var now = time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    return CivilDate(year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
      ?? CivilDate(daysSince1970: 0)
  }

  private static func timestamp() -> String { Zone.utc.iso8601(Timestamp(seconds: Int64(time(nil)))) }

  /// A random UUID, version 4 of RFC 9562.
  private static func identifier() -> String {
    var random = SystemRandomNumberGenerator()
    var bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    let groups = [0..<4, 4..<6, 6..<8, 8..<10, 10..<16]
    return groups.map { digits[$0].joined() }.joined(separator: "-")
  }

  /// Work stops on Ctrl-C; its progress is drawn on a terminal only.
  private static func monitor(console: Console) -> WorkMonitor {
    guard let progress = console.progress else { return WorkMonitor(isCancelled: { Interrupts.isPending }) }
    return WorkMonitor(
      isCancelled: { Interrupts.isPending }, report: { progress.report(done: $0, total: $1) })
  }
}
