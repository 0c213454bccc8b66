"""Alpaca's own client against the stand-in of the tests, `Tests/TasTests/Fixtures/fake_alpaca.py`: what tas is tested
with is what Alpaca's library reads and writes.

    python3 -m venv /tmp/alpaca && /tmp/alpaca/bin/pip install "alpaca-py>=0.44,<0.45"
    /tmp/alpaca/bin/python scripts/parity/alpaca_client.py

Each answer is read into the client's models, which refuse fields that are missing or of another kind; each refusal has
the code and the status that the client shows.
"""

import json
import os
import subprocess
import sys
import urllib.request
import uuid

try:
    from alpaca.common.exceptions import APIError
    from alpaca.trading.client import TradingClient
    from alpaca.trading.enums import OrderClass, OrderSide, OrderStatus, PositionSide, QueryOrderStatus, TimeInForce
    from alpaca.trading.models import NonTradeActivity, TradeActivity
    from alpaca.trading.requests import (
        GetOrdersRequest, LimitOrderRequest, MarketOrderRequest, StopLossRequest, StopOrderRequest, TakeProfitRequest)
except ImportError:
    sys.exit("the package alpaca-py is not there: the first lines of this file say how it is installed")

root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
fake = subprocess.Popen(
    [sys.executable, os.path.join(root, "Tests/TasTests/Fixtures/fake_alpaca.py"), "--price", "SPY=100", "--price",
     "QQQ=50", "--parts", "3", "--cash", "20000", "--piped"],
    stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
address = json.loads(fake.stdout.readline())["address"]
checks = 0


def drive(path, **values):
    request = urllib.request.Request(address + path, json.dumps(values).encode(), method="POST")
    return json.load(urllib.request.urlopen(request))


def holds(condition, words):
    global checks
    checks += 1
    if not condition:
        raise SystemExit(f"differs: {words}")


def refused(status, code, work):
    try:
        work()
    except APIError as error:
        holds(error.status_code == status and error.code == code, f"{error.status_code} {error.code} for {status} {code}")
        return
    raise SystemExit(f"not refused with {status}")


def market(symbol, size, side, client=None):
    return MarketOrderRequest(
        symbol=symbol, qty=size, side=side, time_in_force=TimeInForce.DAY, client_order_id=client)


try:
    client = TradingClient("PKTEST", "secret", url_override=address)
    account = client.get_account()
    holds(account.cash == "20000" and account.currency == "USD", account)
    holds(client.get_all_positions() == [] and client.get_orders() == [], "an empty account")

    # A market order in three parts.
    order = client.submit_order(market("SPY", 10, OrderSide.BUY, "tas-main-1"))
    holds(order.status == OrderStatus.FILLED and order.filled_qty == "10", order)
    holds(client.get_order_by_client_id("tas-main-1").id == order.id, "the order by its client's id")
    position = client.get_all_positions()[0]
    holds((position.symbol, position.qty, position.side) == ("SPY", "10", PositionSide.LONG), position)
    holds(client.get_account().cash == "19000", "cash after a purchase")
    refused(422, 40010001, lambda: client.submit_order(market("SPY", 10, OrderSide.BUY, "tas-main-1")))
    refused(403, 40310000, lambda: client.submit_order(market("SPY", 1000, OrderSide.BUY)))
    refused(403, 40310000, lambda: client.submit_order(market("SPY", 11, OrderSide.SELL)))
    refused(422, 42210000, lambda: client.submit_order(market("NONE", 1, OrderSide.BUY)))
    refused(404, 40410000, lambda: client.get_order_by_client_id("tas-main-99"))

    # A limit order with levels, filled in part, then in full, then stopped out.
    bracket = client.submit_order(
        LimitOrderRequest(
            symbol="QQQ", qty=6, side=OrderSide.BUY, time_in_force=TimeInForce.GTC, limit_price=49,
            order_class=OrderClass.BRACKET, stop_loss=StopLossRequest(stop_price=45),
            take_profit=TakeProfitRequest(limit_price=55), client_order_id="tas-main-2"))
    holds(bracket.status == OrderStatus.NEW and len(bracket.legs) == 2, bracket)
    drive("/fake/part", client="tas-main-2", qty="2")
    holds(client.get_order_by_id(bracket.id).status == OrderStatus.PARTIALLY_FILLED, "a part")
    open_orders = client.get_orders(GetOrdersRequest(status=QueryOrderStatus.OPEN, nested=True))
    holds([item.client_order_id for item in open_orders] == ["tas-main-2"], "open orders, nested")
    drive("/fake/price", symbol="QQQ", price="49")
    drive("/fake/price", symbol="QQQ", price="44")
    stopped = client.get_order_by_id(bracket.id)
    holds(stopped.status == OrderStatus.FILLED, stopped)
    holds({leg.status for leg in stopped.legs} == {OrderStatus.FILLED, OrderStatus.CANCELED}, stopped.legs)

    # A short position, and an order that is cancelled.
    client.submit_order(market("QQQ", 5, OrderSide.SELL))
    short = [item for item in client.get_all_positions() if item.symbol == "QQQ"][0]
    holds((short.qty, short.side) == ("-5", PositionSide.SHORT), short)
    resting = client.submit_order(
        StopOrderRequest(symbol="QQQ", qty=5, side=OrderSide.BUY, time_in_force=TimeInForce.GTC, stop_price=60))
    client.cancel_order_by_id(resting.id)
    holds(client.get_order_by_id(resting.id).status == OrderStatus.CANCELED, "cancelled")
    refused(422, 42210000, lambda: client.cancel_order_by_id(resting.id))

    # Activities, which this client reads for brokers alone; their models are those of the trading interface.
    drive("/fake/activity", activity_type="DIV", net_amount="12.5", symbol="SPY", qty="10", per_share_amount="1.25",
          description="")
    activities = client.get("/account/activities", {"direction": "asc", "page_size": 100})
    own = {"account_id": str(uuid.uuid4())}
    # The interface says `sell_short` of borrowed units, which the model of this version does not have.
    plain = [dict(item, side=item["side"].split("_")[0]) if "side" in item else item for item in activities]
    fills = [TradeActivity(**item, **own) for item in plain if item["activity_type"] == "FILL"]
    others = [NonTradeActivity(**item, **own) for item in activities if item["activity_type"] != "FILL"]
    holds(sum(item.qty for item in fills if item.symbol == "SPY") == 10, "fills of SPY")
    holds([item.net_amount for item in others] == [20000, 12.5], others)
    first = client.get("/account/activities", {"direction": "asc", "page_size": 2})
    after = client.get("/account/activities", {"direction": "asc", "page_size": 2, "page_token": first[-1]["id"]})
    holds([item["id"] for item in first + after] == [item["id"] for item in activities[:4]], "pages")

    # Faults.
    drive("/fake/fault", on="POST /v2/orders", kind="429")
    client.submit_order(market("SPY", 1, OrderSide.BUY, "tas-main-3"))
    drive("/fake/fault", on="POST /v2/orders", kind="lost")
    try:
        client.submit_order(market("SPY", 1, OrderSide.BUY, "tas-main-4"))
        raise SystemExit("a lost answer was answered")
    except (OSError, Exception) as error:
        holds("Connection" in type(error).__name__ or "Connection" in str(error), error)
    holds(client.get_order_by_client_id("tas-main-4").status == OrderStatus.FILLED, "a lost answer was accepted")
    holds(len(client.cancel_orders()) == 0, "nothing rests")
    print(f"alpaca-py reads and drives the stand-in: {checks} checks")
finally:
    fake.stdin.close()
    fake.wait(10)
