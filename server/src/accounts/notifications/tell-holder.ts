import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { anyOf, batchStatements, rowFor } from '../../platform/db/batch-statements.ts'
import type { Tx } from '../../platform/db/client.ts'
import { postMail } from '../../platform/mail/post-mail.ts'
import { readChannels } from './alert-choices.ts'
import { postTelegram } from './telegram/post-telegram.ts'

type Told = {
  readonly userId: string
  readonly subject: string
  readonly text: string
  /** The one thing to do about it. */
  readonly action: { readonly label: string; readonly path: string }
}

/** About money a mail is always sent; the linked chat hears it where alerts about the plan are wanted there. */
export async function tellHolder(
  tx: Tx,
  { config, clock }: { readonly config: Config; readonly clock: Clock },
  { userId, subject, text, action }: Told,
): Promise<void> {
  const now = clock.now()
  const user = await findHolder(tx, userId)
  if (!user) return
  const body = `${text}\n\n${action.label}: ${config.publicUrl}${action.path}`
  await postMail(tx, config, now, { to: user.email, subject, text: `Hello ${user.first_name},\n\n${body}\n` })
  // Most are told without a chat: nobody's choices are read for it then.
  if (!config.telegram) return
  const { byTelegram } = (await readChannels(tx, userId))('plan')
  if (byTelegram) await postTelegram(tx, config, now, { userId, text: `${subject}\n\n${body}` })
}

const findHolder = batchStatements(async (tx, ids: readonly string[]) => {
  const query = tx.selectFrom('users').select(['id', 'email', 'first_name']).where('id', '=', anyOf(ids))
  return rowFor(ids, await query.execute(), ({ id }) => id)
})
