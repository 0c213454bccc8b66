import Robustness
import Testing

@Suite("Test of Kolmogorov and Smirnov")
struct KolmogorovSmirnovTests {
  /// Numbers that any language makes alike: i * factor mod modulus, plus a shift.
  private func sample(_ count: Int, _ factor: Int, _ modulus: Int, plus shift: Int = 0) -> [Double] {
    (0..<count).map { Double($0 * factor % modulus + shift) }
  }

  /// A pair of samples with the statistic and the p-value of scipy 1.17.1, `ks_2samp(method="exact")`.
  struct Case: Sendable {
    let first: (Int, Int, Int)
    let second: (Int, Int, Int, Int)
    let statistic: Double
    let pValue: Double
  }

  private static let cases = [
    Case(first: (5, 11, 13), second: (7, 3, 1, 0), statistic: 0.8, pValue: 0.030303030303030304),
    Case(first: (30, 7919, 1009), second: (30, 7907, 1009, 0), statistic: 0.1, pValue: 0.9988393756362763),
    Case(
      first: (30, 7919, 1009), second: (30, 7907, 1009, 150), statistic: 0.16666666666666666,
      pValue: 0.8079631540901643),
    Case(
      first: (200, 7919, 1009), second: (150, 7907, 1013, 90), statistic: 0.11166666666666666,
      pValue: 0.22096504924189675),
    Case(first: (40, 3, 5), second: (60, 3, 7, 0), statistic: 0.2833333333333333, pValue: 0.03657613410246145),
    Case(
      first: (1000, 7919, 1009), second: (800, 7907, 1013, 500), statistic: 0.5035, pValue: 5.041122082116517e-103),
    Case(
      first: (300, 7919, 1009), second: (300, 7907, 1009, 60), statistic: 0.06333333333333334,
      pValue: 0.584980918983971),
    Case(first: (1, 1, 2), second: (1, 1, 2, 5), statistic: 1, pValue: 1),
    Case(
      first: (9000, 7919, 9973), second: (31, 7907, 1009, -200), statistic: 0.928, pValue: 1.519145638015694e-35),
  ]

