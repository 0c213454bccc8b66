import Foundation
import TestSupport

/// Results of NumPy, SciPy and arch, made by `Fixtures/make_fixtures.py`.
enum Fixtures {
  /// One object of a fixture.
  struct Case: @unchecked Sendable {
    let fields: [String: Any]

    /// A number; missing if it is absent or `null`.
    func number(_ name: String) -> Double { fields[name] as? Double ?? .nan }

    /// A list of numbers, `null` being a missing one.
    func numbers(_ name: String) -> [Double] { (fields[name] as? [Any] ?? []).map { $0 as? Double ?? .nan } }

    /// A list of lists of numbers.
    func table(_ name: String) -> [[Double]] {
      (fields[name] as? [[Any]] ?? []).map { $0.map { $0 as? Double ?? .nan } }
    }

    /// A list of ranges, each a pair of its ends.
    func ranges(_ name: String) -> [Range<Int>] { table(name).map { Int($0[0])..<Int($0[1]) } }

    /// The objects of a list.
    func cases(_ name: String) -> [Case] { (fields[name] as? [[String: Any]] ?? []).map(Case.init) }
  }

  /// The objects of `NAME.json`.
  static func cases(_ name: String) throws -> [Case] {
    let file = PackageFolder.file("Tests/RobustnessTests/Fixtures/\(name).json")
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: file)))
    guard let list = json as? [[String: Any]], !list.isEmpty else { throw Empty(name: name) }
    return list.map(Case.init)
  }

  /// A fixture without objects, with which a test would pass unseen.
  struct Empty: Error { let name: String }
}

extension Dice {
  /// A normally distributed number, by the polar method.
  mutating func normal() -> Double {
    while true {
      let (x, y) = (number(-1...1), number(-1...1))
      let square = x * x + y * y
      if square > 0, square < 1 { return x * (-2 * log(square) / square).squareRoot() }
    }
  }
}
