// The page of a desk: it asks the routes of its own server, and listens to its socket.
const $ = id => document.getElementById(id);
const make = (tag, options = {}, ...children) => {
  const { attributes = {}, ...own } = options;
  const element = Object.assign(document.createElement(tag), own);
  for (const name in attributes) element.setAttribute(name, attributes[name]);
  element.append(...children);
  return element;
};
const money = value => Number(value).toLocaleString(undefined, { style: "currency", currency: "USD" });
const signed = value => (value > 0 ? "+" : "") + money(value);
const share = value => (value * 100).toFixed(1) + "%";
const tone = value => value > 0 ? "gain" : value < 0 ? "loss" : "even";

// Asking. What was answered last is kept for when the server does not answer.
const kept = {
  get: path => { try { return JSON.parse(localStorage.getItem("tas " + path)); } catch { return null; } },
  set: (path, data) => { try { localStorage.setItem("tas " + path, JSON.stringify({ at: Date.now(), data })); } catch {} },
  has: path => localStorage.getItem("tas " + path) !== null,
  clear: () => { for (const key of Object.keys(localStorage)) if (key.startsWith("tas ")) localStorage.removeItem(key); },
};
class Refused extends Error {
  constructor(status, message) { super(message); this.status = status; }
}
async function send(path, options = {}) {
  const { json, ...rest } = options;
  const headers = { "X-Tas": "1" };
  if (json !== undefined) headers["Content-Type"] = "application/json";
  const answer = await fetch(path, { ...rest, headers, body: json === undefined ? undefined : JSON.stringify(json) });
  const text = await answer.text();
  const data = text && answer.headers.get("content-type")?.startsWith("application/json") ? JSON.parse(text) : text;
  if (!answer.ok) throw new Refused(answer.status, data?.message ?? answer.statusText);
  return data;
}
let refreshing = null;
async function refresh() {
  refreshing ??= send("/auth/refresh", { method: "POST", json: {} }).finally(() => { refreshing = null; });
  return refreshing;
}
async function ask(path, options) {
  try { return await send(path, options); } catch (fault) {
    if (fault.status !== 401 || locked) throw fault;
    await refresh();
    return send(path, options);
  }
}
const age = at => {
  const seconds = (Date.now() - at) / 1000;
  if (seconds < 60) return "just now";
  if (seconds < 3600) return Math.floor(seconds / 60) + " min ago";
  if (seconds < 86400) return Math.floor(seconds / 3600) + " h ago";
  return Math.floor(seconds / 86400) + " d ago";
};
// An answer, or the last one with its age.
async function get(path) {
  try {
    const data = await ask(path);
    kept.set(path, data);
    setOffline(null);
    return data;
  } catch (fault) {
    if (fault instanceof Refused) throw fault;
    const last = kept.get(path);
    if (!last) throw fault;
    setOffline(last.at);
    return last.data;
  }
}
let offlineSince = null, liveWord = "", told = { text: "", until: 0 };
function setOffline(at) { offlineSince = at; say(); }
function say(word) {
  if (word !== undefined) liveWord = word;
  const text = offlineSince ? `offline, from ${age(offlineSince)}` : told.until > Date.now() ? told.text : liveWord;
  if ($("state").textContent !== text) $("state").textContent = text;
}

// Says something for a few seconds.
function tell(text) { told = { text, until: Date.now() + 4000 }; say(); }

