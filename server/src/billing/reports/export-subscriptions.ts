import { refuse } from '@trading-bot/contract/rest/refusals'
import type {
  exportSubscriptions as spec,
  ReportedSubscription,
} from '@trading-bot/contract/rest/billing/subscription-reports'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { csvOf } from '@trading-bot/core/csv-of'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { countReported, listReported } from './report-store.ts'

const MOST_ROWS = 100_000
const TITLES = [
  'id',
  'email',
  'username',
  'plan',
  'billing_cycle',
  'status',
  'payment_status',
  'amount_paid',
  'start_date',
  'end_date',
  'created_at',
  'auto_renew',
]

/** An export contains personal data: the audit line records who took which part. */
export const exportSubscriptions: UseCase<typeof spec> = async (context, { sort_by, ...filter }) => {
  const { db } = context
  const { total } = await countReported(db, filter)
  if (total > MOST_ROWS) {
    const values = { count: total.toLocaleString('en-IN'), limit: MOST_ROWS.toLocaleString('en-IN') }
    return refuse('TOO_MANY_TO_EXPORT', { values })
  }
  const rows = await listReported(db, filter, { sort: sort_by, offset: 0, limit: total, total })
  await recordAudit(db, context, {
    action: 'subscriptions.exported',
    subject: { kind: 'subscriptions', id: 'all' },
    after: { ...filter, rows: rows.length },
  })
  return new TextEncoder().encode(csvOf([TITLES, ...rows.map(cellsOf)]))
}

function cellsOf(row: ReportedSubscription): (string | number | null)[] {
  return [
    row.id,
    row.user.email,
    row.user.username,
    (row.plan ?? row.bot_plan)?.name ?? '',
    row.billing_cycle,
    row.status,
    row.payment_status,
    row.amount_paid,
    row.start_date,
    row.end_date,
    row.created_at,
    row.auto_renew ? 'yes' : 'no',
  ]
}
