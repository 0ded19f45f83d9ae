"""B1 in backtrader: the same bars, the same EMA lines, orders at the next open, flat from 15:05, one size.

python bench/rivals/backtrader_b1.py bars.bin     (bars.bin: npm run bench -- dump bars.bin)
"""

import json
import resource
import sys
import time

import backtrader as bt
import numpy as np
import pandas as pd

SIZE = 100


class EmaCross(bt.Strategy):
    def __init__(self):
        fast = bt.ind.EMA(self.data.close, period=20)
        slow = bt.ind.EMA(self.data.close, period=100)
        self.cross = bt.ind.CrossOver(fast, slow)
        self.trades = 0

    def notify_trade(self, trade):
        self.trades += trade.isclosed

    def next(self):
        minute = MINUTE[len(self) - 1]
        held = self.position.size
        if minute >= 904:  # the bar of 15:04 closes at 15:05: out at the next open
            if held:
                self.close()
            return
        cross = self.cross[0]
        if cross > 0 and held <= 0:
            if held:
                self.close()
            if minute < 899:
                self.buy(size=SIZE)
        elif cross < 0 and held >= 0:
            if held:
                self.close()
            if minute < 899:
                self.sell(size=SIZE)


columns = np.fromfile(sys.argv[1], dtype="<f8").reshape(5, -1)
index = pd.to_datetime(columns[0], unit="ms") + pd.Timedelta(minutes=330)
MINUTE = (index.hour * 60 + index.minute).to_numpy()
frame = pd.DataFrame(
    {name: columns[i + 1] for i, name in enumerate(["open", "high", "low", "close"])}, index=index
)

start, cpu_start = time.perf_counter(), time.process_time()
# The fast way of the library: lines computed at once, no observers.
cerebro = bt.Cerebro(runonce=True, preload=True, stdstats=False)
cerebro.adddata(bt.feeds.PandasData(dataname=frame, volume=None, openinterest=None))
cerebro.addstrategy(EmaCross)
cerebro.broker.set_cash(10_000_000_000)
cerebro.broker.setcommission(commission=0.0004)
(strategy,) = cerebro.run()
seconds = time.perf_counter() - start
cpu_seconds = time.process_time() - cpu_start
peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({"name": "backtrader B1", "seconds": round(seconds, 2), "cpu_seconds": round(cpu_seconds, 2), "trades": int(strategy.trades), "peak_mb": round(peak_mb)}))