// Signing in and out, and the lock.
let user = null, locked = false, idleLock = 900, lastInput = Date.now();
function now() { return Date.now(); }
async function begin() {
  if (!kept.has("/users/me")) return showSignIn();
  try {
    user = await get("/users/me");
  } catch (fault) {
    if (fault instanceof Refused) {
      try { user = (await refresh()).user; } catch { return showSignIn(); }
    } else return showSignIn("the server does not answer");
  }
  showDesk();
}
function showSignIn(fault = "") {
  user = null;
  kept.clear();
  $("tabs").hidden = $("leave").hidden = true;
  for (const panel of panels) $(panel).hidden = true;
  $("sign-in").hidden = false;
  $("sign-in-fault").textContent = fault;
  $("name").focus();
}
async function signIn(name, password) {
  const answer = await send("/auth/login", { method: "POST", json: { username: name, password } });
  user = answer.user;
  idleLock = answer.idle_lock ?? idleLock;
  kept.set("/users/me", user);
}
$("sign-in").addEventListener("submit", async event => {
  event.preventDefault();
  try {
    await signIn($("name").value, $("password").value);
    $("password").value = "";
    showDesk();
  } catch (fault) { $("sign-in-fault").textContent = fault.message; }
});
$("leave").addEventListener("click", async () => {
  try { await send("/auth/logout", { method: "POST" }); } catch {}
  kept.clear();
  socket?.close();
  showSignIn();
});
async function lock() {
  if (locked || !user) return;
  locked = true;
  socket?.close();
  $("lock").showModal();
  try { await send("/auth/logout", { method: "POST" }); } catch {}
}
$("lock").addEventListener("cancel", event => event.preventDefault());
$("unlock").addEventListener("submit", async event => {
  event.preventDefault();
  try {
    await signIn(user.username, $("unlock-password").value);
    $("unlock-password").value = $("unlock-fault").textContent = "";
    locked = false;
    lastInput = now();
    $("lock").close();
    connect();
    show(current);
  } catch (fault) { $("unlock-fault").textContent = fault.message; }
});
for (const kind of ["pointerdown", "keydown", "wheel", "touchstart"]) {
  addEventListener(kind, () => { lastInput = now(); }, { passive: true });
}
let lastRefresh = now();
setInterval(() => {
  if (user && !locked && now() - lastInput > idleLock * 1000) lock();
  if (user && !locked && now() - lastRefresh > 300_000 && lastInput > lastRefresh) {
    lastRefresh = now();
    refresh().catch(() => {});
  }
  say();
}, 1000);

// The pages.
const panels = ["home", "calendar", "trades", "panel", "notifications", "admin"];
let current = "home";
function showDesk() {
  $("sign-in").hidden = true;
  $("tabs").hidden = $("leave").hidden = false;
  $("tab-admin").hidden = user.role !== "admin";
  connect();
  show(panels.includes(location.hash.slice(1)) ? location.hash.slice(1) : "home");
}
const painters = { home: paintHome, calendar: paintCalendar, trades: paintTrades, panel: paintPanel,
  notifications: paintNotices, admin: paintAdmin };
async function show(panel) {
  current = panel;
  for (const each of panels) {
    $(each).hidden = each !== panel;
    const tab = $("tab-" + each);
    tab.setAttribute("aria-selected", each === panel);
    tab.tabIndex = each === panel ? 0 : -1;
  }
  history.replaceState(null, "", "#" + panel);
  try { await painters[panel](); } catch (fault) {
    if (fault.status === 401 && !locked) showSignIn(); else tell(fault.message);
  }
}
$("tabs").addEventListener("click", event => { if (event.target.role === "tab") show(event.target.id.slice(4)); });
$("tabs").addEventListener("keydown", event => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const open = panels.filter(each => !$("tab-" + each).hidden);
  const next = open[(open.indexOf(current) + step + open.length) % open.length];
  show(next);
  $("tab-" + next).focus();
});

// Live.
let socket = null, pause = 1000;
function connect() {
  if (socket && socket.readyState < 2) return;
  socket = new WebSocket((location.protocol === "https:" ? "wss://" : "ws://") + location.host + "/ws");
  socket.onopen = () => {
    pause = 1000;
    say("live");
    if (offlineSince) show(current);
  };
  socket.onclose = () => {
    if (locked || !user) return;
    say("reconnecting");
    setTimeout(() => { if (user && !locked) connect(); }, pause * (0.5 + Math.random() / 2));
    pause = Math.min(60_000, pause * 2);
  };
  socket.onmessage = message => {
    const event = JSON.parse(message.data);
    setOffline(null);
    if (event.type === "equity_update") $("equity").textContent = money(event.equity);
    if (event.type === "bot_status") setRunning(event.running);
    if (event.type === "equity_update" && current === "home" || event.type === "trade_executed") {
      if (current !== "admin" && current !== "panel") show(current);
    }
  };
}
const comeBack = () => { if (user && !locked && offlineSince) { connect(); show(current); } };
addEventListener("online", comeBack);
setInterval(comeBack, 5000);
function setRunning(running, mode) {
  $("running").textContent = running ? "running" + (mode ? ", " + mode : "") : "stopped";
}

