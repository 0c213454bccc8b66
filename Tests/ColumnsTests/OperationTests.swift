import Columns
import Testing

struct OperationTests {
  @Test("every operation gives what its name says")
  func operations() {
    #expect(Operation.add.apply(1, 2) == 3)
    #expect(Operation.subtract.apply(1, 2) == -1)
    #expect(Operation.multiply.apply(3, 2) == 6)
    #expect(Operation.divide.apply(3, 0).isNaN)
    #expect(Operation.power.apply(2, -1) == 0.5)
    #expect(Operation.power.apply(.nan, 0).isNaN)
    #expect(Operation.negate.apply(2) == -2)
    #expect(Operation.less.apply(1, 2) == 1)
    #expect(Operation.lessOrEqual.apply(2, 2) == 1)
    #expect(Operation.greater.apply(2, 2) == 0)
    #expect(Operation.greaterOrEqual.apply(2, 2) == 1)
    #expect(Operation.equal.apply(2, 2) == 1)
    #expect(Operation.notEqual.apply(2, 2) == 0)
    #expect(Operation.abs.apply(-3) == 3)
    #expect(Operation.sign.apply(-3) == -1)
    #expect(Operation.min.apply(2, 3) == 2)
    #expect(Operation.max.apply(2, 3) == 3)
    #expect(Operation.sqrt.apply(9) == 3)
    #expect(Operation.sqrt.apply(-1).isNaN)
    #expect(Operation.log.apply(1) == 0)
    #expect(Operation.log.apply(0).isNaN)
    #expect(Operation.exp.apply(0) == 1)
    #expect(Operation.exp.apply(1000).isNaN)
    #expect(Operation.mod.apply(-1, 3) == 2)
    #expect(Operation.mod.apply(3, 0).isNaN)
    // The rest of the binary 0.3 by the binary 0.1 is just below 0.1.
    #expect(Operation.mod.apply(0.3, 0.1) == 0.3.truncatingRemainder(dividingBy: 0.1))
    #expect(Operation.round.apply(2.5, 0) == 3)
    #expect(Operation.round.apply(-2.345, 2) == -2.35)
    #expect(Operation.floor.apply(-1.5) == -2)
    #expect(Operation.ceil.apply(-1.5) == -1)
    #expect(Operation.clamp.apply(9, 2, 3) == 3)
    #expect(Operation.clamp.apply(9, 3, 2).isNaN)
    #expect(Operation.na.apply(2.5) == 0)
    #expect(Operation.na.apply(.nan) == 1)
    #expect(Operation.nz.apply(.nan, 3) == 3)
    #expect(Operation.select.apply(1, 2, 3) == 2)
    #expect(Operation.select.apply(.nan, 2, 3) == 3)
  }

  @Test("booleans have three states, and a comparison with a missing value is missing")
  func threeValues() {
    let cases: [Double] = [0, 1, .nan]
    func text(_ x: Double) -> String { x.isNaN ? "?" : (x == 0 ? "F" : "T") }
    func table(_ operation: Operation) -> String {
      cases.map { a in cases.map { b in text(operation.apply(a, b)) }.joined() }.joined(separator: " ")
    }
    #expect(table(.and) == "FFF FT? F??")
    #expect(table(.or) == "FT? TTT ?T?")
    #expect(table(.less) == "FT? FF? ???")
    #expect(cases.map { text(Operation.not.apply($0)) } == ["T", "F", "?"])
  }

  @Test("a crossing needs the bar before: of one bar alone it is missing")
  func crossings() {
    for operation in Operation.allCases where operation.looksBack {
      #expect(operation.apply(2, 1).isNaN)
    }
    #expect(Operation.crossesAbove.cross(1, 1, 2, 1) == 1)
    #expect(Operation.crossesBelow.cross(1, 1, 2, 1) == 0)
    #expect(Operation.crosses.cross(1, 1, 0, 1) == 1)
    #expect(Operation.crosses.cross(.nan, 1, 0, 1).isNaN)
    #expect(Operation.add.cross(1, 1, 2, 1).isNaN)
  }
}
