"""B1 in backtesting.py: the same bars, the same EMA lines, orders at the next open, flat from 15:05, one size.

python bench/rivals/backtesting_b1.py bars.bin     (bars.bin: npm run bench -- dump bars.bin)
"""

import json
import resource
import sys
import time
import warnings

import numpy as np
import pandas as pd
from backtesting import Backtest, Strategy

warnings.filterwarnings("ignore")
SIZE = 100


def ema(values: np.ndarray, period: int) -> np.ndarray:
    """TA-Lib's seeding: the mean of the first values."""
    out = np.full(len(values), np.nan)
    k = 2 / (period + 1)
    value = float(values[:period].sum() / period)
    out[period - 1] = value
    for i in range(period, len(values)):
        value += k * (float(values[i]) - value)
        out[i] = value
    return out


class EmaCross(Strategy):
    def init(self):
        close = np.asarray(self.data.Close)
        self.fast = self.I(ema, close, 20, plot=False)
        self.slow = self.I(ema, close, 100, plot=False)
        self.minute = MINUTE

    def next(self):
        minute = self.minute[len(self.data) - 1]
        if minute >= 904:  # the bar of 15:04 closes at 15:05: out at the next open
            if self.position:
                self.position.close()
            return
        fast, slow = self.fast, self.slow
        up = fast[-1] > slow[-1] and fast[-2] <= slow[-2]
        down = fast[-1] < slow[-1] and fast[-2] >= slow[-2]
        if up and not self.position.is_long:
            self.position.close()
            if minute < 899:
                self.buy(size=SIZE)
        elif down and not self.position.is_short:
            self.position.close()
            if minute < 899:
                self.sell(size=SIZE)


columns = np.fromfile(sys.argv[1], dtype="<f8").reshape(5, -1)
index = pd.to_datetime(columns[0], unit="ms") + pd.Timedelta(minutes=330)
MINUTE = (index.hour * 60 + index.minute).to_numpy()
frame = pd.DataFrame(
    {name: columns[i + 1] for i, name in enumerate(["Open", "High", "Low", "Close"])}, index=index
)

start, cpu_start = time.perf_counter(), time.process_time()
backtest = Backtest(frame, EmaCross, cash=10_000_000_000, commission=0.0004, exclusive_orders=False)
stats = backtest.run()
seconds = time.perf_counter() - start
cpu_seconds = time.process_time() - cpu_start
peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({"name": "backtesting.py B1", "seconds": round(seconds, 2), "cpu_seconds": round(cpu_seconds, 2), "trades": int(stats["# Trades"]), "peak_mb": round(peak_mb)}))
