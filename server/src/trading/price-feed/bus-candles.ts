import type { Bars } from '@trading-bot/core/bars'
import { DAY_MS } from '@trading-bot/core/time'
import type { Answer, Broker, TimeRange } from '@trading-bot/engine/ports'
import type { Bus } from '../../platform/bus/bus.ts'
import { joinBars } from '../market-data/index.ts'
import { type CandleQuestion, type CandleSubject, decodeCandles } from './messages.ts'

// A message of NATS has at most a megabyte: a week of the demo's minutes, round the clock, is half of it.
const MOST_DAYS = 7
// The broker's own limit lets one wait, behind others that ask.
const ANSWER_WITHIN_MS = 20_000

/** Past bars, asked of the leading feed: one process is within the limits of the broker's account, not each. */
export function busCandles(bus: Bus, subject: CandleSubject): Broker['candles'] {
  const ask = async (question: CandleQuestion): Promise<Answer<Bars>> => {
    try {
      return decodeCandles(await bus.request(subject, JSON.stringify(question), ANSWER_WITHIN_MS))
    } catch (error) {
      return { kind: 'unavailable', why: `the feed did not answer: ${String(error)}` }
    }
  }
  return async ({ symbol, token, tickPaise, lotSize }, range) => {
    const parts: Bars[] = []
    for (const piece of piecesOf(range)) {
      const answer = await ask({ instrument: { symbol, token, tickPaise, lotSize }, range: piece })
      if (answer.kind !== 'answered') return answer
      parts.push(answer.value)
    }
    return { kind: 'answered', value: joinBars(parts) }
  }
}

function piecesOf({ fromMs, untilMs }: TimeRange): readonly TimeRange[] {
  const stepMs = MOST_DAYS * DAY_MS
  const count = Math.max(1, Math.ceil((untilMs - fromMs) / stepMs))
  return Array.from({ length: count }, (_, piece) => ({
    fromMs: fromMs + piece * stepMs,
    untilMs: Math.min(untilMs, fromMs + (piece + 1) * stepMs),
  }))
}
