import type { User } from '@trading-bot/contract/rest/accounts/auth'
import { TradingExperience } from '@trading-bot/contract/rest/accounts/auth'
import { GstState } from '@trading-bot/contract/rest/billing/gst-states'
import type { Selectable } from 'kysely'
import type { Users } from '../../../platform/db/tables.ts'

export type UserRow = Selectable<Users>

/** What a user may see of an account: the row without its secrets. */
export function userView(row: UserRow, options: { production: boolean }): User {
  const hasFactor = row.second_factor_on_at !== null
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    phone_number: row.phone_number,
    trading_experience: TradingExperience.parse(row.trading_experience),
    gst_state: row.gst_state === null ? null : GstState.parse(row.gst_state),
    gstin: row.gstin,
    is_admin: row.is_admin,
    second_factor: hasFactor,
    must_enrol: options.production && row.is_admin && !hasFactor && row.passkeys === 0,
    date_joined: row.created_at.toISOString(),
  }
}
