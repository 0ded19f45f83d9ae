"""B1 in NautilusTrader: the same bars and rule with its own EMA, flat from 15:05, one size.

A market order sent on a bar fills at that bar's close there, one price earlier than at the next open.

python bench/rivals/nautilus_b1.py bars.bin     (bars.bin: npm run bench -- dump bars.bin)
"""

import json
import resource
import sys
import time
from decimal import Decimal

import numpy as np
import pandas as pd
from nautilus_trader.backtest.engine import BacktestEngine, BacktestEngineConfig
from nautilus_trader.config import LoggingConfig
from nautilus_trader.indicators import ExponentialMovingAverage
from nautilus_trader.model.currencies import INR
from nautilus_trader.model.data import BarType
from nautilus_trader.model.enums import AccountType, OmsType, OrderSide
from nautilus_trader.model.identifiers import InstrumentId, Symbol, Venue
from nautilus_trader.model.instruments import Equity
from nautilus_trader.model.objects import Money, Price, Quantity
from nautilus_trader.persistence.wranglers import BarDataWrangler
from nautilus_trader.trading.strategy import Strategy

SIZE = 100
DAY_MINUTES = 1_440
MINUTE_NS = 60_000_000_000
INDIA_MINUTES = 330

NSE = Venue("NSE")
SHARE = Equity(
    instrument_id=InstrumentId(Symbol("SHARE"), NSE),
    raw_symbol=Symbol("SHARE"),
    currency=INR,
    price_precision=2,
    price_increment=Price.from_str("0.05"),
    lot_size=Quantity.from_int(1),
    ts_event=0,
    ts_init=0,
    maker_fee=Decimal("0.0004"),
    taker_fee=Decimal("0.0004"),
)
BAR_TYPE = BarType.from_str("SHARE.NSE-1-MINUTE-LAST-EXTERNAL")


class EmaCross(Strategy):
    def on_start(self):
        self.fast = ExponentialMovingAverage(20)
        self.slow = ExponentialMovingAverage(100)
        self.register_indicator_for_bars(BAR_TYPE, self.fast)
        self.register_indicator_for_bars(BAR_TYPE, self.slow)
        self.side = 0
        self.trades = 0
        self.was_above = None
        self.subscribe_bars(BAR_TYPE)

    def on_bar(self, bar):
        if not self.slow.initialized:
            return
        is_above = self.fast.value > self.slow.value
        was_above, self.was_above = self.was_above, is_above
        minute = (bar.ts_event // MINUTE_NS + INDIA_MINUTES) % DAY_MINUTES
        if minute >= 904:
            self.go(0)
        elif was_above is not None and is_above != was_above:
            side = 1 if is_above else -1
            if side != self.side:
                self.go(side if minute < 899 else 0)

    def go(self, side):
        shares = (side - self.side) * SIZE
        self.side = side
        if shares == 0:
            return
        self.trades += side != 0
        order_side = OrderSide.BUY if shares > 0 else OrderSide.SELL
        self.submit_order(self.order_factory.market(SHARE.id, order_side, Quantity.from_int(abs(shares))))


columns = np.fromfile(sys.argv[1], dtype="<f8").reshape(5, -1)
index = pd.to_datetime(columns[0], unit="ms", utc=True)
frame = pd.DataFrame(
    {name: columns[i + 1] / 100 for i, name in enumerate(["open", "high", "low", "close"])}, index=index
)
frame["volume"] = 1_000_000.0
bars = BarDataWrangler(BAR_TYPE, SHARE).process(frame)

engine = BacktestEngine(BacktestEngineConfig(logging=LoggingConfig(bypass_logging=True)))
engine.add_venue(NSE, OmsType.NETTING, AccountType.MARGIN, starting_balances=[Money(100_000_000, INR)], base_currency=INR)
engine.add_instrument(SHARE)
strategy = EmaCross()
engine.add_strategy(strategy)
engine.add_data(bars)
# Reading and checking the data is left out, in its favour.
start, cpu_start = time.perf_counter(), time.process_time()
engine.run()
seconds = time.perf_counter() - start
cpu_seconds = time.process_time() - cpu_start
peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({"name": "NautilusTrader B1", "seconds": round(seconds, 2), "cpu_seconds": round(cpu_seconds, 2), "trades": strategy.trades, "peak_mb": round(peak_mb)}))
