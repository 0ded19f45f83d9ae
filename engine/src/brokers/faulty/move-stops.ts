import type { BrokerOrderId } from '@trading-bot/core/units'
import { tickAtOrAbove, tickAtOrBelow } from '@trading-bot/core/instrument'
import { SECOND_MS } from '@trading-bot/core/time'
import type { Broker, BrokerOrder, OrderRequest } from '../../ports.ts'
import type { FaultSetup } from './fault-setup.ts'

const LATEST_MOVE_MS = 20 * SECOND_MS
const NEAREST_SHARE = 0.01
const FURTHEST_SHARE = 0.03

/** Somebody moves the trigger of a stop that rests: further from the market, so that it protects less. */
export function moveStops(
  broker: Broker,
  { faults, timers }: FaultSetup,
  requests: ReadonlyMap<BrokerOrderId, OrderRequest>,
): void {
  const { strikes, randomness } = faults
  const rows = new Map<BrokerOrderId, BrokerOrder>()
  const move = (brokerOrderId: BrokerOrderId) => {
    const request = requests.get(brokerOrderId)
    const row = rows.get(brokerOrderId)
    if (!request || row?.state !== 'RESTING' || row.triggerPaise === undefined) return
    const share = NEAREST_SHARE + randomness.fraction() * (FURTHEST_SHARE - NEAREST_SHARE)
    const { tickPaise } = request.instrument
    const triggerPaise =
      row.side === 'SELL'
        ? tickAtOrBelow(row.triggerPaise * (1 - share), tickPaise)
        : tickAtOrAbove(row.triggerPaise * (1 + share), tickPaise)
    void broker.modify({ brokerOrderId, request }, { quantity: row.quantity, price: { kind: 'STOP', triggerPaise } })
  }
  broker.watchOrders({
    onOrder: (row) => {
      const { brokerOrderId, state } = row
      const isNew = state === 'RESTING' && rows.get(brokerOrderId)?.state !== 'RESTING'
      rows.set(brokerOrderId, row)
      if (isNew && requests.has(brokerOrderId) && strikes('STOP_MOVED'))
        timers.after(SECOND_MS + randomness.whole(LATEST_MOVE_MS), () => move(brokerOrderId))
    },
    onGap: () => {},
  })
}
