#!/usr/bin/env python3
"""A stand-in for the trading interface of Alpaca (REST v2), on 127.0.0.1: one account, orders, positions, activities.

Prints one line of JSON with its address, and serves until /fake/stop, the end of `--seconds`, or with `--piped` that of
its standard input. Needs nothing but Python 3.9. `scripts/parity/alpaca_client.py` shows that Alpaca's own client reads it.

Money is decimal. A market order fills at once at the last price of its symbol, in as many parts as `--parts` says; a
limit or stop order once a price reaches it. Its legs (`bracket`, `oto`) rest from then on, and one that fills cancels
the other. What is told of fills: the order, then an activity for each part, `--lag` seconds later, and on the socket /stream a
`trade_updates` in a binary frame, as Alpaca sends it.

The test drives it by POST, each with an object:
  /fake/price     {"symbol": "SPY", "price": "100.5"}          a price, which fills what it reaches
  /fake/part      {"client": "…", "qty": "3"}                  a part of an order that rests
  /fake/activity  {"activity_type": "DIV", …}                  any other activity; its net_amount moves the cash
  /fake/move      {"symbol": "SPY", "qty": "1"}                units that no activity tells of
  /fake/fault     {"on": "POST /v2/orders", "kind": "lost", "times": 1}
                  kinds: lost (done, then no answer), hangup (not done, no answer), half (done, half of an answer),
                  slow (done, the answer comes after 60 s), stale (orders as they were at first), or a status: 403, 422,
                  429, 500
POST /fake/state answers with all orders, fills, cash, positions and the count of each request.
"""
import argparse
import base64
import hashlib
import json
import sys
import threading
import time
import uuid
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

ENDED = {"filled", "canceled", "expired", "rejected", "replaced"}


def text(value):
    """A decimal without an exponent or zeros at its end."""
    shown = format(value, "f")
    return shown.rstrip("0").rstrip(".") if "." in shown else shown


def moment(seconds):
    whole, part = divmod(int(seconds * 1e6), 1_000_000)
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(whole)) + f".{part:06d}Z"


class Refusal(Exception):
    def __init__(self, status, code, message):
        super().__init__(message)
        self.status, self.body = status, {"code": code, "message": message}


