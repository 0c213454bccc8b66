import Commands

extension LanguagePage {
  /// Work at the prompt and beyond it: keys, sessions, files, other programs, and scripts that test.
  static let work: [LanguagePage] = [
    LanguagePage(
      name: "keyboard", aliases: ["shortcuts", "typing"],
      summary: "Tab completes, Up and Ctrl-R bring back earlier entries, Ctrl-C drops a line or stops the work.",
      paragraphs: [
        """
        Tab lists the matches; Tab again and the arrows go through the list, Enter takes a choice, Escape leaves it. Ctrl-A \
        and Ctrl-E go to the ends of the line, Alt-B and Alt-F move by a word, Ctrl-W and Ctrl-K delete, Ctrl-Y brings \
        back deleted text, Ctrl-_ undoes, Alt-. inserts the last word of the entry before, Alt-Enter starts a new \
        line, Ctrl-X Ctrl-E opens the entry in `$EDITOR`, Ctrl-L clears the screen, Ctrl-D leaves.
        """,
        """
        `?rsi` and `rsi?` are `help rsi`; `!ls` runs a program, `trades | head` gives the output to one; `cd`, `pwd`, \
        `clear`, `edit` and `quit` work as in other shells.
        """,
        """
        The grey rest of a line is a suggestion from earlier successful entries: Right or Ctrl-E takes all of it, Alt-F a word. An open bracket, or `\\` at the \
        end, continues on the next line; a block comes back from the history as one entry. A pasted text of several \
        lines is read before it runs. `bind -v` in `~/.editrc` chooses the keys of vi: the shape of the cursor shows the \
        mode, `dd`, `cc`, `yy`, `D`, `I` and `A` act on the line of a block, `/`, `n` and `N` search the history.
        """,
      ],
      examples: ["help scripts"]),
    LanguagePage(
      name: "saving", aliases: ["session", "undoing"],
      summary: "A session is everything loaded, defined and computed; the prompt keeps it, and `undo` goes back.",
      paragraphs: [
        """
        `save session "work.json"` writes it and `load session "work.json"` brings it back; `tas --session work.json` \
        opens it and keeps it as you go. The file has the statements and the sources of data, not the data, so that \
        opening it runs the backtests again and says which numbers have changed.
        """,
        """
        A statement changes the session completely or not at all. `undo` and `redo` go through the changes, a \
        `run` is one step, `reset` empties the session, and `names`, `data`, `scenarios` and `strategies` list its contents.
        """,
      ],
      examples: ["let threshold = 30; undo; redo", "names"]),
    LanguagePage(
      name: "exporting", aliases: ["export", "to", "formats", "writing"],
      summary: "`to \"FILE\"` at the end of a statement writes its result; the file's ending chooses the form.",
      paragraphs: [
        """
        `.csv` has all rows with numbers as numbers, `.json` the full result with the keys that programs rely on, `.md` \
        and `.html` a page to read, `.xlsx` a valuation as a workbook with live formulas, `.tas` the text \
        of a strategy. `.svg`, `.png` and `.vl.json` (Vega-Lite) are the picture of a result that has one, and in `.html` \
        it can be zoomed and moved. A list that goes to a file has all of its rows. A file that the session has loaded is replaced \
        only with `over`.
        """,
        "`tas --format json` prints one object a statement, and `csv`, `markdown` and `html` print the same forms.",
      ],
      examples: ["show close, rsi(14) to \"/tmp/rsi.csv\"", "describe close by month to \"/tmp/months.md\""]),
    LanguagePage(
      name: "serving", aliases: ["serve", "server", "http"],
      summary: "`tas serve FILE.tas` answers requests about a session and its account, and has a page at `/app`.",
      paragraphs: [
        """
        It listens on 127.0.0.1:8000; another address needs TLS (`--tls CERT KEY`, `--make-certificate`) or a proxy. \
        `tas serve user add NAME --role admin --email ADDRESS` makes the first user, `tas serve token add NAME --read` a token \
        for a program that reads reports. The routes are at `/docs`, as data at `/openapi.json`.
        """,
        """
        `set serve_strategy cross` says whose confidence is served and what trades, `serve_account` which account is \
        reported, `serve_provider` who is asked for symbols that are not loaded; `idle_lock`, `rate_limit` and `cors` \
        are limits. Numbers are those of the same statements at the prompt.
        """,
      ],
      examples: ["set rate_limit 600, idle_lock 15m"]),
    LanguagePage(
      name: "kept", aliases: ["storage", "privacy", "files"],
      summary: "The places of all records, and how they are deleted; nothing leaves the machine but requests for data.",
      paragraphs: [
        """
        `$XDG_DATA_HOME/tas` (`~/.local/share/tas`) has `book.sqlite`, the accounts with their entries, the journal of signals and the audit, \
        which only its owner can read, and `library.sqlite`, the data loaded from the network. `account drop NAME` deletes \
        an account with all its entries from the file, `forget all` the loaded data; without the folder all of it is gone.
        """,
        """
        `$XDG_STATE_HOME/tas` (`~/.local/state/tas`) has the history of entries and the sessions that the prompt keeps, \
        `$XDG_CONFIG_HOME/tas` (`~/.config/tas`) the start-up file and the keys of providers. `--safe` writes none of these.
        """,
        """
        `undo`, `reset` and other sessions do not touch the book: what was booked by mistake is taken back by \
        `book void`. An account goes to `"FILE.csv"`, `"FILE.json"`, `"FILE.hledger"`, `"FILE.ledger"` or \
        `"FILE.beancount"` by `ledger NAME to`.
        """,
      ],
      examples: ["accounts", "library"]),
    LanguagePage(
      name: "disclaimer", aliases: ["warnings", "advice", "risk"],
      summary: "Numbers to learn from, and no advice.",
      paragraphs: Disclaimers.texts,
      examples: []),
    LanguagePage(
      name: "programs", aliases: ["batch", "json", "notebook", "jupyter", "api"],
      summary: "`tas --batch` answers a program: one JSON request a line, one answer a line.",
      paragraphs: [
        """
        `{"id": 1, "statement": "load sample SPY; rsi(14) last 3"}` is answered by `{"id": 1, "results": […]}` with the \
        objects of `--format json`, and with `"error"` if a statement failed. `{"cancel": 1}` ends the current \
        statement, `{"complete": "rs"}` gives the possible words, `"show": ["html"]` the page next to the \
        data. Long work reports its progress. A line that is not a request is answered and ends nothing.
        """,
        """
        `tas --describe` prints every command, clause, function, setting, code and result as JSON. A Jupyter kernel over \
        both is in `scripts/jupyter`.
        """,
      ],
      examples: ["help exporting"]),
    LanguagePage(
      name: "scale", aliases: ["cluster", "ray", "distributed"],
      summary:
        "`with engine processes` or `with engine ray` gives a sweep to workers; most work is done sooner without.",
      paragraphs: [
        """
        When it pays. One core computes about 100,000 combinations of 2,500 bars in a second, and `sweep` uses all cores \
        here. 12,768 pairs on 5,849 bars take 0.6 s: a cluster needs longer to start. 500 symbols with 12,768 pairs on \
        500,000 bars of a minute each are 3,200 billion bars; at 250 million bars a second and core that is 3.5 hours \
        of a core, 50 minutes on 4 cores, and 4 minutes on 60. Count symbols times combinations times bars: below a \
        thousand billion stay here. Walk-forwards and cross-validations are counted by their windows' bars. A statement \
        tries some runs first, and says so if an engine would not pay (`set engine_from`).
        """,
        """
        `processes` starts one worker a processor, with a thread each. On this machine that is no faster than threads: it \
        is for work that outlives the program and is taken up again after a crash. `ray` starts workers on the nodes of \
        a Ray (`set scale_python` names a Python with it); what `set engine ray "head:6379"` connects to must ask for a \
        token. Any other scheduler can start `tas --worker FOLDER` on machines that see the folder.
        """,
        """
        The result is that of one machine, to the last bit, with all rows, certificates and trials. A worker takes shards \
        of about ten seconds (`set shard`) from the job's folder (`set results`), which all nodes must see, as they must \
        see the files of the data; nothing is sent otherwise, and no key. A lost worker costs its shard: another one \
        does it again, `set retries` times. A finished shard is never run twice.
        """,
        """
        Ctrl-C leaves a job running: `jobs` lists it, `resume NAME` waits for its result, `cancel job NAME` ends it, `drop \
        job NAME` removes it. `set budget 50h` refuses what takes longer, and ends at a shard's end what was \
        underestimated. `--safe` starts no engine; workers are always safe.
        """,
      ],
      examples: ["jobs", "set engine processes; set engine threads"]),
    LanguagePage(
      name: "testing", aliases: ["check", "fmt", "tests", "expectations"],
      summary: "`assert` and `expect` make a script a test; `tas check`, `tas test` and `tas fmt` work on scripts.",
      paragraphs: [
        """
        `assert COND, "message"` fails if a condition does not hold, `expect EXPR within 1% of 142.10` if a number \
        is not near. `tas test FOLDER` runs each `.tas` below a folder in its own session and prints TAP; \
        `--junit FILE` writes a report for build servers.
        """,
        """
        `tas check FILE.tas` checks the syntax, kinds and names of a script without running it, and `tas fmt FILE.tas` formats it; \
        `--diff` shows the changes and `--check` looks for them, without writing. An error in a script that another one runs names the script, the line and each `run` on the way.
        """,
      ],
      examples: ["assert close > 0, \"prices are positive\"", "expect last(close) within 1% of 396.33"]),
  ]
}
