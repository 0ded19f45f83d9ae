import type { Tx } from '../../platform/db/client.ts'
import { domainPort } from '../../platform/domain-port.ts'
import type { Deps } from '../../platform/http/context.ts'
import type { ProviderPayment } from '../../platform/providers/payment-provider.ts'
import type { ProviderToken } from '../../platform/providers/recurring/recurring-payments.ts'
import type { PaymentRow } from './payment-store.ts'

export type ProviderNotice = {
  readonly id: string
  readonly orderId: string | null
  readonly isDelivered: boolean
  readonly deliveredAt: Date | null
}

/** What a webhook said about mandates and debits. */
export type RecurringEvent = {
  readonly saidAt: Date
  readonly payment: ProviderPayment | undefined
  readonly token: ProviderToken | undefined
  readonly notice: ProviderNotice | undefined
}

/** Applied after the captures and refunds of the same event; it may arrive late, twice and in any order. */
export const applyRecurringEvent =
  domainPort<(deps: Deps, event: RecurringEvent) => Promise<void>>('applyRecurringEvent')

/** A payment has changed what a subscription is paid for: attempts to renew it end, or have come to their end. */
export const endAttempts = domainPort<(tx: Tx, payment: PaymentRow, now: Date) => Promise<void>>('endAttempts')

/** Whether the bank has been asked to debit the period after the subscription's end, and has not answered. */
export const isDebitUnderWay =
  domainPort<(tx: Tx, subscriptionId: string, forEnd: Date) => Promise<boolean>>('isDebitUnderWay')
