// Limits are looked at on ticks without a look at every holder. An account with k positions registers, for each of
// them, the prices at which that position alone would use up a k-th of the distance to a limit: as long as no position
// has used its share, all of them together cannot have reached the limit. So a tick touches only the accounts whose
// share is used up; these are valued exactly, and either closed or given new levels.

import type { StoppedBy } from '../../../risk/limit-reached.ts'
import type { Paise } from '../../../units.ts'
import { applyLimits } from '../../apply-limits.ts'
import { closeStep } from '../../close-step.ts'
import { markPosition } from '../../mark-position.ts'
import { COST_GROWTH, costRoundingPaise, highestNetPaise, lowestNetPaise, netFigurePaise } from '../../net-figure.ts'
import { rollSession } from '../../roll-session.ts'
import type { Slot } from '../../trading-account.ts'
import { closePositions } from '../exits/close-positions.ts'
import type { LimitLevel } from '../state/effect.ts'
import type { MinutePrice } from '../state/input.ts'
import { type ManagedAccount, slotOf } from '../state/managed-account.ts'
import { record } from '../state/want.ts'

/** Values the account at the last prices; closes it if a limit is reached, else sets its levels anew. */
export function lookAtLimits(account: ManagedAccount): void {
  const { core, context } = account
  const levels: LimitLevel[] = []
  if (core.stoppedBy === null) {
    const held = core.slots.filter(({ side }) => side !== 0)
    for (const slot of held) markPosition(core, slot, lastPaise(account, slot))
    applyLimits(core)
    if (core.stoppedBy === null) for (const slot of held) addLevels(account, slot, held.length, levels)
    else closeOnLimit(account, context.nowMs)
  }
  account.effects.push({ do: 'WATCH_LIMITS', levels })
}

/** A minute has ended: positions are valued and limits looked at, in the order of the backtest's kernel. */
export function closeMinute(account: ManagedAccount, minutes: readonly MinutePrice[], closedAtMs: number): void {
  const { core } = account
  for (const { token, startMs, closePaise } of minutes) {
    const slot = slotOf(account, token)
    if (!slot) continue
    if (startMs >= slot.sessionKnownUntilMs) {
      rollSession(core, slot, startMs)
      account.effects.push({ do: 'LOOK_AT_LIMITS' })
    }
    if (slot.side !== 0) markPosition(core, slot, closePaise)
  }
  closeStep(core)
  closeOnLimit(account, closedAtMs)
}

/** Right after a start a price may not be known yet; until it comes, the position counts at its entry. */
function lastPaise({ context }: ManagedAccount, { instrument, entryPaise }: Slot): number {
  return context.lastPaise.get(instrument.token) ?? Math.round(entryPaise)
}

function addLevels(account: ManagedAccount, slot: Slot, held: number, levels: LimitLevel[]): void {
  const { core } = account
  const netPaise = netFigurePaise(core)
  const losePaise = (netPaise - lowestNetPaise(core)) / held
  const gainPaise = (highestNetPaise(core) - netPaise) / held
  const { token } = slot.instrument
  const fromPaise = lastPaise(account, slot)
  const fall = distancePaise(slot, slot.side === 1 ? losePaise : gainPaise)
  const rise = distancePaise(slot, slot.side === 1 ? gainPaise : losePaise)
  if (fall < fromPaise) levels.push({ token, side: 'below', paise: fromPaise - fall })
  if (rise < Infinity) levels.push({ token, side: 'above', paise: fromPaise + rise })
}

/** How far the price may move before this share of the net figure can be used up; at least one paisa. */
function distancePaise(slot: Slot, sharePaise: Paise): number {
  const paise = (sharePaise - costRoundingPaise(slot)) / (COST_GROWTH * slot.quantity)
  return Math.max(Math.floor(paise), 1)
}

const SENTENCES = {
  DAILY_LOSS: 'Daily loss limit reached. Closing positions; no new trades today.',
  DAILY_PROFIT: 'Daily profit target reached. Closing positions; no new trades today.',
  WEEKLY_LOSS: 'Weekly loss limit reached. Closing positions; no new trades until Monday.',
  DRAWDOWN: 'Drawdown limit reached. Closing positions; no new trades today, nor later until you raise the limit.',
} as const satisfies Record<StoppedBy, string>

/** Records the limit that stopped the account and closes all its positions, once per session. */
function closeOnLimit(account: ManagedAccount, decidedAtMs: number): void {
  const { core, instance, notified } = account
  const { stoppedBy: reason, sessionNumber } = core
  if (reason === null) return
  const key = `stopped:${sessionNumber}`
  if (notified.has(key)) return
  notified.add(key)
  record(account, {
    stoppedDays: [{ instanceId: instance.id, sessionNumber, by: reason }],
    notices: [{ instanceId: instance.id, kind: 'LIMIT_REACHED', sentence: SENTENCES[reason] }],
  })
  closePositions(account, reason, decidedAtMs)
}
