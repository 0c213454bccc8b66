import JSON
import LibC
import Presentation

/// The machine that the numbers were measured on.
public enum Machine {
  /// The first line of the output.
  public static var line: String {
    let members: [(String, JSONValue)] = [
      ("machine", .string(processor)), ("cores", .integer(cores)), ("system", .string(system)),
      ("swift", .string(variable("TAS_BENCH_SWIFT"))), ("instruction_set", .string(instructionSet)),
      ("load_average", .number(load)),
    ]
    return JSONValue.object(members).write()
  }

  /// The number of processors.
  public static var cores: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// An environment variable.
  static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// The instructions that the compiler was allowed to use, not those that the processor has.
  private static var instructionSet: String {
    #if TAS_AVX2
      "x86-64-v3 (AVX2)"
    #elseif arch(x86_64)
      "x86_64 (SSE2, no AVX)"
    #elseif arch(arm64)
      "arm64 (NEON)"
    #else
      "other"
    #endif
  }

  private static var system: String {
    #if os(Linux)
      "Linux"
    #elseif os(macOS)
      "macOS"
    #else
      "other"
    #endif
  }

  /// The processor as the system calls it.
  private static var processor: String? {
    #if os(Linux)
      guard let file = fopen("/proc/cpuinfo", "r") else { return nil }
      defer { fclose(file) }
      var line = [CChar](repeating: 0, count: 4096)
      while fgets(&line, Int32(line.count), file) != nil {
        let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard text.hasPrefix("model name"), let colon = text.firstIndex(of: ":") else { continue }
        return String(text[text.index(after: colon)...].drop { $0 == " " }.prefix { !$0.isNewline })
      }
      return nil
    #else
      var size = 0
      guard sysctlbyname("machdep.cpu.brand_string", nil, &size, nil, 0) == 0 else { return nil }
      var bytes = [UInt8](repeating: 0, count: size)
      guard sysctlbyname("machdep.cpu.brand_string", &bytes, &size, nil, 0) == 0 else { return nil }
      return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    #endif
  }

  /// The number of processes that wanted to run in the last minute: above 0 the numbers share the machine.
  private static var load: Double? {
    var averages = [0.0]
    return getloadavg(&averages, 1) == 1 ? averages[0] : nil
  }
}
