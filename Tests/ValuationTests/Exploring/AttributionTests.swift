import Testing
import Valuation

@Suite("Attribution")
struct AttributionTests {
  @Test("One assumption takes the whole gap")
  func one() throws {
    let attribution = try #require(try Attribution(from: example(), to: example([set("margin", 0.32)])))
    #expect(attribution.parts.map(\.assumptions) == [["margin"]])
    #expect(attribution.parts[0].amount == attribution.gap)
    #expect(near(attribution.gap, try value([set("margin", 0.32)]) - value(), 1e-12))
  }

  @Test("Of two assumptions each has the mean of being changed first and being changed last")
  func two() throws {
    let growth = set("growth", .glide(0.10, to: 0.04))
    let margin = set("margin", 0.32)
    let attribution = try #require(try Attribution(from: example(), to: example([growth, margin])))
    let both = try value([growth, margin])
    let first = try value([growth]) - value()
    let last = try both - value([margin])
    let part = try #require(attribution.parts.first { $0.assumptions == ["growth"] })
    #expect(near(part.amount, (first + last) / 2, 1e-9))
  }

  @Test("The parts add up to the gap exactly, the largest first, and turning round changes the signs")
  func sum() throws {
    let bear = try example([set("growth", 0.02), set("margin", 0.26), set("discount", 0.10)])
    let bull = try example([set("growth", .glide(0.10, to: 0.04)), set("margin", 0.32)])
    let up = try #require(try Attribution(from: bear, to: bull))
    let down = try #require(try Attribution(from: bull, to: bear))
    #expect(up.parts.count == 3)
    #expect(up.parts.reduce(0) { $0 + $1.amount } == up.gap)
    #expect(up.parts.map { abs($0.amount) } == up.parts.map { abs($0.amount) }.sorted(by: >))
    for part in up.parts {
      let back = try #require(down.parts.first { $0.assumptions == part.assumptions })
      #expect(near(part.amount, -back.amount, 1e-9))
    }
  }

  @Test("Assumptions whose mixture is refused are one part")
  func refusedMixture() throws {
    let low = try example([set("discount", 0.05), set("terminal", 0.01)])
    let high = try example([set("discount", 0.12), set("terminal", 0.06), set("margin", 0.31)])
    let attribution = try #require(try Attribution(from: low, to: high))
    #expect(Set(attribution.parts.map(\.assumptions)) == [["margin"], ["discount", "terminal"]])
    #expect(attribution.parts.reduce(0) { $0 + $1.amount } == attribution.gap)
  }

  @Test("The price and the way a number was written move nothing; equal valuations have no parts")
  func nothing() throws {
    let same = try #require(try Attribution(from: example(), to: example([set("price", 100)])))
    #expect(same.gap == 0)
    #expect(same.parts.isEmpty)
  }
}
