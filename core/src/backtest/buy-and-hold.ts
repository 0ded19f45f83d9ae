import type { Bars } from '../bars.ts'
import type { Paise } from '../units.ts'

export type Holding = {
  readonly netPaise: Paise
  /** The deepest fall from an earlier peak, at the close of any bar. */
  readonly drawdownPaise: Paise
  /** Value at each of the instants asked for. */
  readonly equityPaise: readonly Paise[]
}

/**
 * The benchmark of a backtest: the capital in equal parts in every symbol, bought in whole shares at its first price and
 * held to the last, before charges. What does not buy a share stays cash.
 */
export function buyAndHold(symbols: readonly Bars[], capitalPaise: Paise, atMs: readonly number[]): Holding {
  const part = Math.floor(capitalPaise / Math.max(1, symbols.length))
  const shares = symbols.map(({ openPaise }) => Math.floor(part / (openPaise[0] ?? Number.POSITIVE_INFINITY)))
  const cash = shares.reduce((rest, count, i) => rest - count * (symbols[i]!.openPaise[0] ?? 0), capitalPaise)
  const times = [...new Set(symbols.flatMap(({ timeMs }) => [...timeMs]))].sort((a, b) => a - b)
  const next = symbols.map(() => 0)
  const prices = symbols.map(({ openPaise }) => openPaise[0] ?? 0)
  const equityPaise: number[] = []
  let value = capitalPaise
  let peak = capitalPaise
  let drawdownPaise = 0
  for (const time of times) {
    while (equityPaise.length < atMs.length && atMs[equityPaise.length]! < time) equityPaise.push(value)
    for (const [i, { timeMs, closePaise }] of symbols.entries()) {
      if (timeMs[next[i]!] === time) prices[i] = closePaise[next[i]!++]!
    }
    value = shares.reduce((sum, count, i) => sum + count * prices[i]!, cash)
    peak = Math.max(peak, value)
    drawdownPaise = Math.max(drawdownPaise, peak - value)
  }
  while (equityPaise.length < atMs.length) equityPaise.push(value)
  return { netPaise: value - capitalPaise, drawdownPaise, equityPaise }
}
