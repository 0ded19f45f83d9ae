// Money is counted twice: the machine keeps its sums as it goes, and after every step they are counted here again from
// the orders and their fills alone. Nothing of the fold is used for it (core's fold-slot.ts).

import type { BotInstance } from '@trading-bot/core/trading/account/state/bot-instance'
import type { Input } from '@trading-bot/core/trading/account/state/input'
import { isEnded, isLost } from '@trading-bot/core/trading/account/state/live-order'
import type { LivePosition } from '@trading-bot/core/trading/account/state/live-position'
import type { ManagedAccount } from '@trading-bot/core/trading/account/state/managed-account'
import type { StoredAccount } from '@trading-bot/core/trading/account/state/stored-account'
import type { Slot } from '@trading-bot/core/trading/trading-account'
import type { Paise, PositionId, Token } from '@trading-bot/core/units'
import { type Count, countInstruments, NOTHING } from './count-instruments.ts'

export type FoldJudge = {
  /** An account was loaded and has not begun. */
  readonly onStored: (stored: StoredAccount) => void
  readonly onStep: (account: ManagedAccount, input: Input) => void
}

/** Reports the first difference of every figure of an account. */
export function foldJudge(report: (difference: string) => void): FoldJudge {
  const loaded = new WeakMap<BotInstance, Case>()
  const cases = new WeakMap<ManagedAccount, Case>()
  return {
    onStored: (stored) => void loaded.set(stored.instance, caseOf(stored)),
    onStep: (account, input) => {
      const known = cases.get(account) ?? loaded.get(account.instance)
      if (!known) throw new Error(`${account.instance.id} took a step before it was loaded`)
      cases.set(account, known)
      compare(account, known, (what, kept, counted, tolerance = 0, token = '') => {
        if (Math.abs(kept - counted) <= tolerance || known.reported.has(what + token)) return
        known.reported.add(what + token)
        const figure = token === '' ? what : `${what} in ${token}`
        report(`${account.instance.id} after ${input.kind}: ${figure} is ${kept}, and by its orders ${counted}`)
      })
    },
  }
}

/** Profit booked by side. */
type Booked = { long: Paise; short: Paise }

type Case = {
  /** With those that the last step may have ended and forgotten. */
  readonly positions: Map<PositionId, LivePosition>
  /** What no order of the positions above has brought: from before the account was loaded, and of forgotten ones. */
  readonly booked: Booked
  readonly reported: Set<string>
}

type Compare = (what: string, kept: number, counted: number, tolerance?: number, token?: Token) => void

// Unrealised profit is not in whole paise, and its sum is kept by adding differences.
const SUM_TOLERANCE_PAISE = 0.5

function compare(account: ManagedAccount, known: Case, equal: Compare): void {
  const { core, positions } = account
  const counted = countInstruments(positions.values())
  const inUse = { long: 0, short: 0 }
  let openPaise = 0
  let exits = 0
  for (const slot of core.slots) {
    const count = counted.get(slot.instrument.token) ?? NOTHING
    compareSlot(slot, count, equal)
    inUse[count.side === 1 ? 'long' : 'short'] += count.costPaise
    inUse[count.pendingSide === 1 ? 'long' : 'short'] += count.pendingValuePaise
    openPaise += slot.openPaise
    exits += count.exits
  }
  equal('the sum of open profits', core.openPaise, openPaise, SUM_TOLERANCE_PAISE)
  const booked = bookedNow(account, known)
  equal('the realised profit', core.realisedPaise, booked.long + booked.short)
  const { longCapital, shortCapital } = core
  if (longCapital === shortCapital) {
    equal('the capital in use', longCapital.inUsePaise, inUse.long + inUse.short, exits)
    return equal('the realised profit of the capital', longCapital.realisedPaise, booked.long + booked.short)
  }
  equal('the long capital in use', longCapital.inUsePaise, inUse.long, exits)
  equal('the short capital in use', shortCapital.inUsePaise, inUse.short, exits)
  equal('the realised profit of longs', longCapital.realisedPaise, booked.long)
  equal('the realised profit of shorts', shortCapital.realisedPaise, booked.short)
}

function compareSlot(slot: Slot, count: Count, equal: Compare): void {
  const { token } = slot.instrument
  equal('the side', slot.side, count.side, 0, token)
  equal('the quantity', slot.quantity, count.held, 0, token)
  // Each exit takes its part of the cost in whole paise.
  equal('the cost', slot.entryValuePaise, count.costPaise, count.exits, token)
  equal('the exited quantity', slot.exitedQuantity, count.exited, 0, token)
  equal('the exited value', slot.exitedValuePaise, count.exitedValuePaise, 0, token)
  equal('the part that leaves', slot.pendingPart, Math.min(count.leaving, count.held), 0, token)
  equal('the pending side', slot.pendingSide, count.pendingSide, 0, token)
  equal('the pending quantity', slot.pendingQuantity, count.pending, 0, token)
  equal('the pending value', slot.pendingValuePaise, count.pendingValuePaise, 0, token)
  if (count.side === 0) equal('the open profit of nothing', slot.openPaise, 0, 0, token)
}

function caseOf({ realisedLongPaise, realisedShortPaise, positions, lost }: StoredAccount): Case {
  const booked = { long: realisedLongPaise, short: realisedShortPaise }
  const all = [...positions, ...lost]
  for (const position of all) addProfit(booked, position, -1)
  return { positions: new Map(all.map((position) => [position.id, position])), booked, reported: new Set() }
}

function bookedNow({ positions }: ManagedAccount, { positions: known, booked }: Case): Booked {
  for (const position of positions.values()) known.set(position.id, position)
  for (const [id, position] of known) {
    if (positions.has(id)) continue
    addProfit(booked, position, 1)
    known.delete(id)
  }
  const now = { ...booked }
  for (const position of positions.values()) addProfit(now, position, 1)
  return now
}

function addProfit(booked: Booked, { orders, direction }: LivePosition, sign: 1 | -1): void {
  for (const order of orders) {
    if (order.purpose === 'ENTRY' || order.fills.length === 0) continue
    // An exit that was lost may turn up with a part of its trades; its profit is booked with the last of them.
    const isKnown = order.pnlPaise !== null || !isEnded(order) || isLost(order)
    booked[direction === 1 ? 'long' : 'short'] += sign * (isKnown ? (order.pnlPaise ?? 0) : Number.NaN)
  }
}
