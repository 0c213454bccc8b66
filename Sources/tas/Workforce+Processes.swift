import LibC
import MarketData
import Platform

extension Workforce {
  /// Workers that are processes of this machine, or that a driver starts elsewhere.
  static func processes(results: String?) -> Workforce {
    Workforce(build: { Self.buildOfProgram }, results: results) { order throws(ProgramFailure) in
      let program = Self.program
      var starts = (0..<order.workers).map { [program, "--worker", order.folder, "\($0)"] }
      if let driver = order.driver {
        starts = [
          [driver.python, "-c", driver.source] + driver.arguments + [order.folder, "\(order.workers)", program]
        ]
      }
      var started: [pid_t] = []
      for words in starts {
        // Ctrl-C of the terminal is not theirs: they outlive the statement.
        var child = ChildProcess(path(of: words[0]) ?? words[0], Array(words.dropFirst()))
        child.detach()
        child.open("/dev/null", O_RDONLY, as: 0)
        child.open("/dev/null", O_WRONLY, as: 1)
        child.open("\(order.folder)/errors.txt", O_WRONLY | O_CREAT | O_APPEND, as: 2)
        do throws(ChildProcess.Failure) { started.append(try child.start()) } catch {
          guard !started.isEmpty else { throw .failed(error.description) }
        }
      }
      let processes = started
      return {
        // A process that has ended is asked about, so that it is gone.
        processes.count { process in
          var status: Int32 = 0
          return waitpid(process, &status, WNOHANG) == 0
        } > 0
      }
    }
  }

  /// The path of this program.
  static var program: String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0 else { return path(of: CommandLine.arguments[0]) ?? CommandLine.arguments[0] }
    return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The path of a program that is looked for as the system's shell does; nil if there is none.
  private static func path(of name: String) -> String? {
    if name.contains("/") { return name }
    let folders = (getenv("PATH").map { String(cString: $0) } ?? "").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  /// The version with what the linker wrote into the program to tell builds apart, else with the hash of its file.
  private static let buildOfProgram: String = {
    let file = try? DiskFiles().open(program)
    var start = [UInt8](repeating: 0, count: 1 << 16)
    let count = start.withUnsafeMutableBytes { (try? file?.read(into: $0, at: 0)) ?? 0 }
    // The note of the linker: the lengths of its name and of the identifier, its kind, its name.
    let note: [UInt8] = [4, 0, 0, 0, 20, 0, 0, 0, 3, 0, 0, 0] + Array("GNU\0".utf8)
    let found = (0..<max(0, count - note.count - 20)).first { start[$0...].starts(with: note) }
    let identifier =
      found.map { start[($0 + note.count)..<($0 + note.count + 4)].map { hexadecimal($0) }.joined() }
      ?? (try? file?.bytes(limit: .max)).map { String(ContentHash.text(of: $0).prefix(8)) }
    return Environment.version + (identifier.map { "+\($0)" } ?? "")
  }()

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}
