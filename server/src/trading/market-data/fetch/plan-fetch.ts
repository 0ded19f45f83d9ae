import { MOST_CANDLE_DAYS } from '@trading-bot/core/intervals/candle-days'
import type { PlannedCall } from './fetch-store.ts'

const MOST_DAYS = MOST_CANDLE_DAYS['1m']

/** Calls that cover an instrument's missing days, newest first. */
export function planCalls(token: string, missing: readonly number[]): PlannedCall[] {
  const calls: PlannedCall[] = []
  const days = [...missing].sort((one, other) => other - one)
  for (let at = 0; at < days.length; ) {
    const untilDay = days[at]!
    let end = at
    while (end < days.length && days[end]! > untilDay - MOST_DAYS) end++
    calls.push({ token, fromDay: days[end - 1]!, untilDay, days: end - at })
    at = end
  }
  return calls
}

/** The newest days of all instruments come first: those are the ones that tests ask for. */
export function newestFirst(calls: readonly PlannedCall[]): PlannedCall[] {
  return [...calls].sort((one, other) => other.untilDay - one.untilDay)
}
