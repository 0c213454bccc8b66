/// Whose rules the driver model follows.
public enum DriverConvention: String, Sendable, Equatable, CaseIterable {
  /// The plain model of this module, with the errors of the original corrected.
  case standard
  /// The Investor Tool as it is, defects included, so that its numbers can be reproduced.
  case investor

  /// The convention called `name`.
  ///
  /// - Throws: `unknown-convention`.
  public static func find(_ name: String) throws(ValuationError) -> DriverConvention {
    if let convention = DriverConvention(rawValue: name) { return convention }
    throw ValuationError(
      code: .unknownConvention,
      message: "there is no driver model like `\(name)`",
      assumptions: ["like"],
      hint: "write `like \"investor\"`, or leave it out"
    )
  }
}

/// The method by which the driver model turns its indices into a value.
public enum DriverMethod: String, Sendable, Equatable, CaseIterable {
  /// Discounts every year; the second version of the original.
  case discounted
  /// A perpetuity-like formula that does not depend on the horizon; the first version of the original.
  case approximation
}
