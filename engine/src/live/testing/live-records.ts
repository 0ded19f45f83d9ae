import { MINUTE_MS } from '@trading-bot/core/time'
import type { InstanceId } from '@trading-bot/core/units'
import type { WriteBatch } from '../book/live-store.ts'
import { AS_PLACED, type LiveOrder } from '@trading-bot/core/trading/account/state/live-order'
import { type LivePosition, NOT_OPENED } from '@trading-bot/core/trading/account/state/live-position'

export const NOTHING: WriteBatch = {
  newOrders: [],
  sendings: [],
  changedOrders: [],
  newFills: [],
  positions: [],
  stoppedDays: [],
  notices: [],
  strategyStates: [],
}

type Maker = { readonly nowMs: number; readonly newId: () => string }

/** A position with its entry, as the engine makes them. */
export function makeEntry(maker: Maker, instanceId: InstanceId, change: Partial<LiveOrder> = {}) {
  const position: LivePosition = {
    id: maker.newId(),
    instanceId,
    token: '3045',
    direction: 1,
    entryReason: 'up',
    squareOffAtMs: maker.nowMs + 60 * MINUTE_MS,
    orders: [],
    isOrphaned: false,
    ...NOT_OPENED,
  }
  return { position, order: makeOrder(maker, position, { purpose: 'ENTRY', ...change }) }
}

export function makeOrder({ nowMs, newId }: Maker, position: LivePosition, change: Partial<LiveOrder>): LiveOrder {
  const id = newId()
  return {
    id,
    instanceId: position.instanceId,
    clientId: id.replaceAll('-', '').slice(-19),
    token: position.token,
    side: change.purpose === 'ENTRY' ? 'BUY' : 'SELL',
    quantity: 10,
    purpose: 'ENTRY',
    reason: 'up',
    decidedAtMs: nowMs,
    attempt: 1,
    positionId: position.id,
    pricePaise: 80_000,
    inputs: { close: 80_000 },
    createdAtMs: nowMs,
    ...AS_PLACED,
    state: 'SENDING',
    code: null,
    detail: '',
    brokerOrderId: null,
    fills: [],
    sentAtMs: nowMs,
    acknowledgedAtMs: null,
    endedAtMs: null,
    charges: null,
    pnlPaise: null,
    isLate: false,
    ...change,
  }
}
