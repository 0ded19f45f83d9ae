import { INTERVAL_MS, type Interval } from './interval.ts'
import { MINUTE_MS } from '../time.ts'

/** How a run decides, for its report. */
export function describeInterval(interval: Interval): string {
  if (interval === '1d') return 'Decided on daily bars, at the first minute of the next session.'
  const minutes = INTERVAL_MS[interval] / MINUTE_MS
  return `Decided on bars of ${minutes === 1 ? 'one minute' : `${minutes} minutes, counted from the session's open`}.`
}