// Dashboard.
async function paintHome() {
  const [profit, balance, status, trades] = await Promise.all(
    [get("/profit"), get("/api/v1/balance"), get("/status"), get("/trades?limit=10")]);
  $("equity").textContent = money(balance.equity);
  $("balance").textContent = money(balance.balance);
  $("pnl").textContent = `${signed(profit.pnl_abs)} (${profit.pnl_pct.toFixed(2)}%)`;
  $("pnl").className = tone(profit.pnl_abs);
  $("win-rate").textContent = share(profit.win_rate);
  setRunning(status.running, status.mode);
  $("curve").src = "/app/equity.svg?at=" + now();
  $("newest").replaceChildren(tradeTable(trades.items));
}
function tradeTable(items) {
  if (!items.length) return make("p", { className: "dim", textContent: "no trades" });
  const head = make("tr", {}, ...["Symbol", "Side", "Quantity", "Price", "P&L", "%", "Opened", "Closed"]
    .map(text => make("th", { textContent: text, attributes: { scope: "col" } })));
  const rows = items.map(item => make("tr", {}, ...[
    item.symbol, item.side, item.qty, item.price, item.closed_at ? signed(item.pnl) : "open",
    item.closed_at ? item.pnl_pct.toFixed(2) : "", day(item.opened_at), item.closed_at ? day(item.closed_at) : "",
  ].map((text, place) => make("td", { textContent: text, className: place === 4 && item.closed_at ? tone(item.pnl) : "" }))));
  return make("div", { className: "scroll" }, make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows)));
}
const zoneName = () => $("zone").value;
const day = (ms, zone = zoneName()) => new Intl.DateTimeFormat("sv-SE", { timeZone: zone }).format(ms);

// Calendar.
let month = null;
async function paintCalendar() {
  const days = await get("/api/v1/calendar?zone=" + encodeURIComponent(zoneName()));
  const known = new Map(days.map(each => [each.trading_day, each]));
  month ??= (days.at(-1)?.trading_day ?? day(now())).slice(0, 7);
  const [year, number] = month.split("-").map(Number);
  const first = new Date(Date.UTC(year, number - 1, 1));
  $("month").textContent = first.toLocaleDateString(undefined, { month: "long", year: "numeric", timeZone: "UTC" });
  const names = [...Array(7).keys()].map(place => new Date(Date.UTC(2024, 0, 1 + place))
    .toLocaleDateString(undefined, { weekday: "short", timeZone: "UTC" }));
  const body = make("tbody");
  const cursor = new Date(first);
  cursor.setUTCDate(1 - (first.getUTCDay() + 6) % 7);
  let total = 0;
  do {
    const row = make("tr");
    for (let place = 0; place < 7; place++) {
      const key = cursor.toISOString().slice(0, 10);
      const own = key.startsWith(month) ? known.get(key) : null;
      const cell = make("td");
      if (own) {
        total += Number(own.pnl);
        cell.className = tone(Number(own.pnl));
        const button = make("button", { type: "button" }, String(cursor.getUTCDate()), make("br"), signed(own.pnl));
        button.setAttribute("aria-label",
          `${key}: ${Number(own.pnl) < 0 ? "loss of" : "gain of"} ${money(Math.abs(own.pnl))}, ${share(own.win_rate)} won`);
        button.onclick = () => paintDay(key);
        cell.append(button);
      } else if (key.startsWith(month)) cell.append(make("span", { className: "dim", textContent: cursor.getUTCDate() }));
      row.append(cell);
      cursor.setUTCDate(cursor.getUTCDate() + 1);
    }
    body.append(row);
  } while (cursor.toISOString().startsWith(month));
  $("days").replaceChildren(
    make("thead", {}, make("tr", {}, ...names.map(text => make("th", { textContent: text, attributes: { scope: "col" } })))), body);
  $("month-total").textContent = "Month: " + signed(total);
  $("month-total").className = tone(total);
  $("day-trades").replaceChildren();
}
async function paintDay(key) {
  const own = (await allTrades()).filter(each => each.closed_at && day(each.closed_at) === key);
  $("day-trades").replaceChildren(make("h2", { textContent: key }), tradeTable(own));
}
function moveMonth(step) {
  const [year, number] = month.split("-").map(Number);
  month = new Date(Date.UTC(year, number - 1 + step, 1)).toISOString().slice(0, 7);
  show("calendar");
}
$("earlier").onclick = () => moveMonth(-1);
$("later").onclick = () => moveMonth(1);
$("zone").onchange = () => show("calendar");

