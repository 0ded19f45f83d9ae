import {
  MandateMethod,
  type readRenewal as spec,
  type RenewalPanel,
  RenewalState,
} from '@trading-bot/contract/rest/billing/renewals'
import type { Queryable } from '../../platform/db/client.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { readCredit } from '../ledger/index.ts'
import { findOwnMandate, type MandateRow, mandateView } from '../mandates/index.ts'
import { amountDue, findRenewalOffer, findTrialOf, findValid, type SubscriptionRow } from '../subscriptions/index.ts'
import { listAttempts } from './attempt-store.ts'
import { findRenewalOf, type RenewalRow } from './renewal-store.ts'
import { leadMs, noticeMs } from './renewal-times.ts'

export const readRenewal: UseCase<typeof spec> = async ({ db, actor, clock, payments }) => {
  const now = clock.now()
  const valid = await findValid(db, actor.userId, now)
  const row = valid ?? (await findLastExpired(db, actor.userId))
  const mandate = await findOwnMandate(db, actor.userId)
  const renewal = row?.end_at ? await findRenewalOf(db, row.id, row.end_at) : undefined
  return {
    is_offered: payments?.recurring !== undefined,
    auto_renew: row?.auto_renew ?? false,
    is_trial: valid ? (await findTrialOf(db, valid.id)) !== undefined : false,
    end_date: row?.end_at?.toISOString() ?? null,
    mandate: mandate ? mandateView(mandate) : null,
    next_debit: valid && mandate ? await findNextDebit(db, valid, mandate, renewal, now) : null,
    first_debits: valid && !isUsable(mandate) ? await listFirstDebits(db, valid, now) : [],
    renewal: renewal ? await renewalView(db, renewal) : null,
  }
}

/** A debit may still be under way after the end. */
async function findLastExpired(db: Queryable, userId: string): Promise<SubscriptionRow | undefined> {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', '=', 'expired')
    .orderBy('end_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** What has been announced; before that, what would be by the price and the credit of today. */
export async function findNextDebit(
  db: Queryable,
  row: SubscriptionRow,
  mandate: MandateRow,
  renewal: RenewalRow | undefined,
  now: Date,
): Promise<RenewalPanel['next_debit']> {
  if (!row.auto_renew || !row.end_at || mandate.state !== 'confirmed') return null
  if (renewal && renewal.state !== 'open' && renewal.state !== 'stopped') return null
  const open = renewal && (await listAttempts(db, renewal.id)).at(-1)
  if (open && open.state !== 'failed' && open.state !== 'ended') {
    const at = open.debit_at ?? new Date(open.created_at.getTime() + noticeMs(mandate.method))
    const [price, credit] = [BigInt(open.price_paise), BigInt(open.credit_paise)]
    return partsOf(price, credit, price - credit, open.created_at, at)
  }
  return foresee(db, row, mandate.method, now)
}

async function listFirstDebits(db: Queryable, row: SubscriptionRow, now: Date): Promise<RenewalPanel['first_debits']> {
  const debits = []
  for (const method of MandateMethod.options) {
    const debit = await foresee(db, row, method, now)
    if (debit) debits.push({ ...debit, method })
  }
  return debits
}

/** By the price and the credit of today. */
async function foresee(db: Queryable, row: SubscriptionRow, method: string, now: Date) {
  const offer = await findRenewalOffer(db, row)
  if (!offer?.isOffered || !row.end_at) return null
  const due = amountDue(offer, await readCredit(db, row.user_id))
  return debitBefore(row.end_at, method, { pricePaise: offer.chargePaise, duePaise: due }, now)
}

/** The debit by which a plan goes on after its end. */
export function debitBefore(
  end: Date,
  method: string,
  { pricePaise, duePaise }: { readonly pricePaise: bigint; readonly duePaise: bigint },
  now: Date,
) {
  const noticeAt = new Date(Math.max(end.getTime() - leadMs(method), now.getTime()))
  const at = new Date(noticeAt.getTime() + noticeMs(method))
  return partsOf(pricePaise, pricePaise - duePaise, duePaise, noticeAt, at)
}

function isUsable(mandate: MandateRow | undefined): boolean {
  return mandate?.state === 'confirmed' || mandate?.state === 'paused'
}

function partsOf(price: bigint, credit: bigint, amount: bigint, noticeAt: Date, at: Date) {
  const rupees = (paise: bigint) => Number(paise) / 100
  return {
    at: at.toISOString(),
    notice_at: noticeAt.toISOString(),
    price: rupees(price),
    credit: rupees(credit),
    amount: rupees(amount),
  }
}

const STATES = {
  recorded: 'announced',
  ordered: 'announced',
  notified: 'announced',
  debiting: 'debiting',
  captured: 'paid',
  failed: 'failed',
  ended: 'ended',
} as const

async function renewalView(db: Queryable, renewal: RenewalRow): Promise<RenewalPanel['renewal']> {
  const attempts = await listAttempts(db, renewal.id)
  return {
    state: RenewalState.parse(renewal.state),
    reason: renewal.reason,
    attempts: attempts.map((attempt) => ({
      number: attempt.number,
      state: STATES[attempt.state as keyof typeof STATES],
      amount: Number(BigInt(attempt.price_paise) - BigInt(attempt.credit_paise)) / 100,
      debit_at: attempt.debit_at?.toISOString() ?? null,
      failure: attempt.failure,
    })),
  }
}
