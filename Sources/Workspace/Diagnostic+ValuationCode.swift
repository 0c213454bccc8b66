import Language
import Valuation

extension Diagnostic.Code {
  /// The code of a valuation's refusal or finding as that of a diagnostic.
  package init(_ code: ValuationCode) { self.init(engine: code.name) }
}
