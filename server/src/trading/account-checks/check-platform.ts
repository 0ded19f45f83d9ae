import type { CheckLine } from '@trading-bot/contract/rest/trading/account-checks'
import type { MarketCalendar } from '@trading-bot/core/calendar/market-calendar'
import type { CheckPorts, MasterRows } from './check-ports.ts'

// A TOTP code is valid for 30 seconds, and the broker takes it in the window of its own clock.
const MOST_OFFSET_MS = 5_000

/** What all accounts of this process share, read once for a report. */
export type PlatformCheck = {
  readonly lines: readonly CheckLine[]
  /** Undefined if the instrument master could not be read. */
  readonly master: MasterRows | undefined
}

export async function checkPlatform(calendar: MarketCalendar, atMs: number, ports: CheckPorts): Promise<PlatformCheck> {
  const [clock, master] = await Promise.all([
    ports.readClock().catch(() => undefined),
    ports.refreshMaster().catch(() => undefined),
  ])
  return { lines: [clockLine(clock), feedLine(ports.isFeedUp()), calendarLine(calendar, atMs)], master }
}

function clockLine(reading: Awaited<ReturnType<CheckPorts['readClock']>> | undefined): CheckLine {
  if (!reading) return { code: 'clock', state: 'unknown', text: 'Not known: no clock to compare ours with answered.' }
  const { offsetMs, against } = reading
  const seconds = Math.abs(offsetMs / 1000).toFixed(1)
  const text = `Our clock is ${seconds} s ${offsetMs < 0 ? 'behind' : 'ahead of'} ${against}.`
  return { code: 'clock', state: Math.abs(offsetMs) > MOST_OFFSET_MS ? 'problem' : 'ok', text }
}

function feedLine(isUp: boolean | undefined): CheckLine {
  if (isUp === undefined) return { code: 'feed', state: 'unknown', text: 'Not known: no prices are subscribed yet.' }
  return isUp
    ? { code: 'feed', state: 'ok', text: 'The price feed is connected.' }
    : { code: 'feed', state: 'problem', text: 'The price feed is not connected.' }
}

function calendarLine(calendar: MarketCalendar, atMs: number): CheckLine {
  const session = calendar.sessionOf(calendar.sessionNumberAt(atMs), { hasDerivatives: false })
  if (session.ok) return { code: 'calendar', state: 'ok', text: 'The market calendar is confirmed for today.' }
  return { code: 'calendar', state: 'problem', text: session.refusal.sentence }
}
