import { describeReason } from '@trading-bot/core/describe-reason'
import { formatRupees } from '@trading-bot/core/money'
import { sql } from 'kysely'
import type { Deps } from '../../../platform/http/context.ts'
import { postMail } from '../../../platform/mail/post-mail.ts'
import { postTelegram, readChannels } from '../../../accounts/notifications/index.ts'

type Line = {
  purpose: string
  symbol: string
  side: string
  quantity: number
  value: string
  pnl: string | null
  reason: string
}
type Row = {
  id: string
  user_id: string
  name: string
  email: string
  first_name: string
  by_mail: boolean
  by_telegram: boolean
  last_at: Date
  lines: Line[]
}

const LINES_SHOWN = 30

/** One mail or message per bot for all fills since the last one: nobody would read one per fill. */
export async function mailFills({ db, config, clock }: Deps): Promise<void> {
  const now = clock.now()
  const { rows } = await sql<Row>`
    select b.id, b.user_id, b.name, u.email, u.first_name, max(o.executed_at) as last_at,
      c.email_notifications as by_mail, c.telegram_notifications as by_telegram,
      json_agg(json_build_object('purpose', o.purpose, 'symbol', o.symbol, 'side', o.side, 'quantity', o.filled_quantity,
        'value', o.filled_value_paise::text, 'pnl', o.pnl_paise::text, 'reason', o.reason) order by o.id) as lines
    from user_bots b
    join users u on u.id = b.user_id
    join bot_configurations c on c.subscription_id = b.subscription_id
      and (c.email_notifications or c.telegram_notifications)
    join orders o on o.user_bot_id = b.id and o.state = 'FILLED'
      and o.executed_at > coalesce(b.fills_mailed_at, b.started_at) and o.decided_at > ${now}::timestamptz - interval '1 day'
    where b.archived_at is null and b.started_at is not null
    group by b.id, u.id, c.subscription_id`.execute(db)
  for (const row of rows) {
    await db.transaction().execute(async (tx) => {
      const marked = await tx
        .updateTable('user_bots')
        .set({ fills_mailed_at: row.last_at })
        .where('id', '=', row.id)
        .where((where) => where.or([where('fills_mailed_at', 'is', null), where('fills_mailed_at', '<', row.last_at)]))
        .executeTakeFirst()
      if (marked.numUpdatedRows === 0n) return
      const channelsOf = await readChannels(tx, row.user_id)
      const wanted = (channel: 'byMail' | 'byTelegram') => row.lines.filter((line) => channelsOf(kindOf(line))[channel])
      const [mailed, written] = [row.by_mail ? wanted('byMail') : [], row.by_telegram ? wanted('byTelegram') : []]
      if (mailed.length > 0) {
        const { subject, text } = newsOf(row.name, mailed, config.publicUrl)
        await postMail(tx, config, now, { to: row.email, subject, text: `Hello ${row.first_name},\n\n${text}\n` })
      }
      if (written.length > 0) {
        const { subject, text } = newsOf(row.name, written, config.publicUrl)
        await postTelegram(tx, config, now, { userId: row.user_id, text: `${subject}\n\n${text}` })
      }
    })
  }
}

/** A stop or a target that was hit can be wanted without every other fill. */
function kindOf({ purpose }: Line): 'exits' | 'fills' {
  return purpose === 'STOP' || purpose === 'TARGET' || purpose === 'PROTECT' ? 'exits' : 'fills'
}

function newsOf(name: string, lines: readonly Line[], publicUrl: string) {
  const orders = `${lines.length} order${lines.length === 1 ? '' : 's'}`
  const texts = lines.slice(-LINES_SHOWN).map(({ symbol, side, quantity, value, pnl, reason }) => {
    const price = formatRupees(Number(value) / quantity / 100)
    const net = pnl === null ? '' : `, net ${formatRupees(Number(pnl) / 100)}`
    return `${side} ${quantity} ${symbol} at ${price}${net}. ${describeReason(reason)}`
  })
  return { subject: `${name}: ${orders} filled`, text: `${texts.join('\n')}\n\nAll of them: ${publicUrl}/trades` }
}