  @Test("Statistic and exact p-value are those of scipy, down to the smallest", arguments: Self.cases.indices)
  func exact(_ index: Int) throws {
    let one = Self.cases[index]
    let (first, second) = (one.first, one.second)
    let test = try #require(
      KolmogorovSmirnov(
        sample(first.0, first.1, first.2), sample(second.0, second.1, second.2, plus: second.3)))
    #expect(test.method == .exact)
    #expect(abs(test.statistic - one.statistic) < 1e-15)
    #expect(abs(test.pValue / one.pValue - 1) < 1e-11, "\(test.pValue) \(one.pValue)")
  }

  /// Shares of lattice paths counted in whole numbers of Python: (C(m + n, m) - paths inside) / C(m + n, m).
  @Test("The exact p-value is the share of paths that leave the band")
  func paths() throws {
    // Six values below all of four others, but for one: 12 of 24.
    let few = try #require(KolmogorovSmirnov([1, 2, 3, 4, 5, 6], [4.5, 5.5, 7, 8]))
    #expect(few.statistic == 16.0 / 24)
    let mixed = try #require(KolmogorovSmirnov([1, 2, 3, 6, 7, 8], [4, 5, 9, 10]))
    #expect(mixed.statistic == 12.0 / 24)
    #expect(abs(mixed.pValue - 0.5523809523809524) < 1e-15)
    let apart = try #require(KolmogorovSmirnov([1, 2, 3], [4, 5, 6]))
    // Two of twenty orders keep the samples apart.
    #expect(abs(apart.pValue - 0.1) < 1e-15)
  }

  /// The p-values are those of scipy's `ks_2samp(method="exact")`, so that the error of the limit itself is seen.
  @Test(
    "Above 10,000 values the p-value is the limit's, within 1 % of the exact one down to 1e-5",
    arguments: [
      (0, 0.00037121212121210556, 1.0), (700, 0.007401515151515159, 0.9087475416291692),
      (1500, 0.015424242424242451, 0.12867845465480818), (3000, 0.030378787878787894, 4.890074168637897e-05),
    ])
  func asymptotic(_ shift: Int, _ statistic: Double, _ pValue: Double) throws {
    let test = try #require(
      KolmogorovSmirnov(sample(12000, 7919, 99991), sample(11000, 7907, 99991, plus: shift)))
    #expect(test.method == .asymptotic)
    #expect(abs(test.statistic - statistic) < 1e-14)
    #expect(abs(test.pValue / pValue - 1) < 0.01)
  }

  /// One sample is the other moved by a number of its 4000 values.
  ///
  /// The p-values are those of scipy's `ks_2samp(method="asymp")`: the distribution of one sample of 2000. The argument
  /// goes through 1 at a shift of 89: there one series replaces the other.
  @Test(
    "The limit agrees with scipy's on both sides of the place where its series change",
    arguments: [
      (20, 0.9999999995409591), (60, 0.7531526992658663), (80, 0.39531336268920336), (88, 0.2835446199459384),
      (89, 0.27132220141887897), (90, 0.2594859895659759), (95, 0.2059620953412422), (120, 0.05354694793932535),
      (180, 0.0005875093621469267),
    ])
  func limit(_ shift: Int, _ pValue: Double) throws {
    let values = (0..<4000).map(Double.init)
    let test = try #require(KolmogorovSmirnov(values, values.map { $0 + Double(shift) }, method: .asymptotic))
    // The correction leaves an error of order N^-1.5 = 1.1e-5.
    #expect(abs(test.pValue - pValue) < 1.1e-5)
  }

  @Test("One sample of more than 10,000 values is enough for the limit")
  func largest() throws {
    let (large, small) = (sample(10_001, 1, 10_001), sample(50, 200, 10_001))
    #expect(KolmogorovSmirnov(large, small)?.method == .asymptotic)
    #expect(KolmogorovSmirnov(small, large)?.method == .asymptotic)
    #expect(KolmogorovSmirnov(small, Array(large.dropLast()))?.method == .exact)
    #expect(KolmogorovSmirnov(small, large, method: .exact)?.method == .exact)
  }

  @Test("Missing values are left out, and without values there is no test")
  func missing() throws {
    #expect(KolmogorovSmirnov([], [1]) == nil)
    #expect(KolmogorovSmirnov([1], [.nan]) == nil)
    #expect(KolmogorovSmirnov([1, .nan, 2], [3, 4, .nan]) == KolmogorovSmirnov([2, 1], [4, 3]))
  }

  @Test("Bands begin at 0.1, 0.2 and 0.3 of the statistic")
  func bands() throws {
    /// Ten or a hundred values each, of which some are shifted above all others.
    func severity(_ shifted: Int, of count: Int) throws -> KolmogorovSmirnov.Severity {
      let values = (0..<count).map(Double.init)
      let moved = values.map { $0 < Double(shifted) ? $0 + Double(count) : $0 }
      let test = try #require(KolmogorovSmirnov(values, moved))
      #expect(test.statistic == Double(shifted) / Double(count))
      return test.severity
    }
    #expect(try severity(9, of: 100) == .none)
    #expect(try severity(1, of: 10) == .low)
    #expect(try severity(19, of: 100) == .low)
    #expect(try severity(2, of: 10) == .medium)
    #expect(try severity(29, of: 100) == .medium)
    #expect(try severity(3, of: 10) == .high)
  }

  @Test("A drift is reported from 30 values of each sample on, if the p-value is below 0.05")
  func drifted() throws {
    let values = (0..<30).map(Double.init)
    let same = try #require(KolmogorovSmirnov(values, values))
    #expect(same.statistic == 0)
    #expect(same.pValue == 1)
    #expect(same.isDrifted() == false)
    let apart = try #require(KolmogorovSmirnov(values, values.map { $0 + 100 }))
    #expect(apart.isDrifted() == true)
    let few = try #require(KolmogorovSmirnov(values, Array(values.dropLast())))
    #expect(few.isDrifted() == nil)
    #expect(few.isDrifted(minimum: 20) == false)
  }
}
