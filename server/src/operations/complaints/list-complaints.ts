import type * as api from '@trading-bot/contract/rest/operations/complaints'
import { sql } from 'kysely'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { complaintView, countComplaints, readComplaints } from './complaint-store.ts'

const OF_STATE = { open: sql`c.answered_at is null`, answered: sql`c.answered_at is not null` }

export const listComplaints: UseCase<typeof api.listComplaints> = async ({ db, clock }, { page, page_size, state }) => {
  const now = clock.now()
  const { all, open, overdue } = await countComplaints(db, now)
  const count = state === undefined ? all : state === 'open' ? open : all - open
  const part = { limit: page_size, offset: (page - 1) * page_size }
  const rows = await readComplaints(db, state ? OF_STATE[state] : sql`true`, part)
  return { count, open, overdue, results: rows.map((row) => complaintView(row, now)) }
}
