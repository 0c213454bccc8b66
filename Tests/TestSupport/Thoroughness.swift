import LibC

/// The amount of random cases and slow tests: all of them, or few in the edit loop.
///
/// `scripts/test quick` sets `TAS_QUICK_TESTS`. A law takes its seeds from here, and a slow test says so:
///
///     @Test("…", arguments: Thoroughness.some(0..<40))
///     @Test("…", .enabled(if: Thoroughness.isFull, "slow"))
public enum Thoroughness {
  /// True if every case is tried.
  public static let isFull = getenv("TAS_QUICK_TESTS") == nil

  /// All of some cases, or every eighth of them, the first among them.
  public static func some<Cases: Collection>(_ cases: Cases) -> [Cases.Element] {
    isFull ? Array(cases) : cases.enumerated().filter { $0.offset % 8 == 0 }.map(\.element)
  }
}
