import { Fingerprint } from '../fingerprint.ts'
import { INTERVAL_MS, type Interval } from '../intervals/interval.ts'
import type { CorporateAction } from './adjust-bars.ts'

export type HashedSymbol = {
  readonly token: string
  /** What each day's bars came from, and their hash. */
  readonly days: readonly { readonly day: number; readonly source: string; readonly hash: string }[]
  /** Actions by which the prices were adjusted. */
  readonly actions: readonly CorporateAction[]
}

/** Equal for equal bars: what a report prints, so that two runs can be told to have seen the same data. */
export function dataHash(symbols: readonly HashedSymbol[], interval: Interval): string {
  const print = new Fingerprint()
  print.addNumber(INTERVAL_MS[interval])
  for (const { token, days, actions } of symbols) {
    print.addText(token)
    for (const { day, source, hash } of days) {
      print.addNumber(day)
      print.addText(`${source} ${hash}`)
    }
    for (const { exDay, kind, factor } of actions) {
      print.addNumber(exDay)
      print.addText(kind)
      print.addNumber(factor)
    }
  }
  return print.digest()
}
