import { AlgoRegistration } from '@trading-bot/contract/rest/trading/algos'
import type { RegistrationRow } from './algo-store.ts'

export function registrationView(row: RegistrationRow): AlgoRegistration {
  return AlgoRegistration.parse({
    ...row,
    state_since: row.state_since.toISOString(),
    state_set_by: row.set_by_email,
  })
}
