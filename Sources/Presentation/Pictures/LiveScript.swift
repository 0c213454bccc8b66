/// The script of a live picture: zoom and pan by wheel, drag, touch and keys, a crosshair that reads all panes, legends
/// that switch series, and the table of the picture.
///
/// It only moves elements already on the page: without it the picture stays as drawn. It writes text as text, never as
/// tags, and makes no network requests.
package enum LiveScript {
  /// The SHA-256 digest of the source in base 64, allowed by the page's policy; a test recomputes it.
  package static let digest = "sha256-jP5PziCaLHw24wJcK+dov2jNPof8pZz2h1QaJajwKdc="

  /// The source.
  package static let source = scales + paths + axes + reading + moving

  private static let scales = #"""
    "use strict";
    const PAPER = 960;
    const MONTHS = ["Jan","Feb","Mar","Apr","May","Jun","Jul","Aug","Sep","Oct","Nov","Dec"];
    const known = v => v !== null && v !== undefined && Number.isFinite(v);
    function make(parent, tag, attributes, text) {
      const element = document.createElementNS(parent.namespaceURI, tag);
      for (const name in attributes) element.setAttribute(name, attributes[name]);
      if (text !== undefined) element.textContent = text;
      parent.appendChild(element);
      return element;
    }
    const grouped = (value, digits) => value.toLocaleString("en-US",
      { minimumFractionDigits: digits, maximumFractionDigits: digits });
    // Rounded to zero, a number has no sign.
    const unsigned = text => /^-[0.,]+%?$/.test(text) ? text.slice(1) : text;
    const format = (value, pane, step) => known(value) ? unsigned(written(value, pane, step)) : "-";
    function written(value, pane, step) {
      const kind = pane.format[0], digits = Number(pane.format.slice(1));
      if (kind === "p") {
        const fine = step ? Math.max(0, Math.min(4, Math.ceil(-Math.log10(step * 100) - 1e-9))) : digits;
        return (value * 100).toFixed(fine) + "%";
      }
      const size = Math.abs(value);
      if (kind === "c" || size >= 1e6) {
        for (const [unit, letter] of [[1e12,"T"],[1e9,"B"],[1e6,"M"],[1e3,"k"]])
          if (size >= unit) return (value / unit).toFixed(step && step >= unit ? 0 : 2) + letter;
      }
      if (step) return grouped(value, Math.max(0, Math.min(8, Math.ceil(-Math.log10(step) - 1e-9))));
      return kind === "f" ? grouped(value, digits) : String(Number(value.toPrecision(7)));
    }
    function extent(pane, from, to, hidden) {
      if (pane.range) return pane.range;
      let low = Infinity, high = -Infinity;
      const take = v => { if (known(v) && (!pane.log || v > 0)) { if (v < low) low = v; if (v > high) high = v; } };
      for (const s of pane.series) {
        if (hidden.has(s.id) || Boolean(s.beside) !== Boolean(pane.isBeside)) continue;
        if (s.kind === "marks") { for (const m of s.marks) if (m[0] >= from && m[0] <= to) take(m[1]); }
        else if (s.kind === "level") { if (pane.series.length === 1) take(s.value); }
        else for (const column of s.lows ? s.lows.concat(s.highs) : s.columns || [])
          for (let i = from; i <= to; i++) take(column[i]);
      }
      if (low > high) return [0, 1];
      for (const g of pane.guides) take(g);
      if (pane.zero) { low = Math.min(low, 0); high = Math.max(high, 0); }
      if (pane.log) return [low / 1.02, high * 1.02];
      const margin = (high - low) * 0.04 || Math.abs(high) * 0.05 || 1;
      return [pane.zero && low === 0 ? 0 : low - margin, pane.zero && high === 0 ? 0 : high + margin];
    }
    function ticks(low, high, room, log, isWhole) {
      const marks = [];
      if (log && high / low >= 4) {
        for (let p = Math.floor(Math.log10(low)); p <= Math.log10(high); p++)
          for (const k of [1, 2, 5]) {
            const v = k * Math.pow(10, p);
            if (v >= low && v <= high) marks.push([v, v]);
          }
        return marks;
      }
      const least = (high - low) / room;
      if (!(least > 0)) return marks;
      const power = Math.pow(10, Math.floor(Math.log10(least)));
      const round = [1, 2, 2.5, 5, 10].map(k => k * power).find(k => k >= least) || 10 * power;
      // Between counts there is nothing to mark.
      const step = isWhole ? Math.max(1, round) : round;
      for (let k = Math.ceil(low / step); k <= Math.floor(high / step); k++) marks.push([k * step, step]);
      return marks;
    }

    """#

  private static let paths = #"""
    const c = v => Math.round(v * 10) / 10;
    // A line through the values; of points of several bars through their low and their high, too.
    function outline(values, view, lows, highs) {
      let d = "", lone = null, down = false, group = Math.max(1, Math.floor((view.to - view.from) / (view.width * 1.5)));
      lows = lows || values; highs = highs || values;
      for (let i = view.from; i <= view.to; i += group) {
        let low = -1, high = -1, last = -1;
        const until = Math.min(i + group, view.to + 1);
        if (view.breaks.some(k => k >= i && k < until)) end();
        for (let k = i; k < until; k++) {
          if (!known(values[k])) continue;
          if (low < 0 || lows[k] < lows[low]) low = k;
          if (high < 0 || highs[k] > highs[high]) high = k;
          last = k;
        }
        if (last < 0) { end(); continue; }
        const points = group === 1 && lows === values ? [[last, values]]
          : (low < high ? [[low, lows], [high, highs]] : [[high, highs], [low, lows]]).concat([[last, values]]);
        for (const [k, from] of points) {
          const place = c(view.x(k)) + " " + c(view.y(from[k]));
          if (!down) lone = [place, k];
          else { d += (lone ? "M" + lone[0] : "") + "L" + place; lone = null; }
          down = true;
        }
      }
      // A point between missing values is a diamond: a stroke of no length is not drawn.
      function end() {
        if (lone) d += "M" + c(view.x(lone[1]) - 2) + " " + c(view.y(values[lone[1]])) + "l2-2l2 2l-2 2z";
        lone = null;
        down = false;
      }
      end();
      return d;
    }
    function field(low, high, view) {
      let upper = [], lower = [], d = "";
      const end = () => {
        if (upper.length) d += "M" + upper.concat(lower.reverse()).join("L") + "z";
        upper = []; lower = [];
      };
      const breaks = new Set(view.breaks);
      for (let i = view.from; i <= view.to; i++) {
        if (breaks.has(i)) end();
        if (!known(low(i)) || !known(high(i))) { end(); continue; }
        upper.push(c(view.x(i)) + " " + c(view.y(high(i))));
        lower.push(c(view.x(i)) + " " + c(view.y(low(i))));
      }
      end();
      return d;
    }
    const box = (x, y, w, h) => "M" + c(x) + " " + c(y) + "h" + c(w) + "v" + c(h) + "h" + c(-w) + "z";
    function bars(s, view, sign) {
      const values = sign > 0 ? (s.highs || s.columns)[0] : (s.lows || s.columns)[0];
      const w = Math.max(view.slot * 0.72, 1), zero = view.y(0);
      let d = "";
      for (let i = view.from; i <= view.to; i++) {
        const v = values[i];
        if (!known(v) || v * sign <= 0) continue;
        const y = view.y(v), h = Math.max(Math.abs(y - zero), 0.5);
        d += box(view.x(i) - w / 2, y < zero ? zero - h : zero, w, h);
      }
      return d;
    }
    function candles(columns, view, rising) {
      const group = Math.max(1, Math.floor(3 / view.slot)), half = Math.max(Math.min(view.slot * group * 0.35, 7), 0.8);
      let d = "";
      for (let i = view.from; i <= view.to; i += group) {
        let o, h = -Infinity, l = Infinity, e;
        for (let k = i; k < Math.min(i + group, view.to + 1); k++) {
          if (!columns.every(column => known(column[k]))) continue;
          if (o === undefined) o = columns[0][k];
          h = Math.max(h, columns[1][k]); l = Math.min(l, columns[2][k]); e = columns[3][k];
        }
        if (o === undefined || (e >= o) !== rising) continue;
        const x = c(view.x(Math.min(i + (group - 1) / 2, view.to)));
        const top = view.y(Math.max(o, e)), bottom = view.y(Math.min(o, e));
        d += "M" + x + " " + c(view.y(h)) + "L" + x + " " + c(top) + "M" + x + " " + c(bottom) + "L" + x + " "
          + c(view.y(l)) + box(x - half, top, half * 2, Math.max(bottom - top, 0.6));
      }
      return d;
    }
    function signs(marks, view, side) {
      const own = marks.filter(([i, , s]) => s === side && i >= view.from && i <= view.to).sort((a, b) => a[0] - b[0]);
      const size = Math.min(Math.max(view.width / Math.max(own.length, 1) * 0.3, 2), 4.5);
      let d = "", last = null;
      for (const [i, v] of own) {
        const x = view.x(i), y = view.y(v) + 3 * side;
        if (last && Math.abs(x - last[0]) < size && Math.abs(y - last[1]) < size) continue;
        d += "M" + c(x) + " " + c(y) + "L" + c(x + size) + " " + c(y + 2 * size * side) + "h" + c(-2 * size) + "z";
        last = [x, y];
      }
      return d;
    }
    function shape(s, part, view, pane) {
      const zero = Math.min(Math.max(0, view.low), view.high);
      switch (s.kind) {
        case "line": case "area": return part === "field" ? field(() => zero, i => s.columns[0][i], view)
          : outline(s.columns[0], view, s.lows && s.lows[0], s.highs && s.highs[0]);
        case "band": return field(i => (s.lows || s.columns)[0][i], i => (s.highs || s.columns)[1][i], view);
        case "histogram": return bars(s, view, part === "up" ? 1 : -1);
        case "candles": return candles(s.columns, view, part === "up");
        case "marks": return signs(s.marks, view, part === "up" ? 1 : -1);
        case "level": return s.value >= view.low && s.value <= view.high
          ? "M0 " + c(view.y(s.value)) + "H" + c(view.width) : "";
        case "zones": return s.spans.map(([a, b]) =>
          box(view.x(a) - view.slot / 2, 0, Math.max((b - a + 1) * view.slot, 1), pane.height)).join("");
      }
      return "";
    }

    """#

  private static let axes = #"""
    function timeMarks(data, from, to, room) {
      const words = data.times;
      if (data.edges) {
        const { first, every, words } = data.edges, shown = [];
        const step = (to - from) / every < 2 ? 1 : every * Math.max(1, Math.ceil((to - from) / every / room));
        for (let i = first; i < words.length; i += step) if (i >= from && i <= to + 1) shown.push([i - 0.5, words[i]]);
        return shown;
      }
      if (!data.dated) {
        const shown = [];
        for (let i = from; i <= to; i++) if (words[i]) shown.push(i);
        const every = Math.max(1, Math.ceil(shown.length / room));
        return shown.filter((_, k) => k % every === 0).map(i => [i, words[i]]);
      }
      // The finest unit whose beginnings fit, else every second month, every fifth year and so on.
      const parts = { 16: [15, 30], 13: [2, 3, 6, 12], 7: [2, 3, 6], 4: [2, 5, 10, 20, 50, 100], 10: [7] };
      const number = (i, length) => length === 7 ? Number(words[i].slice(5, 7)) - 1 : length === 10
        ? Math.floor(Date.UTC(...words[i].slice(0, 10).split("-").map((k, n) => Number(k) - (n === 1 ? 1 : 0))) / 864e5) + 3
        : Number(words[i].slice(length === 16 ? 14 : length === 13 ? 11 : 0, length));
      for (const length of [16, 13, 10, 7, 4]) {
        const starts = [];
        for (let i = Math.max(from, 1); i <= to; i++)
          if (words[i].slice(0, length) !== words[i - 1].slice(0, length)) starts.push(i);
        for (const k of [1, ...parts[length]]) {
          const kept = k === 1 ? starts : starts.filter(i => number(i, length) % k === 0);
          if (kept.length > (k > 1 ? 1 : 0) && kept.length <= room)
            return kept.map((i, place) => [i, word(words[i], words[i - 1], length, place === 0)]);
        }
      }
      return [[from, words[from] || ""]];
    }
    // The first word tells the year, or the day, in which the others are.
    function word(time, before, length, isFirst) {
      const year = time.slice(0, 4), month = MONTHS[Number(time.slice(5, 7)) - 1], day = Number(time.slice(8, 10));
      if (length === 4 || (length === 7 && year !== before.slice(0, 4))) return year;
      if (length === 7) return isFirst ? month + " " + year : month;
      if (length === 10 || isFirst || time.slice(0, 10) !== before.slice(0, 10))
        return day + " " + month + (isFirst && length === 10 || year !== before.slice(0, 4) ? " " + year : "");
      return time.slice(11, 16);
    }
    // The second axis of a pane as a pane: its series are those beside.
    const second = pane => pane.beside
      ? { ...pane.beside, isBeside: true, series: pane.series, top: pane.top, height: pane.height } : null;
    function drawBeside(group, pane, view, data, marks) {
      group.replaceChildren();
      for (const [v, step] of marks)
        make(group, "text", { x: data.left - 8, y: pane.top + Math.min(Math.max(view.y(v), 6), pane.height) + 4,
          class: "dim", "text-anchor": "end" }, format(v, pane, step));
    }
    function drawAxis(group, pane, view, data, marks, hidden) {
      group.replaceChildren();
      const right = data.left + data.width, taken = [];
      for (const s of pane.series) {
        if (!s.tagged || hidden.has(s.id)) continue;
        // The last value of the series, wherever the view is.
        const v = s.columns ? s.columns[s.columns.length - 1].findLast(known) : s.value;
        if (!known(v) || v < view.low || v > view.high) continue;
        const y = Math.min(Math.max(view.y(v), 7), pane.height - 7);
        if (taken.some(t => Math.abs(t - y) < 15)) continue;
        taken.push(y);
        const w = data.axis - 8, top = pane.top + y;
        make(group, "path", { class: s.kind === "level" ? "neutral" : "f" + s.colour,
          d: "M" + (right + 1) + " " + top + "L" + (right + 6) + " " + (top - 8) + "h" + w + "v16h" + -w + "z" });
        make(group, "text", { x: right + 8, y: top + 4, class: "onmark last" }, format(v, pane));
      }
      for (const [v, step] of marks) {
        const y = view.y(v);
        if (taken.some(t => Math.abs(t - y) < 13)) continue;
        make(group, "text", { x: right + 8, y: pane.top + Math.min(Math.max(y, 6), pane.height) + 4, class: "dim" },
          format(v, pane, pane.guides.length ? 0 : step));
      }
    }

    """#

  private static let reading = #"""
    function start(figure) {
      const data = JSON.parse(figure.querySelector("script").textContent);
      const svg = figure.querySelector("svg"), hidden = new Set(), n = data.count;
      const groups = [...svg.querySelectorAll("g.pane")], timeGroup = svg.querySelector("g.time");
      const plots = groups.map(group => group.querySelector("svg.plot"));
      const slashes = svg.querySelector("path.slashes");
      let a = 0, b = n, pending = false, at = null, paper = PAPER;
      const bottom = data.panes[data.panes.length - 1];
      const cross = make(svg, "path", { class: "axis cross", d: "" });
      const day = make(svg, "text", { class: "last", "text-anchor": "middle" }, "");
      const set = (element, values) => { for (const name in values) element.setAttribute(name, values[name]); };
      const series = id => { for (const pane of data.panes) for (const s of pane.series) if (s.id === id) return [s, pane]; };
      // The panes and legends on the width there is: as the page drew them, or narrower on a narrow screen.
      function layout() {
        paper = Math.max(300, Math.min(PAPER, Math.floor(figure.clientWidth || PAPER)));
        data.paper = paper;
        data.width = paper - data.left - data.axis;
        let y = 16;
        data.panes.forEach((pane, p) => {
          let row = 0, used = 0;
          const keys = [...groups[p].querySelectorAll("g.key")].map(key => {
            const name = key.querySelector("text"), id = Number(key.dataset.s);
            const from = [Number(name.getAttribute("x")) - 22, Number(name.getAttribute("y"))];
            const own = name.firstChild ? name.firstChild.textContent.length : 0, [s, pane] = series(id);
            const width = 40 + 6.7 * (own + Math.max(2, reading(s, pane, null).length, reading(s, pane, n - 1).length) * 1.15);
            if (used > 0 && used + width > data.width) { row++; used = 0; }
            const place = { key, from, row, x: data.left + used, id };
            used += width;
            return place;
          });
          y += (keys.length ? row + 1 : 0) * 18 + 4;
          for (const { key, from, row: own, x } of keys)
            key.setAttribute("transform", "translate(" + c(x - from[0]) + " " + c(y - 8 - (row - own) * 18 - from[1]) + ")");
          pane.top = y;
          set(plots[p], { width: data.width, y });
          groups[p].querySelector("path[data-axis]").setAttribute("d", "M" + data.left + " " + (y + pane.height) + "h"
            + data.width + "v" + -pane.height + (pane.beside ? "M" + data.left + " " + (y + pane.height) + "v" + -pane.height : ""));
          y += pane.height + 14;
        });
        set(svg, { viewBox: "0 0 " + paper + " " + Math.ceil(y + 8), width: paper, height: Math.ceil(y + 8) });
        day.setAttribute("y", bottom.top + bottom.height + 17);
      }
      // What a legend tells of a bar, or of the last one that has a value; of several bars in one point their low and high.
      function reading(s, pane, i) {
        if (!s.columns || i === null && !data.dated) return "";
        const own = s.beside ? pane.beside : pane, text = (column, k) => format(column[k], own);
        if (i === null) {
          const values = s.columns[s.columns.length - 1];
          let k = n - 1;
          while (k > 0 && !known(values[k])) k--;
          return s.kind === "band" ? "" : text(values, k);
        }
        if (s.columns.some(column => !known(column[i]))) return "-";
        if (s.kind === "candles")
          return "O " + text(s.columns[0], i) + "  H " + text(s.columns[1], i) + "  L " + text(s.columns[2], i)
            + "  C " + text(s.columns[3], i);
        if (s.kind === "band") return text((s.lows || s.columns)[0], i) + " to " + text((s.highs || s.columns)[1], i);
        return (s.lows ? "H " + text(s.highs[0], i) + "  L " + text(s.lows[0], i) + "  C " : "") + text(s.columns[0], i);
      }
      function draw() {
        pending = false;
        const from = Math.max(0, Math.floor(a)), to = Math.min(n - 1, Math.ceil(b) - 1);
        const x = i => (i + 0.5 - a) / (b - a) * data.width;
        const times = timeMarks(data, from, to, Math.max(1, Math.floor(data.width / 80)));
        const breaks = data.breaks.filter(i => i > from && i <= to), places = [];
        for (const i of breaks)
          if (!places.length || x(i - 0.5) - places[places.length - 1] >= 8) places.push(x(i - 0.5));
        if (slashes) slashes.setAttribute("d", places.map(x => [x - 3, x + 1].map(x => "M" + c(data.left + x) + " "
          + (bottom.top + bottom.height + 5) + "l3-10").join("")).join(""));
        for (const path of svg.querySelectorAll("path.break"))
          path.setAttribute("d", places.map(x => "M" + c(x) + " 0v2000").join(""));
        const seen = pane => {
          const [low, high] = extent(pane, from, to, hidden);
          const scale = pane.log ? Math.log(high / low) : high - low;
          const y = v => Math.min(Math.max((pane.log ? Math.log(high / Math.max(v, 1e-300)) : high - v) / scale, 0), 1)
            * pane.height;
          return { from, to, low, high, x, y, width: data.width, slot: data.width / (b - a), breaks };
        };
        data.panes.forEach((pane, p) => {
          const view = seen(pane), { low, high, y } = view;
          const other = second(pane), besideView = other && seen(other);
          for (const path of groups[p].querySelectorAll("svg.plot path[data-s]")) {
            const s = pane.series.find(s => s.id === Number(path.dataset.s));
            path.setAttribute("d",
              hidden.has(s.id) ? "" : shape(s, path.dataset.part, s.beside ? besideView : view, pane));
          }
          if (other) drawBeside(groups[p].querySelector("g.beside"), other, besideView, data,
            ticks(besideView.low, besideView.high, Math.max(2, pane.height / 44), false));
          const marks = pane.guides.length ? pane.guides.map(g => [g, 0])
            : ticks(low, high, Math.max(2, pane.height / 44), pane.log, pane.format === "f0");
          groups[p].querySelector("svg.plot .grid").setAttribute("d",
            marks.map(([v]) => "M0 " + c(y(v)) + "h" + data.width).join("")
            + times.map(([i]) => "M" + c(x(i)) + " 0v" + pane.height).join(""));
          drawAxis(groups[p].querySelector("g.values"), pane, view, data, marks, hidden);
        });
        timeGroup.replaceChildren();
        let free = 0;
        for (const [i, text] of times) {
          const half = text.length * 3.4, middle = Math.max(half, Math.min(data.left + x(i), paper - half));
          if (middle - half < free) continue;
          free = middle + half + 10;
          make(timeGroup, "text", { x: middle, y: bottom.top + bottom.height + 17, class: "dim", "text-anchor": "middle" },
            text);
        }
        read();
      }
      function redraw() { if (!pending) { pending = true; requestAnimationFrame(draw); } }
      function read() {
        for (const pane of data.panes) for (const s of pane.series) {
          const last = svg.querySelector('g.key[data-s="' + s.id + '"] .last');
          if (last && s.columns) last.textContent = reading(s, pane, at);
        }
        if (at === null) { cross.setAttribute("d", ""); day.textContent = ""; timeGroup.style.opacity = ""; return; }
        const x = c(data.left + (at + 0.5 - a) / (b - a) * data.width);
        cross.setAttribute("d", data.panes.map(p => "M" + x + " " + p.top + "v" + p.height).join(""));
        const ends = data.ends ? " to " + data.ends[at] : "", words = ((data.times[at] || "") + ends).replaceAll("T", " ");
        day.setAttribute("x", Math.max(words.length * 3.6, Math.min(x, paper - words.length * 3.6)));
        day.textContent = words;
        timeGroup.style.opacity = 0.25;
      }
      move(figure, svg, data, hidden, {
        get range() { return [a, b]; }, get at() { return at; },
        show(from, to) {
          const least = Math.min(n, 5), size = Math.max(least, Math.min(n, to - from));
          const middle = (from + to) / 2;
          a = Math.max(0, Math.min(n - size, middle - size / 2));
          b = a + size;
          redraw();
        },
        layout, point(i) { at = i === null ? null : Math.max(0, Math.min(n - 1, i)); read(); }, redraw,
      });
      figure.classList.add("drawn");
      layout();
      draw();
      addEventListener("resize", () => { layout(); redraw(); });
    }

    """#
}
