"""B4 in vectorbt: the pairs of B1 by from_signals, in batches that fit in memory; the first batch warms the compiler.

python bench/rivals/vectorbt_b4.py bars.bin 100     (100 of the 1,000 pairs; the whole is ten times that)
"""

import json
import resource
import sys
import time

import numpy as np
import vectorbt as vbt

BATCH = 10
columns = np.fromfile(sys.argv[1], dtype="<f8").reshape(5, -1)
opens, closes = columns[1], columns[4]
wanted = int(sys.argv[2])
fasts, slows = range(8, 33), range(44, 201, 4)
pairs = [(fast, slow) for fast in fasts for slow in slows][:wanted]


def ema(period: int) -> np.ndarray:
    out = vbt.MA.run(closes, period, ewm=True, short_name="ema").ma.to_numpy()
    return out.reshape(-1)


lines: dict[int, np.ndarray] = {}


def run(batch: list[tuple[int, int]]) -> int:
    entries, exits = [], []
    for fast, slow in batch:
        for period in (fast, slow):
            if period not in lines:
                lines[period] = ema(period)
        above = lines[fast] > lines[slow]
        up = np.zeros(len(above), dtype=bool)
        down = np.zeros(len(above), dtype=bool)
        # One bar later: vectorbt fills at the bar of the signal, ours at the next open.
        up[2:] = above[1:-1] & ~above[:-2]
        down[2:] = ~above[1:-1] & above[:-2]
        entries.append(up)
        exits.append(down)
    portfolio = vbt.Portfolio.from_signals(
        opens[:, None],
        entries=np.column_stack(entries),
        short_entries=np.column_stack(exits),
        size=100,
        init_cash=1e10,
        fees=0.0004,
        freq="1min",
    )
    return int(portfolio.trades.count().sum())


run(pairs[:1])
start, cpu_start = time.perf_counter(), time.process_time()
trades = sum(run(pairs[i : i + BATCH]) for i in range(0, len(pairs), BATCH))
seconds = time.perf_counter() - start
cpu_seconds = time.process_time() - cpu_start
peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({"name": "vectorbt B4", "pairs": len(pairs), "seconds": round(seconds, 2), "cpu_seconds": round(cpu_seconds, 2), "seconds_for_1000": round(seconds * 1000 / len(pairs), 1), "trades": trades, "peak_mb": round(peak_mb)}))
