extension ErrorTexts {
  static let blocks: [Case] = [
    (
      #"""
      strategy x
      {
      """#,
      #"""
      error: the `{` of a block must be on its statement's line [misplaced-brace]
        --> s.tas:2:1
         | {
         | ^
         = move it up to the previous line
      """#
    ),
    (
      #"""
      strategy x { enter when a > b }
      """#,
      #"""
      error: an entry says whether it is long or short [missing-side]
        --> s.tas:1:14
         | strategy x { enter when a > b }
         |              ^^^^^^^^^^
         = write `enter long when …`
      """#
    ),
    (
      #"""
      strategy x { entr long when a > b }
      """#,
      #"""
      error: a strategy has no clause `entr` [unknown-clause]
        --> s.tas:1:14
         | strategy x { entr long when a > b }
         |              ^^^^
         = did you mean `enter`?
      """#
    ),
    (
      #"""
      strategy x { stop: exit when a > b }
      """#,
      #"""
      error: the label `stop` is the name of an automatic exit or rule [reserved-label]
        --> s.tas:1:14
         | strategy x { stop: exit when a > b }
         |              ^^^^
         = choose another, such as `my_stop`
      """#
    ),
    (
      #"""
      strategy x { a: exit when a > b
       a: exit when a < b }
      """#,
      #"""
      error: the label `a` is given twice [duplicate-label]
        --> s.tas:2:2
         | strategy x { a: exit when a > b
         |              - first here
         |  a: exit when a < b }
         |  ^
      """#
    ),
    (
      #"""
      strategy x { stop 2%; stop 3% }
      """#,
      #"""
      error: `stop` is given twice [duplicate-clause]
        --> s.tas:1:23
         | strategy x { stop 2%; stop 3% }
         |                       ^^^^^^^
         |              ------- first here
         = one more level is a rule: `exit long when profit < -9%`
      """#
    ),
    (
      #"""
      strategy x { enter long at limit when a }
      """#,
      #"""
      error: a limit order needs its price [unexpected-token]
        --> s.tas:1:28
         | strategy x { enter long at limit when a }
         |                            ^^^^^^^^^^
         = `enter long at limit close * 0.98 when …`
      """#
    ),
    (
      #"""
      strategy x { exit long 50% }
      """#,
      #"""
      error: expected `when`, found `}` [unexpected-token]
        --> s.tas:1:28
         | strategy x { exit long 50% }
         |                            ^
      """#
    ),
    (
      #"""
      strategy x { exit lnog when a }
      """#,
      #"""
      error: expected `when`, found `lnog` [unexpected-token]
        --> s.tas:1:19
         | strategy x { exit lnog when a }
         |                   ^^^^
      """#
    ),
    (
      #"""
      strategy x { wait 5d }
      """#,
      #"""
      error: a strategy waits for a count of bars, but this is a time [unexpected-token]
        --> s.tas:1:19
         | strategy x { wait 5d }
         |                   ^^
         = `wait 5 bars` counts closes after an exit; 5d is not one
      """#
    ),
    (
      #"""
      strategy x { stop 2% on open }
      """#,
      #"""
      error: expected `close`, found `open` [unexpected-token]
        --> s.tas:1:25
         | strategy x { stop 2% on open }
         |                         ^^^^
      """#
    ),
    (
      #"""
      strategy x { wait 5 bars after target }
      """#,
      #"""
      error: expected `stop`, found `target` [unexpected-token]
        --> s.tas:1:32
         | strategy x { wait 5 bars after target }
         |                                ^^^^^^
      """#
    ),
    (
      #"""
      strategy x { exit long at session close }
      """#,
      #"""
      error: the end of a session closes either side [unexpected-token]
        --> s.tas:1:14
         | strategy x { exit long at session close }
         |              ^^^^^^^^^^^^
         = `exit at session close`
      """#
    ),
    (
      #"""
      strategy x { size 50% of money }
      """#,
      #"""
      error: expected `equity`, found `money` [unexpected-token]
        --> s.tas:1:26
         | strategy x { size 50% of money }
         |                          ^^^^^
         = `size 50% of equity`
      """#
    ),
    (
      #"""
      strategy x { enter long when a
      """#,
      #"""
      error: this `{` is not closed [unclosed-bracket]
        --> s.tas:1:12
         | strategy x { enter long when a
         |            ^
         = a `}` is missing
      """#
    ),
    (
      #"""
      dcf "Bull 2026" then
      """#,
      #"""
      error: expected `{`, `with`, `=` or the end of the statement, found `then` [unexpected-token]
        --> s.tas:1:17
         | dcf "Bull 2026" then
         |                 ^^^^
         = `dcf NAME` shows a scenario, and `dcf NAME with growth = 5%` starts from one
         = `load scenario NAME` brings one back, and `dcf` alone shows the open model
      """#
    ),
    (
      #"""
      dcf X { growth[3] to 1% }
      """#,
      #"""
      error: expected `=` after the year of `growth`, found `to` [unexpected-token]
        --> s.tas:1:19
         | dcf X { growth[3] to 1% }
         |                   ^^
      """#
    ),
    (
      #"""
      simulate base growth ~ normal 5%
      """#,
      #"""
      error: expected `(` after the distribution `normal`, found `5%` [unexpected-token]
        --> s.tas:1:31
         | simulate base growth ~ normal 5%
         |                               ^^
      """#
    ),
    (
      #"""
      dcf X { growth 3% }
      """#,
      #"""
      error: expected `=` after the assumption `growth`, found `3%` [unexpected-token]
        --> s.tas:1:16
         | dcf X { growth 3% }
         |                ^^
         = write `growth = 3%`
      """#
    ),
    (
      #"""
      dcf growth = 3%..5%
      """#,
      #"""
      error: a range is not allowed here [misplaced-range]
        --> s.tas:1:16
         | dcf growth = 3%..5%
         |                ^^
         = ranges are allowed in `sweep`, `walkforward`, `sensitivity` and `study`
      """#
    ),
  ]
}
