import type { SessionTraits } from '@trading-bot/core/calendar/market-calendar'
import { indiaWeekStartMs } from '@trading-bot/core/time'
import type { Clock } from '../../../ports/clock.ts'
import type { SessionStart } from '../../book/live-store.ts'
import type { LiveSetup } from '../engine/live-engine.ts'

const ANY: SessionTraits = { hasDerivatives: false }

/** Start of the session and the week that orders and losses are counted from. */
export function sessionStart({
  calendar,
  clock,
}: Pick<LiveSetup, 'calendar'> & { readonly clock: Pick<Clock, 'nowMs'> }): SessionStart {
  const number = calendar.sessionNumberAt(clock.nowMs())
  const session = calendar.sessionOf(number, ANY)
  const openMs = session.ok ? session.value.openMs : clock.nowMs()
  const weekOpenMs = indiaWeekStartMs(openMs)
  return { number, openMs, week: { number: calendar.sessionNumberAt(weekOpenMs), openMs: weekOpenMs } }
}
