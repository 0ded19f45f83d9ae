import { type Mandate, MandateMethod, MandateState } from '@trading-bot/contract/rest/billing/renewals'
import type { MandateRow } from './mandate-store.ts'

export function mandateView(row: MandateRow): Mandate {
  return {
    id: row.id,
    method: MandateMethod.parse(row.method),
    state: MandateState.parse(row.state),
    max_amount: Number(row.max_paise) / 100,
    expires_at: row.expires_at.toISOString(),
    bank: row.bank,
    account_hint: row.account_hint,
    reason: row.reason,
    is_simulated: row.is_simulated,
    created_at: row.created_at.toISOString(),
  }
}
