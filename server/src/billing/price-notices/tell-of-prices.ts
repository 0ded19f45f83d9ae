import { formatRupees } from '@trading-bot/core/money'
import { DAY_MS } from '@trading-bot/core/time'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/client.ts'
import type { Deps } from '../../platform/http/context.ts'
import { forEachAlone } from '../../platform/jobs/for-each-alone.ts'
import { tellHolder } from '../../accounts/notifications/index.ts'
import { findOwnMandate } from '../mandates/index.ts'
import {
  findHeldPrice,
  findOffer,
  findSubscription,
  lockBilling,
  MONTHS,
  NOTICE_DAYS,
  type SubscriptionRow,
} from '../subscriptions/index.ts'

const BATCH = 500
const DAY = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' })

/** The job: mails every holder who is still to be told. Their 30 days begin with the mail. */
export async function tellOfPrices(deps: Deps): Promise<void> {
  for (;;) {
    const { rows } = await sql<Untold>`
      select h.notice_id, h.subscription_id, s.user_id, n.monthly_paise
      from price_notice_holders h join price_notices n on n.id = h.notice_id
      join subscriptions s on s.id = h.subscription_id
      where h.told_at is null and not h.is_dropped order by n.announced_at, h.subscription_id limit ${BATCH}`.execute(
      deps.db,
    )
    if (rows.length === 0) return
    await forEachAlone(rows, (row) => deps.db.transaction().execute((tx) => tell(tx, deps, row)))
  }
}

type Untold = { notice_id: string; subscription_id: string; user_id: string; monthly_paise: string }

async function tell(tx: Tx, deps: Deps, untold: Untold): Promise<void> {
  const now = deps.clock.now()
  await lockBilling(tx, untold.user_id, now)
  const row = await findSubscription(tx, untold.subscription_id)
  const held = await findHeldPrice(tx, untold.subscription_id)
  const price = BigInt(untold.monthly_paise)
  const isMeant = row?.status === 'active' && held !== null && held < price && (await holdsPlanOf(tx, untold))
  const taken = await tx
    .updateTable('price_notice_holders')
    .set(isMeant ? { told_at: now } : { is_dropped: true })
    .where('notice_id', '=', untold.notice_id)
    .where('subscription_id', '=', untold.subscription_id)
    .where('told_at', 'is', null)
    .where('is_dropped', '=', false)
    .executeTakeFirst()
  if (isMeant && taken.numUpdatedRows === 1n) await mail(tx, deps, row, { held, price })
}

async function holdsPlanOf(tx: Tx, { notice_id, subscription_id }: Untold): Promise<boolean> {
  const { rows } = await sql`
    select from subscriptions s join price_notices n on coalesce(n.plan_id, n.bot_plan_id) in (s.plan_id, s.bot_plan_id)
    where s.id = ${subscription_id} and n.id = ${notice_id}`.execute(tx)
  return rows.length > 0
}

type Prices = { readonly held: bigint; readonly price: bigint }

async function mail(tx: Tx, deps: Deps, row: SubscriptionRow, { held, price }: Prices): Promise<void> {
  const now = deps.clock.now()
  const offer = await findOffer(tx, row, null)
  const end = row.end_at ?? now
  const from = new Date(now.getTime() + NOTICE_DAYS * DAY_MS)
  const name = offer?.name ?? 'Your plan'
  const next =
    end >= from
      ? `Your plan runs until ${DAY.format(end)}, and its renewal is the first at the new price.`
      : `Your plan runs until ${DAY.format(end)}, and that renewal still costs what you pay now.`
  await tellHolder(tx, deps, {
    userId: row.user_id,
    subject: `${name}: a new price for renewals from ${DAY.format(from)}`,
    text: `You pay ${rupees(held)} a month for ${name}. Renewals from ${DAY.format(from)} cost ${rupees(price)} a month. What you have paid for stays as it is. ${next}${await mandateText(tx, row, price)}`,
    action: { label: 'If you do not want this, turn off renewal', path: '/subscriptions#renewal' },
  })
}

/** A mandate never takes more than its maximum; what is above is approved by hand. */
async function mandateText(tx: Tx, row: SubscriptionRow, price: bigint): Promise<string> {
  const mandate = await findOwnMandate(tx, row.user_id)
  const isUsable = mandate?.state === 'confirmed' || mandate?.state === 'paused'
  const charge = price * MONTHS[row.billing_cycle as keyof typeof MONTHS]
  if (!isUsable || charge <= BigInt(mandate.max_paise)) return ''
  return ` Your mandate allows at most ${rupees(BigInt(mandate.max_paise))} for one debit and the renewal costs ${rupees(charge)}, so we will ask you to pay it by hand or to set up automatic payments again.`
}

function rupees(paise: bigint): string {
  return formatRupees(Number(paise) / 100)
}
