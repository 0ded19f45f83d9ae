import type { BrokerOrder } from '../../../broker.ts'
import { noteReport } from '../exits/reported-fills.ts'
import { withKnownTags } from '../state/broker-day.ts'
import { isOverRow } from '../state/live-order.ts'
import { brokerDayOf, type ManagedAccount, openOrders } from '../state/managed-account.ts'
import { lookUpSoon } from '../state/want.ts'

/** The order socket shows an order of the user; the books settle it. */
export function takeOrderUpdate(account: ManagedAccount, row: BrokerOrder): void {
  const { context } = account
  const day = brokerDayOf(account)
  withKnownTags(day, [row])
  noteReport(account, row)
  // A trade of the owner may have changed what is there to sell.
  if (row.clientId === '' && !day.orderIds.has(row.brokerOrderId)) account.positionsDueMs = 0
  if (isOverRow(row))
    for (const order of openOrders(account))
      if (order.brokerOrderId === row.brokerOrderId || order.clientId === row.clientId) order.toldOverMs = context.nowMs
  lookUpSoon(account, 0)
}
