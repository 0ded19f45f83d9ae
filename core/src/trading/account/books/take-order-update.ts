import type { BrokerOrder } from '../../../broker.ts'
import { noteReport } from '../exits/reported-fills.ts'
import { withKnownTags } from '../state/broker-day.ts'
import { brokerDayOf, type ManagedAccount } from '../state/managed-account.ts'
import { lookUpSoon } from '../state/want.ts'
import { noteTold } from './behind-socket.ts'

/** The order socket shows an order of the user; the books settle it. */
export function takeOrderUpdate(account: ManagedAccount, row: BrokerOrder): void {
  const day = brokerDayOf(account)
  withKnownTags(day, [row])
  noteReport(account, row)
  // A trade of the owner may have changed what is there to sell.
  if (row.clientId === '' && !day.orderIds.has(row.brokerOrderId)) account.positionsDueMs = 0
  noteTold(account, row)
  lookUpSoon(account, 0)
}
