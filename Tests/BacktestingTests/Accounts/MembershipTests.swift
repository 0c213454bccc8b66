import Backtesting
import Testing

@Suite("Days of a universe")
struct MembershipTests {
  private let membership = Membership([30...39, 10...20, 15...25, 40...40])

  @Test("A day counts in any of the spans, their first and last included")
  func days() {
    #expect([9, 10, 25, 26, 30, 40, 41].map(membership.contains) == [false, true, true, false, true, true, false])
    #expect(!Membership([]).contains(1))
  }

  @Test("Spans that overlap or touch are one, whatever their order")
  func merged() {
    #expect(membership.contains(all: 10...25) && membership.contains(all: 30...40) && membership.contains(all: 12...12))
    #expect(
      !membership.contains(all: 25...30) && !membership.contains(all: 9...12) && !membership.contains(all: 35...41))
    #expect(membership.overlaps(26...30) && !membership.overlaps(26...29) && !Membership([]).overlaps(0...100))
  }
}