// Ledger.
let page = 0;
async function allTrades() {
  const all = [];
  let cursor = "";
  do {
    const part = await get("/trades?limit=200" + (cursor && "&cursor=" + encodeURIComponent(cursor)));
    all.push(...part.items);
    cursor = part.next_cursor ?? "";
  } while (cursor && all.length < 20_000);
  return all;
}
async function paintTrades() {
  const [symbol, side, outcome, start, end] =
    ["symbol", "side", "outcome", "start", "end"].map(name => $("f-" + name).value.trim());
  const fits = each => (!symbol || each.symbol.toLowerCase().includes(symbol.toLowerCase()))
    && (!side || each.side === side)
    && (!outcome || each.closed_at && (outcome === "win" ? each.pnl > 0 : each.pnl < 0))
    && (!(start || end) || each.closed_at && (!start || day(each.closed_at) >= start) && (!end || day(each.closed_at) <= end));
  const all = (await allTrades()).filter(fits);
  const last = Math.max(0, Math.ceil(all.length / 50) - 1);
  page = Math.min(page, last);
  $("ledger").replaceChildren(tradeTable(all.slice(page * 50, page * 50 + 50)));
  $("page-place").textContent = `page ${page + 1} of ${last + 1}, ${all.length} trades`;
  $("page-before").disabled = page === 0;
  $("page-after").disabled = page === last;
}
for (const kind of ["input", "change"]) $("filters").addEventListener(kind, () => { page = 0; paintTrades(); });
$("filters").addEventListener("submit", event => event.preventDefault());
$("page-before").onclick = () => { page--; paintTrades(); };
$("page-after").onclick = () => { page++; paintTrades(); };