class Exchange:
    """The account with its orders; each method is called under the lock."""

    def __init__(self, options):
        self.lock = threading.RLock()
        self.stopped = threading.Event()
        self.options = options
        self.cash = Decimal(0)
        self.positions = {}
        self.costs = {}
        self.prices = {}
        self.orders = {}
        self.activities = []
        self.faults = []
        self.counts = {}
        self.listeners = []
        self.serial = 0
        for item in options.price:
            symbol, price = item.split("=")
            self.prices[symbol] = Decimal(price)
        self.number = "PA" + uuid.uuid4().hex[:8].upper()
        self.id = str(uuid.uuid4())
        if Decimal(options.cash):
            self.add({"activity_type": "JNLC", "net_amount": options.cash, "description": "first cash"}, lag=0)

    # Activities

    def add(self, activity, lag=None):
        now = time.time()
        self.serial += 1
        stamp = time.strftime("%Y%m%d%H%M%S", time.gmtime(now)) + f"{int(now * 1000) % 1000:03d}"
        activity = dict(activity)
        activity.setdefault("id", f"{stamp}::{uuid.UUID(int=self.serial)}")
        if activity["activity_type"] != "FILL":
            activity.setdefault("date", time.strftime("%Y-%m-%d", time.gmtime(now)))
            activity.setdefault("status", "executed")
            self.cash += Decimal(activity.get("net_amount", "0"))
        self.activities.append((now + (self.options.lag if lag is None else lag), activity))

    def shown_activities(self, query):
        now = time.time()
        shown = [activity for due, activity in self.activities if due <= now]
        types = query.get("activity_types")
        if types:
            shown = [a for a in shown if a["activity_type"] in types.split(",")]
        after = query.get("after")
        if after:
            shown = [a for a in shown if a.get("transaction_time", a.get("date", "")) > after]
        falls = query.get("direction", "desc") == "desc"
        shown.sort(key=lambda a: a["id"], reverse=falls)
        token = query.get("page_token")
        if token:
            shown = [a for a in shown if (a["id"] < token if falls else a["id"] > token)]
        return shown[: int(query.get("page_size", "100"))]

    # Orders

    def place(self, body):
        symbol, kind, side = body.get("symbol"), body.get("type"), body.get("side")
        if symbol not in self.prices:
            raise Refusal(422, 42210000, f"asset \"{symbol}\" not found")
        try:
            size = Decimal(body.get("qty", ""))
        except Exception:
            raise Refusal(422, 42210000, "qty or notional is required")
        if size <= 0:
            raise Refusal(422, 42210000, "qty must be > 0")
        if kind not in ("market", "limit", "stop") or side not in ("buy", "sell"):
            raise Refusal(422, 42210000, "invalid order type or side")
        if kind == "limit" and "limit_price" not in body or kind == "stop" and "stop_price" not in body:
            raise Refusal(422, 42210000, f"{kind} orders require a {kind} price")
        client = body.get("client_order_id") or str(uuid.uuid4())
        if any(order["client_order_id"] == client for order in self.orders.values()):
            raise Refusal(422, 40010001, "client_order_id must be unique")
        price = Decimal(body.get("limit_price") or body.get("stop_price") or self.prices[symbol])
        held = self.positions.get(symbol, Decimal(0))
        if side == "buy" and held >= 0 and size * price > self.cash:
            raise Refusal(403, 40310000, "insufficient buying power")
        # Units that a resting order would sell are not there for another one; two legs of one order count once.
        resting = {}
        for other in self.orders.values():
            if other["symbol"] == symbol and other["side"] == "sell" and other["status"] in ("new", "partially_filled"):
                rest = Decimal(other["qty"]) - Decimal(other["filled_qty"])
                parent = next((p["id"] for p in self.orders.values() if other["id"] in p["_legs"]), other["id"])
                resting[parent] = max(rest, resting.get(parent, 0))
        free = held - sum(resting.values(), Decimal(0))
        if side == "sell" and held > 0 and free < size:
            raise Refusal(
                403, 40310000, f"insufficient qty available for order (requested: {text(size)}, available: {text(free)})"
            )
        order = self.order(body, client, "new")
        opposite = "sell" if side == "buy" else "buy"
        shape = body.get("order_class") or "simple"
        legs = []
        if shape in ("bracket", "oto"):
            if body.get("take_profit"):
                legs.append({"type": "limit", "limit_price": body["take_profit"]["limit_price"]})
            if body.get("stop_loss"):
                legs.append({"type": "stop", "stop_price": body["stop_loss"]["stop_price"]})
            if shape == "bracket" and len(legs) != 2 or not legs:
                raise Refusal(422, 42210000, "bracket orders require take_profit and stop_loss")
            for leg in legs:
                leg.update(symbol=symbol, qty=body["qty"], side=opposite, time_in_force=body.get("time_in_force"))
        made = [self.order(leg, str(uuid.uuid4()), "held") for leg in legs]
        for leg in made:
            leg["order_class"] = shape
            self.orders[leg["id"]] = leg
            self.keep(leg)
        order["order_class"] = shape
        order["_legs"] = [leg["id"] for leg in made]
        self.orders[order["id"]] = order
        self.keep(order)
        self.reach(symbol)
        return order

    def order(self, body, client, status):
        now = moment(time.time())
        return {
            "id": str(uuid.uuid4()), "client_order_id": client, "created_at": now, "updated_at": now,
            "submitted_at": now, "filled_at": None, "expired_at": None, "canceled_at": None, "failed_at": None,
            "replaced_at": None, "replaced_by": None, "replaces": None,
            "asset_id": str(uuid.uuid5(uuid.NAMESPACE_DNS, body["symbol"])), "symbol": body["symbol"],
            "asset_class": "us_equity", "notional": None, "qty": text(Decimal(body["qty"])), "filled_qty": "0",
            "filled_avg_price": None, "order_class": "simple", "order_type": body["type"], "type": body["type"],
            "side": body["side"], "time_in_force": body.get("time_in_force") or "day",
            "limit_price": body.get("limit_price"), "stop_price": body.get("stop_price"), "status": status,
            "extended_hours": bool(body.get("extended_hours")), "trail_percent": None, "trail_price": None, "hwm": None,
            "_legs": [], "_history": [],
        }  # fmt: skip

    def keep(self, order):
        """Notes a state of an order, for answers that come out of order."""
        order["updated_at"] = moment(time.time())
        order["_history"].append({key: value for key, value in order.items() if key != "_history"})
        event = {"partially_filled": "partial_fill", "filled": "fill"}.get(order["status"], order["status"])
        data = {"event": event, "timestamp": order["updated_at"], "order": self.shown(order, nested=False)}
        if event in ("fill", "partial_fill"):
            data.update(price=order["filled_avg_price"], qty=order["filled_qty"], position_qty="0")
        for listener in list(self.listeners):
            listener.tell({"stream": "trade_updates", "data": data})

    def shown(self, order, stale=False, nested=True):
        order = order["_history"][0] if stale else order
        result = {key: value for key, value in order.items() if not key.startswith("_")}
        legs = [self.shown(self.orders[leg], stale) for leg in order["_legs"]] if nested else []
        result["legs"] = legs or None
        return result

    def reach(self, symbol):
        """Fills what the last price of a symbol reaches."""
        price = self.prices[symbol]
        for order in list(self.orders.values()):
            if order["symbol"] != symbol or order["status"] not in ("new", "partially_filled"):
                continue
            buys = order["side"] == "buy"
            limit, stop = order["limit_price"], order["stop_price"]
            if order["type"] == "limit" and (price > Decimal(limit) if buys else price < Decimal(limit)):
                continue
            if order["type"] == "stop" and (price < Decimal(stop) if buys else price > Decimal(stop)):
                continue
            rest = Decimal(order["qty"]) - Decimal(order["filled_qty"])
            parts = max(1, min(self.options.parts, int(rest))) if rest == int(rest) else 1
            part = rest // parts if parts > 1 else rest
            for index in range(parts):
                self.fill(order, part if index < parts - 1 else rest - part * (parts - 1), price)

    def fill(self, order, size, price):
        symbol, buys = order["symbol"], order["side"] == "buy"
        held = self.positions.get(symbol, Decimal(0))
        side = "buy" if buys else "sell_short" if held <= 0 else "sell"
        self.cash += -size * price if buys else size * price
        self.positions[symbol] = held + (size if buys else -size)
        self.costs[symbol] = price
        if self.positions[symbol] == 0:
            del self.positions[symbol]
        done = Decimal(order["filled_qty"])
        worth = done * Decimal(order["filled_avg_price"] or 0) + size * price
        order["filled_qty"] = text(done + size)
        order["filled_avg_price"] = text(round(worth / (done + size), 9))
        is_over = Decimal(order["filled_qty"]) == Decimal(order["qty"])
        order["status"] = "filled" if is_over else "partially_filled"
        now = moment(time.time())
        if is_over:
            order["filled_at"] = now
        self.keep(order)
        self.add({
            "activity_type": "FILL", "transaction_time": now, "type": "fill" if is_over else "partial_fill",
            "price": text(price), "qty": text(size), "side": side, "symbol": symbol,
            "leaves_qty": text(Decimal(order["qty"]) - Decimal(order["filled_qty"])), "order_id": order["id"],
            "cum_qty": order["filled_qty"], "order_status": order["status"],
        })  # fmt: skip
        if is_over:
            for leg in order["_legs"]:
                self.orders[leg]["status"] = "new"
                self.keep(self.orders[leg])
            for parent in self.orders.values():
                if order["id"] in parent["_legs"]:
                    for leg in parent["_legs"]:
                        if leg != order["id"] and self.orders[leg]["status"] not in ENDED:
                            self.end(self.orders[leg], "canceled")

    def end(self, order, status):
        order["status"] = status
        order["canceled_at"] = moment(time.time())
        self.keep(order)
        for leg in order["_legs"]:
            if self.orders[leg]["status"] == "held":
                self.end(self.orders[leg], "canceled")

    def cancel(self, id):
        order = self.orders.get(id)
        if not order:
            raise Refusal(404, 40410000, f"order not found for {id}")
        if order["status"] in ENDED:
            raise Refusal(422, 42210000, f"order is already in \"{order['status']}\" state")
        self.end(order, "canceled")

    def position(self, symbol):
        size, price = self.positions[symbol], self.prices[symbol]
        cost = self.costs.get(symbol, price)
        return {
            "asset_id": str(uuid.uuid5(uuid.NAMESPACE_DNS, symbol)), "symbol": symbol, "exchange": "NASDAQ",
            "asset_class": "us_equity", "asset_marginable": True, "qty": text(size), "avg_entry_price": text(cost),
            "side": "long" if size > 0 else "short", "market_value": text(size * price),
            "cost_basis": text(size * cost), "unrealized_pl": text(size * (price - cost)), "unrealized_plpc": "0",
            "unrealized_intraday_pl": "0", "unrealized_intraday_plpc": "0", "current_price": text(price),
            "lastday_price": text(price), "change_today": "0", "qty_available": text(size),
        }  # fmt: skip

    def account(self):
        worth = sum((size * self.prices[symbol] for symbol, size in self.positions.items()), Decimal(0))
        longs = sum((max(size, 0) * self.prices[symbol] for symbol, size in self.positions.items()), Decimal(0))
        return {
            "id": self.id, "account_number": self.number, "status": "ACTIVE", "crypto_status": "ACTIVE",
            "currency": "USD", "buying_power": text(self.cash), "regt_buying_power": text(self.cash),
            "daytrading_buying_power": "0", "non_marginable_buying_power": text(self.cash), "cash": text(self.cash),
            "accrued_fees": "0", "pending_transfer_in": "0", "portfolio_value": text(self.cash + worth),
            "pattern_day_trader": False, "trading_blocked": False, "transfers_blocked": False,
            "account_blocked": False, "created_at": "2024-01-02T00:00:00Z", "trade_suspended_by_user": False,
            "multiplier": "1", "shorting_enabled": True, "equity": text(self.cash + worth),
            "last_equity": text(self.cash + worth), "long_market_value": text(longs),
            "short_market_value": text(worth - longs), "initial_margin": "0", "maintenance_margin": "0",
            "last_maintenance_margin": "0", "sma": "0", "daytrade_count": 0, "balance_asof": "2024-01-02",
        }  # fmt: skip

    # Faults

    def fault(self, method, path):
        for fault in self.faults:
            asked = f"{method} {path}"
            if fault["times"] > 0 and (fault["on"] == asked or fault["on"].endswith("*") and asked.startswith(fault["on"][:-1])):
                fault["times"] -= 1
                return fault["kind"]
        return None


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, *_):
        """A client that went away is no fault."""


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # A head and its body go in one packet, without waiting for the other side.
    wbufsize = 1 << 16
    disable_nagle_algorithm = True
    exchange = None

    def log_message(self, *_):
        pass

    def answer(self, status, body=None, headers=(), cut=False):
        data = b"" if body is None else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data[: len(data) // 2] if cut else data)
        self.wfile.flush()
        if cut:
            self.hang_up()

    def hang_up(self):
        self.close_connection = True
        try:
            self.connection.shutdown(2)
        except OSError:
            pass

    def do_GET(self):
        if self.path == "/stream" and self.headers.get("Sec-WebSocket-Key"):
            return self.stream()
        self.serve("GET")

    # The socket

    def stream(self):
        digest = hashlib.sha1((self.headers["Sec-WebSocket-Key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode())
        self.send_response(101)
        self.send_header("Upgrade", "websocket")
        self.send_header("Connection", "Upgrade")
        self.send_header("Sec-WebSocket-Accept", base64.b64encode(digest.digest()).decode())
        self.end_headers()
        self.wfile.flush()
        self.close_connection = True
        try:
            while True:
                message = self.frame()
                if message is None:
                    break
                if message.get("action") == "authenticate":
                    data = message.get("data", {})
                    good = [data.get("key_id"), data.get("secret_key")] == self.exchange.options.key.split(":")
                    status = "authorized" if good else "unauthorized"
                    self.tell({"stream": "authorization", "data": {"action": "authenticate", "status": status}})
                elif message.get("action") == "listen":
                    self.tell({"stream": "listening", "data": {"streams": ["trade_updates"]}})
                    with self.exchange.lock:
                        self.exchange.listeners.append(self)
        except OSError:
            pass
        with self.exchange.lock:
            if self in self.exchange.listeners:
                self.exchange.listeners.remove(self)

    def frame(self):
        """The next message; nil at the end."""
        while True:
            head = self.rfile.read(2)
            if len(head) < 2 or head[0] & 15 == 8:
                return None
            length = head[1] & 127
            if length == 126:
                length = int.from_bytes(self.rfile.read(2), "big")
            mask, data = self.rfile.read(4), self.rfile.read(length)
            if head[0] & 15 in (1, 2):
                return json.loads(bytes(byte ^ mask[index % 4] for index, byte in enumerate(data)))

    def tell(self, message):
        data = json.dumps(message).encode()
        size = bytes([len(data)]) if len(data) < 126 else b"\x7e" + len(data).to_bytes(2, "big")
        try:
            self.wfile.write(b"\x82" + size + data)
            self.wfile.flush()
        except (OSError, ValueError):
            pass

    def do_POST(self):
        self.serve("POST")

    def do_DELETE(self):
        self.serve("DELETE")

    def serve(self, method):
        parts = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        length = int(self.headers.get("Content-Length") or 0)
        data = self.rfile.read(length) if length else b""
        exchange = self.exchange
        try:
            body = json.loads(data) if data else {}
        except ValueError:
            return self.answer(400, {"code": 40010000, "message": "request body format is invalid"})
        if parts.path.startswith("/fake/"):
            with exchange.lock:
                return self.answer(200, self.driven(parts.path, body))
        wanted = exchange.options.key.split(":")
        if [self.headers.get("APCA-API-KEY-ID"), self.headers.get("APCA-API-SECRET-KEY")] != wanted:
            return self.answer(401, {"code": 40110000, "message": "request is not authorized"})
        with exchange.lock:
            name = f"{method} {parts.path}"
            exchange.counts[name] = exchange.counts.get(name, 0) + 1
            fault = exchange.fault(method, parts.path)
            if fault == "hangup":
                return self.hang_up()
            if fault and fault.isdigit():
                messages = {"403": "forbidden.", "422": "unprocessable", "429": "too many requests.", "500": "internal"}
                headers = [("Retry-After", "1")] if fault == "429" else []
                return self.answer(int(fault), {"code": int(fault) * 100000, "message": messages.get(fault, "")}, headers)
            try:
                status, result = self.asked(method, parts.path, query, body, fault == "stale")
            except Refusal as refusal:
                status, result = refusal.status, refusal.body
        if fault == "lost":
            return self.hang_up()
        if fault == "slow":
            time.sleep(60)
        self.answer(status, result, cut=fault == "half")

    def asked(self, method, path, query, body, stale):
        exchange = self.exchange
        if path == "/v2/account":
            return 200, exchange.account()
        if path == "/v2/positions":
            return 200, [exchange.position(symbol) for symbol in sorted(exchange.positions)]
        if path == "/v2/account/activities":
            return 200, exchange.shown_activities(query)
        if path == "/v2/orders" and method == "POST":
            return 200, exchange.shown(exchange.place(body))
        if path == "/v2/orders" and method == "GET":
            status = query.get("status", "open")
            legs = {leg for order in exchange.orders.values() for leg in order["_legs"]}
            nested = query.get("nested", "").lower() == "true"
            shown = [
                exchange.shown(order, stale, nested)
                for order in exchange.orders.values()
                if (status == "all" or (order["status"] in ENDED) == (status == "closed"))
                and not (nested and order["id"] in legs)
            ]
            return 200, shown[: int(query.get("limit", "50"))]
        if path == "/v2/orders" and method == "DELETE":
            ended = [order for order in exchange.orders.values() if order["status"] not in ENDED]
            for order in ended:
                exchange.end(order, "canceled")
            return 207, [{"id": order["id"], "status": 200} for order in ended]
        if path == "/v2/orders:by_client_order_id":
            client = query.get("client_order_id")
            for order in exchange.orders.values():
                if order["client_order_id"] == client:
                    return 200, exchange.shown(order, stale)
            raise Refusal(404, 40410000, f"order not found for {client}")
        if path.startswith("/v2/orders/"):
            id = path.split("/")[-1]
            if method == "DELETE":
                exchange.cancel(id)
                return 204, None
            if id not in exchange.orders:
                raise Refusal(404, 40410000, f"order not found for {id}")
            return 200, exchange.shown(exchange.orders[id], stale)
        raise Refusal(404, 40410000, "endpoint not found")

    def driven(self, path, body):
        exchange = self.exchange
        if path == "/fake/price":
            exchange.prices[body["symbol"]] = Decimal(body["price"])
            exchange.reach(body["symbol"])
        elif path == "/fake/part":
            order = next(o for o in exchange.orders.values() if o["client_order_id"] == body["client"])
            exchange.fill(order, Decimal(body["qty"]), exchange.prices[order["symbol"]])
        elif path == "/fake/activity":
            exchange.add(body)
        elif path == "/fake/move":
            symbol = body["symbol"]
            exchange.positions[symbol] = exchange.positions.get(symbol, Decimal(0)) + Decimal(body["qty"])
            if exchange.positions[symbol] == 0:
                del exchange.positions[symbol]
        elif path == "/fake/fault":
            exchange.faults.append({"on": body["on"], "kind": str(body["kind"]), "times": int(body.get("times", 1))})
        elif path == "/fake/stop":
            # The answer goes out first.
            threading.Timer(0.3, exchange.stopped.set).start()
        return {
            "cash": text(exchange.cash), "positions": {s: text(q) for s, q in exchange.positions.items()},
            "orders": [exchange.shown(order, nested=False) for order in exchange.orders.values()],
            "fills": sum(1 for _, a in exchange.activities if a["activity_type"] == "FILL"),
            "activities": len(exchange.activities), "counts": exchange.counts, "listeners": len(exchange.listeners),
        }  # fmt: skip


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cash", default="100000")
    parser.add_argument("--price", action="append", default=[], help="SPY=100.5")
    parser.add_argument("--parts", type=int, default=1)
    parser.add_argument("--lag", type=float, default=0)
    parser.add_argument("--key", default="PKTEST:secret")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--piped", action="store_true")
    Handler.exchange = Exchange(parser.parse_args())
    server = Server(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(json.dumps({"address": f"http://127.0.0.1:{server.server_address[1]}"}), flush=True)
    if Handler.exchange.options.piped:
        threading.Thread(target=lambda: (sys.stdin.read(), Handler.exchange.stopped.set()), daemon=True).start()
    Handler.exchange.stopped.wait(Handler.exchange.options.seconds)


if __name__ == "__main__":
    main()
