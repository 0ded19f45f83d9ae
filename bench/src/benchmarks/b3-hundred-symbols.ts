import type { BacktestInput } from '@trading-bot/core/backtest/backtest-input'
import type { Benchmark } from '../benchmark.ts'
import { EMA_CROSS_RULES, emaCrossInput } from '../fixtures/ema-cross-input.ts'
import { makeBars } from '../fixtures/make-bars.ts'
import { reportOf } from '../fixtures/report-of.ts'

const SYMBOLS = 100
const BARS_EACH = 100_000

export const b3HundredSymbols: Benchmark = {
  id: 'B3',
  title: '100 symbols x 100,000 bars on one clock, shared capital for about 25 positions, daily limits',
  goal: { seconds: 8 },
  prepare: () => {
    const input = portfolio()
    return async () => reportOf(input)
  },
}

function portfolio(): BacktestInput {
  const capitalPaise = 2_500_000_00
  const limits = {
    ...EMA_CROSS_RULES.limits,
    maxEntriesPerDay: 200,
    maxLossPerDayPaise: 20_000_00,
    maxProfitPerDayPaise: 20_000_00,
  }
  const rules = { ...EMA_CROSS_RULES, capital: { capitalPaise, perSymbolPaise: capitalPaise / 25 }, limits }
  const [model] = emaCrossInput(makeBars(1, 1), rules).symbols
  const symbols = Array.from({ length: SYMBOLS }, (_, index) => ({
    instrument: { ...model!.instrument, symbol: `BENCH${index}-EQ`, token: String(index) },
    traits: model!.traits,
    bars: makeBars(BARS_EACH, index + 1),
  }))
  return { ...emaCrossInput(makeBars(1, 1), rules), symbols }
}
