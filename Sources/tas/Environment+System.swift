import Calendar
import Columns
import LibC
import LineEditing
import Platform
import Work

extension Environment {
  /// The environment that the system gives: its day, folders, terminal, processors, Ctrl-C.
  ///
  /// With `isSafe` no file can be written.
  ///
  /// - Parameters:
  ///   - pictures: the pictures of this terminal.
  ///   - isCancelled: whether the current statement is to stop.
  ///   - report: takes note of the progress of long work, from any thread.
  ///   - tell: takes note of the reason for a wait, from any thread.
  static func system(
    isSafe: Bool, folder: WorkingFolder, pictures: TerminalPictures,
    isCancelled: @escaping @Sendable () -> Bool = { Interrupts.isPending || Console.isOutputGone },
    report: @escaping @Sendable (_ done: Int, _ total: Int) -> Void,
    tell: @escaping @Sendable (_ text: String) -> Void = { _ in }
  ) -> Environment {
    let isOutputTerminal = isTerminal(1)
    let watch = MemoryWatch()
    let files = DiskFiles(workingFolder: folder, isCancelled: { isCancelled() || watch.isExceeded })
    var environment = Environment(
      today: currentDay(), now: { timestamp() }, stateDirectory: stateFolder,
      files: isSafe ? ReadOnlyFiles(files) : files,
      terminalColumns: { isOutputTerminal ? TerminalSize.current().columns : nil },
      memoryWatch: watch,
      monitor: WorkMonitor(
        isCancelled: { isCancelled() || watch.isExceeded },
        report: report, tell: tell),
      workers: max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))),
      transport: transport(isSafe: isSafe),
      programs: isSafe ? ClosedPrograms("`--safe` runs no other programs") : MachinePrograms(), clock: machineClock,
      keyring: keyring(isSafe: isSafe), dataDirectory: isSafe ? nil : Self.folder("XDG_DATA_HOME", ".local/share"),
      configDirectory: Self.folder("XDG_CONFIG_HOME", ".config"))
    environment.utcOffset = { seconds in
      var (time, parts) = (time_t(seconds), tm())
      localtime_r(&time, &parts)
      return parts.tm_gmtoff
    }
    environment.sockets = sockets(isSafe: isSafe)
    environment.workforce = .processes(results: environment.dataDirectory.map { "\($0)/jobs" })
    if isSafe { environment.workforce.closed = "`--safe` starts no engine" }
    if isSafe { environment.readOnlyData = Self.folder("XDG_DATA_HOME", ".local/share") }
    if !isSafe {
      environment.rasterizer = .librsvg
      environment.pagePrinter = .browser
      environment.pictureTerminal = { isTerminal(1) ? pictures.answer : .refuses("results do not go to a terminal") }
    } else {
      environment.pictureTerminal = { .refuses("`--safe` runs no other programs") }
    }
    return environment
  }

  /// The start-up file of the prompt; nil if there is no home to contain it.
  static var startupFile: String? {
    if let folder = Console.variable("XDG_CONFIG_HOME"), folder.hasPrefix("/") { return folder + "/tas/rc.tas" }
    return home.map { $0 + "/.config/tas/rc.tas" }
  }

  private static var stateFolder: String {
    if let folder = Console.variable("XDG_STATE_HOME"), folder.hasPrefix("/") { return folder + "/tas" }
    if let home { return home + "/.local/state/tas" }
    return "/tmp/tas-\(getuid())"
  }

  /// The home folder; that of the user if `HOME` is not set, or not an absolute path.
  ///
  /// Never the working folder, in which anybody may have put a start-up file.
  static var home: String? {
    if let home = Console.variable("HOME"), home.hasPrefix("/") { return home }
    guard let entry = getpwuid(getuid()), let folder = entry.pointee.pw_dir else { return nil }
    let home = String(cString: folder)
    return home.hasPrefix("/") ? home : nil
  }

  private static func currentDay() -> CivilDate {
    var now = time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    return CivilDate(year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
      ?? CivilDate(daysSince1970: 0)
  }

  private static func timestamp() -> String { Zone.utc.iso8601(Timestamp(seconds: Int64(time(nil)))) }
}
