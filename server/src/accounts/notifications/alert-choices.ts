import {
  ALERT_KINDS,
  type AlertChoice,
  type AlertKind,
  ALWAYS_MAILED,
} from '@trading-bot/contract/rest/accounts/alerts'
import type { Queryable } from '../../platform/db/client.ts'
import { domainPort } from '../../platform/domain-port.ts'

/** Whether the plan that a user holds includes alerts by Telegram; true without a plan. Connected in `connect-domains.ts`. */
export const includesTelegram = domainPort<(db: Queryable, userId: string) => Promise<boolean>>('includesTelegram')

type Channels = { readonly byMail: boolean; readonly byTelegram: boolean }

/** Every kind with the user's choice; one that was never chosen is wanted everywhere. */
export async function readChoices(db: Queryable, userId: string): Promise<AlertChoice[]> {
  const rows = await db.selectFrom('alert_choices').selectAll().where('user_id', '=', userId).execute()
  return ALERT_KINDS.map((kind) => {
    const row = rows.find((known) => known.kind === kind)
    const byMail = row?.by_mail ?? true
    return { kind, by_mail: byMail || ALWAYS_MAILED.has(kind), by_telegram: row?.by_telegram ?? true }
  })
}

/** Where alerts of each kind go: where the user wants them, as far as the plan includes it. */
export async function readChannels(db: Queryable, userId: string): Promise<(kind: AlertKind) => Channels> {
  const choices = await readChoices(db, userId)
  const hasTelegram = await includesTelegram.ask(db, userId)
  return (kind) => {
    const { by_mail, by_telegram } = choices.find((choice) => choice.kind === kind)!
    return { byMail: by_mail, byTelegram: hasTelegram && by_telegram }
  }
}

export async function saveChoice(db: Queryable, userId: string, choice: AlertChoice, now: Date): Promise<void> {
  const { kind, ...channels } = choice
  const row = { ...channels, updated_at: now }
  await db
    .insertInto('alert_choices')
    .values({ user_id: userId, kind, ...row })
    .onConflict((on) => on.columns(['user_id', 'kind']).doUpdateSet(row))
    .execute()
}
