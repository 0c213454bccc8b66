extension LiveScript {
  /// The part of the source that listens: to the wheel, pointers, keys, legends and buttons.
  static let moving = #"""
    function move(figure, svg, data, hidden, chart) {
      const place = event => {
        const frame = svg.getBoundingClientRect();
        return ((event.clientX - frame.left) * data.paper / frame.width - data.left) / data.width;
      };
      const bar = part => Math.floor(chart.range[0] + part * (chart.range[1] - chart.range[0]));
      function zoom(factor, part) {
        const [a, b] = chart.range, centre = a + part * (b - a);
        chart.show(centre - (centre - a) * factor, centre + (b - centre) * factor);
      }
      function pan(bars) { chart.show(chart.range[0] + bars, chart.range[1] + bars); }
      // One finger moves along the bars, two zoom; up and down the page scrolls.
      svg.style.touchAction = "pan-y";
      svg.addEventListener("wheel", event => {
        const [a, b] = chart.range;
        // Where all bars are seen, the page scrolls on.
        if (event.deltaY > 0 && b - a >= data.count && !event.deltaX) return;
        event.preventDefault();
        if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) pan(event.deltaX / 600 * (b - a));
        else zoom(Math.exp(Math.max(-60, Math.min(60, event.deltaY)) / 240), place(event));
      }, { passive: false });
      const touches = new Map();
      svg.addEventListener("pointerdown", event => {
        if (event.target.closest("g.key")) return;
        touches.set(event.pointerId, place(event));
        svg.setPointerCapture(event.pointerId);
      });
      svg.addEventListener("pointermove", event => {
        const now = place(event), before = touches.get(event.pointerId);
        if (before === undefined || event.pointerType === "mouse" && !event.buttons) {
          if (now >= 0 && now <= 1) chart.point(bar(now));
          return;
        }
        if (touches.size === 2) {
          const other = [...touches.entries()].find(([id]) => id !== event.pointerId)[1];
          const factor = Math.abs(before - other) / Math.max(Math.abs(now - other), 0.01);
          zoom(Math.max(0.5, Math.min(2, factor)), other);
        } else pan((before - now) * (chart.range[1] - chart.range[0]));
        touches.set(event.pointerId, now);
      });
      for (const name of ["pointerup", "pointercancel"])
        svg.addEventListener(name, event => touches.delete(event.pointerId));
      svg.addEventListener("pointerleave", () => chart.point(null));
      svg.addEventListener("dblclick", () => chart.show(0, data.count));
      for (const key of svg.querySelectorAll("g.key")) {
        const id = Number(key.dataset.s);
        const flip = () => {
          if (!hidden.delete(id)) hidden.add(id);
          key.style.opacity = hidden.has(id) ? 0.35 : "";
          key.setAttribute("aria-pressed", String(!hidden.has(id)));
          chart.redraw();
        };
        key.setAttribute("role", "button");
        key.setAttribute("tabindex", "0");
        key.setAttribute("aria-pressed", "true");
        key.style.cursor = "pointer";
        key.addEventListener("click", flip);
        key.addEventListener("keydown", event => {
          if (event.key === "Enter" || event.key === " ") { event.preventDefault(); event.stopPropagation(); flip(); }
        });
      }
      const holder = document.createElement("div");
      holder.className = "table behind";
      holder.hidden = true;
      function fill() {
        const from = Math.max(0, Math.floor(chart.range[0])), to = Math.min(data.count, Math.ceil(chart.range[1]));
        const columns = data.panes.flatMap(p => p.series.flatMap(s =>
          (s.columns || []).flatMap((values, k) => {
            const name = s.columns.length > 1 ? s.names[k] : s.name, own = s.beside ? p.beside : p;
            return [[name, values, own]].concat(s.lows ? [["low", s.lows[k], own], ["high", s.highs[k], own]] : []);
          })));
        const table = document.createElement("table");
        const add = (row, tag, text, name) => {
          const cell = document.createElement(tag);
          cell.textContent = text;
          if (name) cell.className = name;
          row.appendChild(cell);
        };
        const head = table.createTHead().insertRow();
        add(head, "th", "time");
        for (const [name] of columns) add(head, "th", name, "number");
        const body = table.createTBody();
        for (let i = to - 1; i >= Math.max(from, to - 500); i--) {
          const row = body.insertRow();
          add(row, "th", (data.times[i] || String(i)) + (data.ends ? " to " + data.ends[i] : ""));
          for (const [, values, pane] of columns) add(row, "td", format(values[i], pane), "number");
        }
        holder.replaceChildren(table);
        if (to - from > 500) holder.append("the last 500 of " + (to - from) + (data.ends ? " points" : " bars") + " in view");
      }
      const actions = {
        "+": () => zoom(0.7, 0.5), "-": () => zoom(1 / 0.7, 0.5), "0": () => chart.show(0, data.count),
        "t": () => { holder.hidden = !holder.hidden; if (!holder.hidden) fill(); },
        "ArrowLeft": () => step(-1), "ArrowRight": () => step(1), "Escape": () => chart.point(null),
      };
      function step(by) {
        const i = (chart.at === null ? Math.ceil(chart.range[1]) : chart.at) + by;
        if (i < chart.range[0] || i >= chart.range[1]) pan(by);
        chart.point(i);
      }
      figure.tabIndex = 0;
      figure.addEventListener("keydown", event => {
        const action = actions[event.key === "=" ? "+" : event.key];
        if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        action();
      });
      const tools = document.createElement("div");
      tools.className = "tools";
      for (const [key, text, title] of [["+", "+", "zoom in (+)"], ["-", "−", "zoom out (-)"], ["0", "all", "all bars (0)"],
        ["t", "table", "the values (t)"]]) {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = text;
        button.title = title;
        button.addEventListener("click", actions[key]);
        tools.appendChild(button);
      }
      figure.insertBefore(tools, svg);
      figure.appendChild(holder);
    }
    for (const figure of document.querySelectorAll("figure.live")) start(figure);
    """#
}
