import { refuse } from '@trading-bot/contract/rest/refusals'
import type {
  readAdminSubscription as spec,
  SubscriptionDetail,
} from '@trading-bot/contract/rest/billing/subscription-reports'
import { sql } from 'kysely'
import { listHistory } from '../../platform/audit/list-history.ts'
import type { Queryable } from '../../platform/db/client.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { invoiceNumber } from '../invoices/index.ts'
import { listSubscriptionPayments } from '../payments/index.ts'
import { findReported } from './report-store.ts'

const SHOWN = 200

export const readAdminSubscription: UseCase<typeof spec> = async ({ db }, { id }) => {
  const subscription = await findReported(db, id)
  if (!subscription) return refuse('NOT_FOUND')
  const payments = await listSubscriptionPayments(db, id)
  const subjects = [{ kind: 'subscription', id }, ...payments.map((payment) => ({ kind: 'payment', id: payment.id }))]
  return {
    subscription,
    payments,
    invoices: await listInvoices(db, id),
    ledger: await listLedger(db, id),
    history: await listHistory(db, subjects, SHOWN),
  }
}

async function listInvoices(db: Queryable, subscriptionId: string): Promise<SubscriptionDetail['invoices']> {
  const rows = await db
    .selectFrom('invoices')
    .innerJoin('payments', 'payments.id', 'invoices.payment_id')
    .select(['invoices.id', 'kind', 'series', 'financial_year', 'number', 'total_paise', 'issued_at'])
    .where('payments.subscription_id', '=', subscriptionId)
    .orderBy('issued_at', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    number: invoiceNumber(row),
    kind: row.kind as 'invoice' | 'credit-note',
    total: Number(row.total_paise) / 100,
    issued_at: row.issued_at.toISOString(),
  }))
}

async function listLedger(db: Queryable, subscriptionId: string): Promise<SubscriptionDetail['ledger']> {
  const { rows } = await sql<{ id: string; at: Date; kind: string; lines: { account: string; paise: number }[] }>`
    select ledger_entries.id, at, kind,
      json_agg(json_build_object('account', account, 'paise', amount_paise) order by amount_paise desc) as lines
    from (
      select id, at, kind from ledger_entries where subscription_id = ${subscriptionId}
      order by at desc, id desc limit ${SHOWN}
    ) as ledger_entries
    join ledger_lines on ledger_lines.entry_id = ledger_entries.id
    group by ledger_entries.id, at, kind order by at desc, ledger_entries.id desc`.execute(db)
  return rows.map(({ id, at, kind, lines }) => ({
    id,
    at: at.toISOString(),
    kind,
    lines: lines.map(({ account, paise }) => ({ account, amount: paise / 100 })),
  }))
}
