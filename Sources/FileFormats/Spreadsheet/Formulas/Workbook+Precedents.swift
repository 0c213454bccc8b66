extension Workbook {
  /// The cells that formulas rest on, directly or through other cells.
  public func precedents(of formulas: [Formula]) -> Set<CellReference> {
    let sheets = Dictionary(sheets.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var found: Set<CellReference> = []
    var open = formulas
    while let formula = open.popLast() {
      switch formula {
      case .number, .text: break
      case .binary(_, let left, let right): open += [left, right]
      case .call(_, let arguments): open += arguments
      case .cell(let reference):
        guard found.insert(reference).inserted else { continue }
        if case .formula(let next) = sheets[reference.sheet]?[reference.address]?.content { open.append(next) }
      case .range(let first, let last):
        guard first.address.row <= last.row, first.address.column <= last.column else { continue }
        for row in first.address.row...last.row {
          for column in first.address.column...last.column { open.append(.cell(first.sheet, row, column)) }
        }
      }
    }
    return found
  }
}
