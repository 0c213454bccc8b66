import Columns
import Indicators
import Language

/// Indicators that restart with each period, as `vwap(week)` or `vwap(2024-01-31)`.
extension Planner {
  /// The arguments, with a bare word that names a period replaced by the parameter's text, unless the word has another
  /// meaning.
  ///
  /// `month` is also a series: the word is a period if passed by the parameter's name, if no series are given, or after
  /// them.
  func namingPeriods(_ arguments: [CallArgument], of indicator: Indicator) -> [CallArgument] {
    guard let parameter = indicator.parameters.first(where: { $0.takesDate }) else { return arguments }
    let leavesOutSeries = arguments.count { $0.name == nil } <= indicator.parameters.count
    let anchorSlots = (indicator.inputs.firstIndex { $0.anchor != nil } ?? 0)...indicator.inputs.count
    return arguments.enumerated().map { index, argument in
      var named = argument
      let isAnchor =
        argument.name.map { indicator.parameterIndex(named: $0) != nil }
        ?? (index == 0 && leavesOutSeries || anchorSlots.contains(index))
      switch argument.value {
      case .literal(.date(.today), let span) where isAnchor:
        named.value = .literal(.text("\(AnchorPeriod.session)"), span)
      case .name(let name, let span)
      where isAnchor && locals[name] == nil && names.meanings[name] == nil && parameter.number(ofChoice: name) != nil:
        named.value = .literal(.text(name), span)
      default: break
      }
      return named
    }
  }

  /// True on the bars from a date on, as the argument that a date is until `fillStarts`; nil for other values.
  mutating func barsSince(_ value: Planned) -> NodeID? {
    let date = value.kind == .date ? value.node ?? dateBounds(value)?.start : dateBounds(value)?.start
    guard let date, plan.isScalar(date) else { return nil }
    return add(.operation(.greaterOrEqual, [add(.time(.time)), date]))
  }

  /// Fills the inputs that mark the beginnings of periods, by the parameter that names the period.
  mutating func fillStarts(
    _ inputs: inout [NodeID?], _ arguments: inout [NodeID?], of indicator: Indicator
  ) {
    for (slot, input) in indicator.inputs.enumerated() {
      guard let index = input.anchor.flatMap({ indicator.parameterIndex(named: $0) }) else { continue }
      var start: NodeID?
      if let since = arguments[index], !plan.isScalar(since) {
        let before = add(.operation(.nz, [add(.lag(since, add(.constant(1)))), add(.constant(0))]))
        start = add(.operation(.and, [since, add(.operation(.not, [before]))]))
        arguments[index] = nil
      }
      if inputs[slot] != nil { continue }
      if case .value(let standard) = indicator.parameters[index].defaultValue, start == nil {
        start = add(.periodStarts(arguments[index] ?? add(.constant(standard))))
      }
      inputs[slot] = start
    }
  }
}
