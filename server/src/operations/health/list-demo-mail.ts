import type { listDemoMail as spec } from '@trading-bot/contract/rest/operations/platform'
import { Mail } from '@trading-bot/contract/rest/operations/platform'
import { refuse } from '@trading-bot/contract/rest/refusals'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { readMails } from '../../platform/mail/read-mails.ts'
import { openText } from '../../platform/mail/sealed-text.ts'

/** This page exists in the demo only: elsewhere it would give reset links to anyone. */
export const listDemoMail: UseCase<typeof spec> = async ({ db, config }, { to }) => {
  if (!config.demo) return refuse('NOT_FOUND')
  const rows = await readMails(db, to)
  return rows.map((row) => ({
    id: row.id,
    to: row.recipient,
    subject: row.subject,
    text: openText(config.sealKey, row),
    created_at: row.created_at.toISOString(),
    state: Mail.shape.state.parse(row.state),
  }))
}