// Confidence.
const weights = { backtest: 0.4, walkforward: 0.35, live: 0.25, drift: 0.15 };
let shown = null;
async function paintPanel() {
  if (!$("weights").querySelector("input")) {
    for (const name in weights) {
      const isDrift = name === "drift";
      const input = make("input", { type: "range", id: "w-" + name, step: "0.05", min: isDrift ? "0.05" : "0",
        max: isDrift ? "0.5" : "1", value: weights[name] });
      const output = make("output", { textContent: share(weights[name]), htmlFor: "w-" + name });
      input.oninput = () => { weights[name] = Number(input.value); drawConfidence(); };
      $("weights").append(make("div", { className: "slider" },
        make("label", { textContent: isDrift ? "drift threshold" : name, htmlFor: "w-" + name }), input, output));
    }
  }
  if ($("symbol").value) await loadConfidence();
}
async function loadConfidence() {
  const symbol = $("symbol").value.trim();
  const path = "/functions/v1/get-unified-validation?symbol=" + encodeURIComponent(symbol);
  try {
    shown = await get(path);
    drawConfidence();
    send("/functions/v1/log-validation-audit", { method: "POST", json: { symbol, confidence: shown.confidence,
      weights: { backtest: weights.backtest, walkforward: weights.walkforward, live: weights.live },
      timestamp: now(), user_id: user.username } }).catch(() => {});
  } catch (fault) { shown = null; $("confidence").replaceChildren(make("p", { textContent: fault.message })); }
}
function drawConfidence() {
  const total = weights.backtest + weights.walkforward + weights.live || 1;
  const part = name => weights[name] / total;
  for (const name in weights) {
    $("w-" + name).nextElementSibling.textContent = share(name === "drift" ? weights.drift : part(name));
  }
  if (!shown) return;
  const scores = { backtest: shown.backtest_score, walkforward: shown.walkforward_score, live: shown.live_score };
  const value = Object.keys(scores).reduce((sum, name) => sum + part(name) * scores[name], 0);
  const colour = value >= 0.75 ? "green" : value >= 0.5 ? "yellow" : "red";
  const svg = (tag, attributes, text) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const name in attributes) element.setAttribute(name, attributes[name]);
    if (text) element.textContent = text;
    return element;
  };
  const ring = svg("svg", { viewBox: "0 0 120 120", class: "ring", role: "img", "aria-label": `confidence ${share(value)}` });
  const length = 2 * Math.PI * 52;
  ring.append(svg("circle", { cx: 60, cy: 60, r: 52 }),
    svg("circle", { cx: 60, cy: 60, r: 52, class: "value " + colour, "stroke-dasharray": `${length * value} ${length}` }),
    svg("text", { x: 60, y: 67 }, share(value)));
  const rows = Object.entries(scores).map(([name, score]) => make("tr", {},
    ...[name, share(score), "× " + share(part(name))].map(text => make("td", { textContent: text }))));
  const votes = { BULLISH: 1, NEUTRAL: 0, BEARISH: -1 };
  const [m15, h1, d1] = [shown.m15_signal, shown.h1_signal, shown.d1_signal].map(word => votes[word]);
  const sum = 0.5 * d1 + 0.3 * h1 + 0.2 * m15, [up, down] = [1, -1].map(way => [m15, h1, d1].filter(v => v === way).length);
  const consensus = { duration: sum > 0.5 ? 1 : sum < -0.5 ? -1 : 0, equal: up >= 2 ? 1 : down >= 2 ? -1 : 0,
    "recent-performance": shown.live_score > 0.7 ? m15 : shown.live_score > 0.5 ? h1 : d1 }[shown.weights.timeframeWeight];
  const word = Object.keys(votes).find(key => votes[key] === consensus) ?? "NEUTRAL";
  const signals = `consensus ${word} (${shown.weights.timeframeWeight}) · 15m ${shown.m15_signal} · 1h ${shown.h1_signal} · 1d ${shown.d1_signal}`;
  const drift = Math.abs(shown.live_score - shown.backtest_score);
  $("drift").hidden = !(drift > weights.drift);
  $("drift").textContent = `Live differs from the backtest by ${share(drift)}, more than ${share(weights.drift)}.`;
  $("confidence").replaceChildren(ring, make("table", {}, make("tbody", {}, ...rows)),
    make("p", { textContent: signals }), make("p", { className: "dim", textContent: `${shown.symbol}, ${age(shown.timestamp)}` }));
}
$("ask").addEventListener("submit", event => { event.preventDefault(); loadConfidence(); });
setInterval(() => { if (user && !locked && current === "panel" && shown) loadConfidence(); }, 300_000);

