import FileFormats
import Text
import Valuation

extension BlockChanges {
  /// The change of an assumption that follows amounts or another one: new amounts, shares or rates in its phases.
  ///
  /// - Throws: if a form was changed that cannot be typed as such.
  func derived(
    _ given: Assumption, _ value: InputRow, _ row: Int
  ) throws(WorkbookError) -> Assumptions.Change? {
    let name = value.name
    let typedRow = rowOf[value.with(.typed)]
    var isChanged = false
    for (input, place) in [(value, row), (value.with(.typed), typedRow ?? 0)] where place > 0 {
      for (column, expected) in inputs.cells[input] ?? [:] where !Self.agrees(block.cell(place, column), expected) {
        isChanged = true
      }
    }
    guard isChanged, case .path(let path) = given.value else { return nil }
    guard given.shifts.isEmpty else { throw movedAsWhole(given, row, typedRow) }
    var phases: [YearPath.Phase] = []
    var first = 1
    for (place, phase) in path.phases.enumerated() {
      let last = PathCells.lastYear(
        of: phase, first: first, isLast: place == path.phases.count - 1, inputs.years[value]?.count ?? inputs.horizon)
      let source = path.whole != nil ? typedRow ?? row : row
      func number(_ year: Int, _ place: Int) throws(WorkbookError) -> Double {
        try self.number(block.cell(place, year), name, CellBlock.name(place, year))
      }
      var shape = phase.shape
      switch phase.shape {
      case .constant: shape = .constant(try number(first, source))
      case .glide(.some, _): shape = .glide(from: try number(first, source), to: try number(last, source))
      case .glide(nil, _): shape = .glide(from: nil, to: try number(last, source))
      case .approach(.some, let other): shape = .approach(from: try number(first, source), to: other)
      case .list, .amounts:
        var numbers: [Double] = []
        let isAmounts = if case .amounts = phase.shape { true } else { false }
        for year in first...max(first, last) { numbers.append(try number(year, isAmounts ? typedRow ?? row : source)) }
        shape = isAmounts ? .amounts(numbers) : .list(numbers)
      case .hold, .linked, .approach(nil, _): break
      }
      phases.append(YearPath.Phase(shape, phase.length))
      first = last + 1
    }
    return .set(Assumption(name, .path(YearPath(phases, of: path.whole)), basis: given.basis))
  }

  /// The refusal of changed amounts that the scenario moves by a factor: the cells do not say which of the two was meant.
  private func movedAsWhole(_ given: Assumption, _ row: Int, _ typedRow: Int?) -> WorkbookError {
    var hint = "change it in tas"
    if let typedRow, let key = given.key, given.hasAmounts, !given.name.contains(".") {
      let typed = (1...inputs.horizon).map { block.cell(typedRow, $0).value.number }.prefix { $0 != nil }
      let amounts = typed.compactMap { $0.map { Wording.amount(given.shifted($0)) } }.joined(separator: ", ")
      if !amounts.isEmpty {
        hint =
          "its own amounts are typed in tas, such as `dcf \(inputs.name) with \(key.nameOfAmounts) = [\(amounts)]`; or "
          + "change those of the scenario that it follows"
      }
    }
    return WorkbookError(
      "\(CellBlock.name(typedRow ?? row, 1)): `\(given.statement)` was changed, but can only be moved as a unit",
      hint: hint)
  }
}
