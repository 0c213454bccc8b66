import LibC
import TestSupport
import Testing

@Suite("A program that drives tas through a pipe")
struct StreamTests {
  @Test("Each statement is answered as it arrives, with its line")
  func answers() throws {
    let place = try Place()
    let ran = try place.shell(
      """
      cd \(place.path); mkfifo in; tas < in > out 2> err & exec 3> in
      waits() { for i in $(seq 200); do grep -q "$1" $2 && return; sleep 0.05; done; echo "never $1"; }
      echo 'print 41 + 1' >&3; waits 42 out
      printf 'print max(7,\n' >&3; sleep 0.2; printf '  9)\nprint "la' >&3; waits '^9' out
      sleep 0.2; echo 'ter"' >&3; waits later out
      printf 'print 1\n\nprint nothing\n' >&3; waits 'standard input:7:7' err
      exec 3>&-; wait; cat out
      """)
    #expect(ran.output == "42\n9\nlater\n1\n", "\(ran)")
    #expect(place.text("err")?.contains("unknown name `nothing`") == true)
  }

  @Test("A text that is not closed on its line is an error there, and the next lines are answered as they arrive")
  func unclosed() throws {
    let place = try Place()
    let ran = try place.shell(
      """
      cd \(place.path); mkfifo in; tas --keep-going < in > out 2> err & exec 3> in
      waits() { for i in $(seq 200); do grep -q "$1" $2 && return; sleep 0.05; done; echo "never $1"; }
      printf '"unclosed\nprint 6\nprint 7\n' >&3; waits 7 out; waits 'standard input:1:1' err
      printf 'print max("open, 3)\nprint "closed"\n' >&3; waits closed out; waits 'standard input:4:11' err
      exec 3>&-; wait; cat out
      """)
    #expect(ran.output == "6\n7\nclosed\n", "\(ran)")
  }

  @Test("The last statement needs no newline, and an open bracket is an error at the end")
  func ends() throws {
    let place = try Place()
    #expect(try place.shell("printf 'print 1\nprint 2' | tas").output == "1\n2\n")
    let open = try place.shell("printf 'print 1\nprint (2\nprint 3\n' | tas; echo $?")
    #expect(open.output == "1\n1\n" && open.errors.contains("standard input:3:1"), "\(open)")
    let going = try place.shell("printf 'print 1)\nprint 2\nnonsense(1)\nprint 3\n' | tas --keep-going")
    #expect(going.output == "2\n3\n", "\(going)")
  }

  @Test("A terminal without a prompt is answered as well")
  func terminal() throws {
    let place = try Place()
    let terminal = try place.terminal("-")
    terminal.send("print 41 + 1\n")
    #expect(terminal.waits(for: "\n42"), "\(terminal.screen.text)")
    terminal.send("let x = 5\nprint x * 11\n")
    #expect(terminal.waits(for: "\n55"), "\(terminal.screen.text)")
    terminal.send("\u{4}")
    #expect(terminal.exitStatus() == 0)
  }

  @Test("A wait for a pipe or a terminal hears Ctrl-C")
  func interrupt() throws {
    let place = try Place()
    let waiting = try place.terminal("-")
    waiting.send("print 1\n")
    #expect(waiting.waits(for: "\n1"))
    waiting.send("\u{3}")
    #expect(waiting.exitStatus() == 130)

    mkfifo(place.path + "/pipe", 0o600)
    let loading = try place.prompt()
    #expect(loading.enter("load \"\(place.path)/pipe\" as X"))
    loading.settle(seconds: 0.3)
    loading.send("\u{3}")
    #expect(loading.waits(for: "interrupted; nothing was changed"), "\(loading.screen.text)")
    #expect(loading.enter("load session \"\(place.path)/pipe\""))
    loading.settle(seconds: 0.3)
    loading.send("\u{3}")
    #expect(loading.waits(atPrompt: "tas> "), "\(loading.screen.text)")
  }

  @Test("A pipe is read by the one who opens it first")
  func pipe() throws {
    let place = try Place()
    let run = try place.shell(
      "cd \(place.path); mkfifo bars; (printf 'date,close\\n2024-01-02,1\\n2024-01-03,2\\n' > bars) & tas -c 'load \"bars\" as X; print last(close)'"
    )
    #expect(run.status == 0 && run.output.contains("2 bars") && run.errors.isEmpty, "\(run)")
  }

  @Test("A device without an end is refused at once, and a file that is too large before it is read")
  func endless() throws {
    let place = try Place()
    let zero = try place.tas("-c", "load \"/dev/zero\" as X")
    #expect(zero.status == 1 && zero.errors.contains("[binary-file]"), "\(zero)")
    let file = place.path + "/huge.csv"
    #expect(try place.shell("truncate -s 3G \(file)").status == 0)
    let huge = try place.tas("-c", "load \"\(file)\" as X")
    #expect(huge.errors.contains("it has 3.2 GB, and at most 2 GB are read; `set max_file` allows more"), "\(huge)")
    let spy = place.path + "/spy.csv"
    let small = try place.tas("-c", "set max_file = 1k; load sample SPY; close to \"\(spy)\"; load \"\(spy)\" as X")
    #expect(small.errors.contains("and at most 1 kB are read; `set max_file` allows more, in bytes"), "\(small)")
    #expect(small.errors.contains("[not-readable]"), "\(small)")
    let session = try place.tas("-c", "load session \"\(file)\"")
    #expect(session.errors.contains("at most 1 GB are read"), "\(session)")
  }

  @Test("A statement that takes more memory than it may ends with an error, and the session continues")
  func memory() throws {
    let place = try Place()
    let ran = try place.tas(
      "--keep-going", "-c",
      "load sample SPY; strategy s(n = 5) { enter long when close > sma(n); exit long when close < sma(n) }; "
        + "set max_memory = 1M; sweep s(n = 2..2000); set max_memory = auto; print 1")
    #expect(ran.status == 1 && ran.errors.contains("[memory-limit]"), "\(ran)")
    #expect(ran.errors.contains("`max_memory` is 1 MB; nothing was changed"), "\(ran)")
    #expect(ran.output.hasSuffix("max_memory = auto\n1\n"), "\(ran)")
  }
}