// Notices.
async function paintNotices() {
  const kind = $("kind").value;
  const all = await get("/api/v1/notices" + (kind && "?kind=" + kind));
  $("notices").replaceChildren(...all.map(each => {
    const raw = make("pre", { textContent: JSON.stringify(each, null, 2), hidden: true });
    const open = make("button", { type: "button", textContent: "JSON" });
    open.onclick = () => { raw.hidden = !raw.hidden; };
    const drop = make("button", { type: "button", textContent: "Delete" });
    drop.setAttribute("aria-label", "Delete " + each.title);
    drop.onclick = async () => { await ask("/api/v1/notices/" + each.id, { method: "DELETE" }); show("notifications"); };
    const when = new Date(each.time).toLocaleString(undefined, { timeZone: zoneName() });
    return make("li", {}, make("strong", { textContent: each.title }), " " + each.body + " ",
      make("small", { textContent: `${each.kind}, ${when}` }), " ", open, " ", drop, raw);
  }));
  if (!all.length) $("notices").replaceChildren(make("li", { textContent: "no notices" }));
}
$("kind").onchange = () => show("notifications");

// Admin.
const guards = {
  max_drawdown_percent: [5, 90, 1], daily_loss_limit_percent: [1, 50, 0.5], risk_per_trade: [0.005, 0.1, 0.001],
  max_open_positions: [1, 10, 1], atr_stop_loss_multiplier: [0.5, 3, 0.1], atr_take_profit_multiplier: [1, 5, 0.1],
};
async function paintAdmin() {
  const [bot, risk, users, log] = await Promise.all(
    [get("/admin/bot/status"), get("/admin/risk"), get("/admin/users"), get("/admin/log")]);
  $("bot").textContent = `${bot.running ? "running" : "stopped"}, ${bot.mode}, since ${bot.updated_at}`;
  $("bot-mode").textContent = bot.mode === "paper" ? "Trade live" : "Trade on paper";
  $("bot-mode").dataset.mode = bot.mode;
  $("risk").replaceChildren(...Object.entries(guards).map(([name, [min, max, step]]) => {
    const input = make("input", { type: "range", id: "g-" + name, min, max, step, value: risk[name] });
    const output = make("output", { textContent: risk[name], htmlFor: "g-" + name });
    input.oninput = () => { output.textContent = input.value; };
    input.onchange = () => act("/admin/risk", "PATCH", { [name]: Number(input.value) });
    return make("div", { className: "slider" },
      make("label", { textContent: name.replaceAll("_", " "), htmlFor: "g-" + name }), input, output);
  }));
  const rows = users.map(each => {
    const cell = make("td");
    const add = (text, change) => {
      const button = make("button", { type: "button", textContent: text });
      button.setAttribute("aria-label", `${text} ${each.username}`);
      button.onclick = () => act("/admin/users/" + each.id, "PATCH", change);
      cell.append(button, " ");
    };
    if (each.status !== "active") add(each.status === "pending" ? "Approve" : "Enable", { status: "active" });
    else add("Disable", { status: "disabled" });
    add(each.role === "admin" ? "Make viewer" : "Make admin", { role: each.role === "admin" ? "viewer" : "admin" });
    return make("tr", {}, ...[each.username, each.email, each.role, each.status]
      .map(text => make("td", { textContent: text })), cell);
  });
  const head = make("tr", {}, ...["Name", "Address", "Role", "Status", ""]
    .map(text => make("th", { textContent: text, attributes: { scope: "col" } })));
  $("users").replaceChildren(make("div", { className: "scroll" },
    make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows))));
  $("log").replaceChildren(...log.map(each => make("li", {}, make("strong", { textContent: each.summary }),
    ` ${each.details} `, make("small", { textContent: `${each.category}, ${each.actor}, ${each.timestamp}` }))));
}
async function act(path, method, json) {
  try { await ask(path, { method, json }); tell("done"); } catch (fault) { tell(fault.message); }
  show("admin");
}
$("bot-start").onclick = () => act("/admin/bot/start", "POST");
$("bot-stop").onclick = () => act("/admin/bot/stop", "POST");
$("bot-mode").onclick = () => {
  if ($("bot-mode").dataset.mode === "live") return act("/admin/bot/mode", "PATCH", { mode: "paper" });
  const name = prompt("Orders will go to the broker and can lose money. Type the account's name to trade live.");
  if (name) act("/admin/bot/mode", "PATCH", { mode: "live", confirm: name });
};

begin();
