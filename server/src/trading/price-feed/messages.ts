// What the feed says on the bus. Arrays instead of objects: there are thousands of them a second.
import type { Bars } from '@trading-bot/core/bars'
import { emptyBars } from '@trading-bot/core/history/pack-bars'
import type { Instrument } from '@trading-bot/core/instrument'
import type { BuiltBar } from '@trading-bot/engine/feed/built-bar'
import type { Answer, Tick, TimeRange } from '@trading-bot/engine/ports'
import * as z from 'zod/mini'

export const SUBJECTS = {
  tick: (token: string) => `md.tick.${token}`,
  bar: (token: string) => `md.bar.${token}`,
  /** Every token's last price and number, once a second: the feed's sign of life. */
  last: 'md.last',
  /** Tokens that somebody needs. */
  want: 'md.want',
  /** Requests for past bars: those of the engine's feed, and those of the history store. */
  candles: 'md.candles',
  past: 'md.past',
} as const

export type CandleSubject = (typeof SUBJECTS)['candles' | 'past']

/**
 * A leader's term rises with every leader, and the number by one with every message of a token: a missing number is a
 * message that was lost.
 */
export type Numbered<T> = { readonly term: number; readonly number: number; readonly value: T }

const whole = z.number().check(z.int())
const TickRow = z.tuple([whole, whole, whole, whole, whole, whole, whole, whole])

export function encodeTick({ term, number, value: tick }: Numbered<Tick>): string {
  const { atMs, sequence, pricePaise, lastQuantity, dayVolume, previousClosePaise } = tick
  return JSON.stringify([term, number, atMs, sequence, pricePaise, lastQuantity, dayVolume, previousClosePaise])
}

export function decodeTick(token: string, payload: string): Numbered<Tick> {
  const [term, number, atMs, sequence, pricePaise, lastQuantity, dayVolume, previousClosePaise] = TickRow.parse(
    JSON.parse(payload),
  )
  return {
    term,
    number,
    value: { token, atMs, sequence, pricePaise, lastQuantity, dayVolume, previousClosePaise },
  }
}

const BarRow = z.tuple([whole, whole, whole, whole, whole, whole, whole, whole])

export function encodeBar({ term, number, value: bar }: Numbered<BuiltBar>): string {
  const { startMs, openPaise, highPaise, lowPaise, closePaise, volume } = bar
  return JSON.stringify([term, number, startMs, openPaise, highPaise, lowPaise, closePaise, volume])
}

export function decodeBar(payload: string): Numbered<BuiltBar> {
  const [term, number, startMs, openPaise, highPaise, lowPaise, closePaise, volume] = BarRow.parse(JSON.parse(payload))
  return { term, number, value: { startMs, openPaise, highPaise, lowPaise, closePaise, volume } }
}

/** A token as the feed has it: the number of its last tick, whether its stream is connected, its last price. */
export type LastRow = {
  readonly token: string
  readonly number: number
  readonly isUp: boolean
  readonly lastPaise: number | null
  readonly atMs: number
}
export type LastPrices = { readonly term: number; readonly rows: readonly LastRow[] }

const LastPricesMessage = z.object({
  term: whole,
  rows: z.array(z.tuple([z.string(), whole, z.boolean(), z.nullable(whole), whole])),
})

export function encodeLast({ term, rows }: LastPrices): string {
  return JSON.stringify({ term, rows: rows.map((row) => [row.token, row.number, row.isUp, row.lastPaise, row.atMs]) })
}

export function decodeLast(payload: string): LastPrices {
  const { term, rows } = LastPricesMessage.parse(JSON.parse(payload))
  return {
    term,
    rows: rows.map(([token, number, isUp, lastPaise, atMs]) => ({ token, number, isUp, lastPaise, atMs })),
  }
}

const WantMessage = z.array(z.string())

export function decodeWant(payload: string): readonly string[] {
  return WantMessage.parse(JSON.parse(payload))
}

export type CandleQuestion = { readonly instrument: Instrument; readonly range: TimeRange }

const CandleQuestionMessage = z.object({
  instrument: z.object({ symbol: z.string(), token: z.string(), tickPaise: whole, lotSize: whole }),
  range: z.object({ fromMs: whole, untilMs: whole }),
})

export function decodeCandleQuestion(payload: string): CandleQuestion {
  return CandleQuestionMessage.parse(JSON.parse(payload))
}

const COLUMNS = ['timeMs', 'openPaise', 'highPaise', 'lowPaise', 'closePaise', 'volume'] as const

const CandleAnswerMessage = z.union([
  z.object({ kind: z.literal('answered'), columns: z.array(z.array(z.number())).check(z.length(COLUMNS.length)) }),
  z.object({ kind: z.literal('refused'), code: z.string(), sentence: z.string() }),
  z.object({ kind: z.literal('unavailable'), why: z.string() }),
])

export function encodeCandles(answer: Answer<Bars>): string {
  if (answer.kind !== 'answered') return JSON.stringify(answer)
  return JSON.stringify({ kind: 'answered', columns: COLUMNS.map((name) => Array.from(answer.value[name])) })
}

export function decodeCandles(payload: string): Answer<Bars> {
  const answer = CandleAnswerMessage.parse(JSON.parse(payload))
  if (answer.kind !== 'answered') return answer
  const bars = emptyBars(answer.columns[0]!.length)
  COLUMNS.forEach((name, column) => bars[name].set(answer.columns[column]!))
  return { kind: 'answered', value: bars }
}
