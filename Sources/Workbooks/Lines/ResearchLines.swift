import FileFormats
import Valuation

/// Research and leases that count as capital, as formulas of their assumptions.
enum ResearchLines {
  /// The addition of capitalised research and lease interest to operating income, as a share of revenue; `nil` if no
  /// scenario states either.
  static func addedMargin(_ block: InputBlock) -> Formula? {
    var added: Formula?
    if block.has(.research) {
      let cells = block.range(.research, 2, block.width)
      added = block.cell(.research, 1) - .call(.sum, [cells]) / life(block)
    }
    if block.has(.leaseRate), block.has(.leases) {
      let interest = block.cell(.leases) * block.cell(.leaseRate)
      added = added.map { $0 + interest } ?? interest
    }
    return added.map { $0 / block.cell(.revenue) }
  }

  /// The capital that research and leases add.
  static func addedCapital(_ inputs: ModelInputs) -> Formula {
    var capital: Formula = 0
    if inputs.has(.research) {
      let block = inputs.block
      for age in 0..<block.width {
        let left = 1 - .number(Double(age)) / life(block)
        capital = capital + block.cell(.research, age + 1) * left
      }
    }
    if inputs.has(.leaseRate) {
      capital = capital + .choose(if: inputs.cell(.leaseRate).isEmpty, 0, else: inputs.number(.leases))
    }
    return capital
  }

  private static func life(_ block: InputBlock) -> Formula {
    block.has(.researchLife) ? block.cell(.researchLife).given(else: 5) : 5
  }
}
