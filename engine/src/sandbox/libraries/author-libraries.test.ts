import { afterAll, beforeAll, expect, test } from 'vitest'
import { attackSandbox, type TestRunner } from '../testing/attack-sandbox.ts'
import { openTestRunner } from '../testing/open-test-runner.ts'

let runner: TestRunner

beforeAll(async () => {
  runner = await openTestRunner()
  await runner.warm()
}, 120_000)

afterAll(() => runner.close())

test('a script imports numpy, pandas, TA-Lib and pandas_ta, which agree on an average', async () => {
  const code = `
import numpy as np, pandas as pd
import talib
import pandas_ta as ta
frame = pd.DataFrame({"close": np.arange(1.0, 61.0) ** 1.5})
print(pd.__version__, round(talib.EMA(frame.close, 20).iloc[-1], 6) == round(frame.ta.ema(length=20).iloc[-1], 6))
print(np.random.rand() == np.random.RandomState(1).rand(), len(__import__("os").environ.get("OPENBLAS_NUM_THREADS")))
`
  const { failure, output } = await attackSandbox(runner, code)
  expect(failure).toBeNull()
  expect(output).toBe('2.3.3 True\nTrue 1\n')
})

test('a script without libraries does not see them', async () => {
  const code = `
try:
    __import__("pandas")
except ImportError as error:
    print(error)
`
  const { output } = await attackSandbox(runner, code)
  expect(output).toBe("No module named 'pandas'\n")
})

test('the processor time of the imports is not the script’s', async () => {
  const code = `
import pandas
total = 0
for at in range(3_000_000): total += at
print(total)
`
  const { failure, output } = await attackSandbox(runner, code, { cpuS: 1, stepMs: 10_000 })
  expect(failure).toBeNull()
  expect(output).toBe('4499998500000\n')
})

test('the clock of numpy and pandas is the engine’s', async () => {
  const code = `
import pandas as pd
import numpy as np
print(pd.Timestamp.now(), np.datetime64("now"))
`
  const { output } = await attackSandbox(runner, code)
  expect(output).toBe('2025-06-02 09:16:00 2025-06-02T03:46:00\n')
})

test('a warm interpreter has imported the libraries before its script arrives', async () => {
  const { output } = await attackSandbox(runner, `import sys\nprint('pandas' in sys.modules)\nimport pandas\n`)
  expect(output).toBe('True\n')
})

test('the platform’s own VWAP, Donchian channel and Supertrend agree with their definitions in pandas', async () => {
  const code = `
import numpy as np, pandas as pd, talib
from bot_runtime.bar import Bar
from bot_runtime.indicators import Donchian, Supertrend, Vwap
step = np.random.RandomState(11)
close = (100_000 + step.normal(0, 80, 600).cumsum()).astype(int)
high, low, volume = close + step.randint(0, 90, 600), close - step.randint(0, 90, 600), step.randint(1, 900, 600)
# Two India days, whose midnight is at 18:30 UTC.
time = 1_748_716_200_000 + np.arange(600) * 60_000.0 + (np.arange(600) >= 300) * 86_400_000
bars = [Bar("A", t, int(c), int(h), int(l), int(c), float(v)) for t, c, h, l, v in zip(time, close, high, low, volume)]
def own(line, read=lambda line, value: value):
    return pd.Series([np.nan if value is None else value for value in (read(line, line.step(bar)) for bar in bars)], dtype=float)
frame = pd.DataFrame(dict(h=high, l=low, c=close, v=volume, day=np.arange(600) >= 300), dtype=float)
typical = (frame.h + frame.l + frame.c) / 3
vwap = (typical * frame.v).groupby(frame.day).cumsum() / frame.v.groupby(frame.day).cumsum()
print("vwap", np.allclose(own(Vwap()), vwap, rtol=1e-12))
for name, theirs in (("upper", frame.h.rolling(20).max()), ("lower", frame.l.rolling(20).min())):
    ours = own(Donchian(20), lambda line, value, name=name: getattr(line, name))
    print("donchian", name, ours.equals(theirs))
atr = talib.ATR(frame.h.values, frame.l.values, frame.c.values, 10)
upper, lower = (frame.h + frame.l) / 2 + 3 * atr, (frame.h + frame.l) / 2 - 3 * atr
line, side = [], []
for at in range(600):
    if np.isnan(atr[at]):
        line.append(np.nan); side.append(0); continue
    if side[-1]:
        if not (upper[at] < upper[at - 1] or close[at - 1] > upper[at - 1]): upper[at] = upper[at - 1]
        if not (lower[at] > lower[at - 1] or close[at - 1] < lower[at - 1]): lower[at] = lower[at - 1]
        now = 1 if close[at] > upper[at] else -1 if close[at] < lower[at] else side[-1]
    else: now = 1 if close[at] >= (high[at] + low[at]) / 2 else -1
    side.append(now); line.append(lower[at] if now == 1 else upper[at])
ours, sides = own(Supertrend(10, 3.0)), own(Supertrend(10, 3.0), lambda line, value: line.side)
print("supertrend", np.allclose(ours, line, rtol=1e-12, equal_nan=True), (sides == side).all(), len(set(side)), (np.diff(side) != 0).sum() > 5)
`
  const { failure, output } = await attackSandbox(runner, code, { stepMs: 10_000 })
  expect(failure).toBeNull()
  expect(output).toBe('vwap True\ndonchian upper True\ndonchian lower True\nsupertrend True True 3 True\n')
})

test('the platform’s own ATR, ADX and stochastic agree with TA-Lib', async () => {
  const code = `
import numpy as np, talib
from bot_runtime.bar import Bar
from bot_runtime.indicators import Adx, Atr, Stochastic
step = np.random.RandomState(7)
close = (100_000 + step.normal(0, 80, 400).cumsum()).astype(int)
high, low = close + step.randint(0, 90, 400), close - step.randint(0, 90, 400)
bars = [Bar("A", at * 60_000.0, int(c), int(h), int(l), int(c), 1.0) for at, (c, h, l) in enumerate(zip(close, high, low))]
def own(line, read=lambda line, value: value):
    return np.array([np.nan if value is None else value for value in (read(line, line.step(bar)) for bar in bars)], dtype=float)
h, l, c = (part.astype(float) for part in (high, low, close))
slow, signal = talib.STOCH(h, l, c, 14, 3, 0, 3, 0)
for name, ours, theirs in (
    ("atr", own(Atr(14)), talib.ATR(h, l, c, 14)),
    ("adx", own(Adx(14)), talib.ADX(h, l, c, 14)),
    ("d", own(Stochastic(), lambda line, value: line.d), signal),
):
    known = ~np.isnan(theirs)
    print(name, known.sum() > 300, np.allclose(ours[known], theirs[known], rtol=1e-9), np.isnan(ours[~known]).all())
`
  const { output } = await attackSandbox(runner, code)
  expect(output).toBe('atr True True True\nadx True True True\nd True True True\n')
})
