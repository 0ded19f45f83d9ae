import { MINUTE_MS } from '@trading-bot/core/time'
import type { Clock } from '../../../ports/clock.ts'

/** Distinguishes a wrong TOTP secret from a wrong clock, which fails many accounts at once. Shared by the process. */
export type TotpCheck = {
  readonly onAccepted: (clientCode: string) => void
  readonly onRefused: (clientCode: string) => void
  readonly isClockSuspect: () => boolean
}

type Tried = { readonly atMs: number; readonly isRefused: boolean }

// Longer than the longest pause between attempts, so that a failing account stays counted.
const RECENT_MS = 15 * MINUTE_MS
const MOST_REFUSED_SHARE = 0.05

/** `onClockSuspect` is called once when many accounts start to fail together. */
export function totpCheck(
  clock: Clock,
  onClockSuspect: (refused: number, tried: number) => void = () => {},
): TotpCheck {
  const recent = new Map<string, Tried>()
  let isSuspect = false

  const look = () => {
    const nowMs = clock.nowMs()
    for (const [clientCode, { atMs }] of recent) if (Math.abs(nowMs - atMs) > RECENT_MS) recent.delete(clientCode)
    const refused = [...recent.values()].filter(({ isRefused }) => isRefused).length
    const wasSuspect = isSuspect
    // A single account cannot indicate a wrong clock.
    isSuspect = refused > 1 && refused > recent.size * MOST_REFUSED_SHARE
    if (isSuspect && !wasSuspect) onClockSuspect(refused, recent.size)
  }
  const note = (clientCode: string, isRefused: boolean) => {
    recent.set(clientCode, { atMs: clock.nowMs(), isRefused })
    look()
  }
  return {
    onAccepted: (clientCode) => note(clientCode, false),
    onRefused: (clientCode) => note(clientCode, true),
    isClockSuspect: () => {
      look()
      return isSuspect
    },
  }
}
