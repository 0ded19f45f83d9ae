import type * as api from '@trading-bot/contract/rest/operations/complaints'
import { csvOf } from '@trading-bot/core/csv-of'
import { sql } from 'kysely'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { type ComplaintRow, complaintView, countComplaints, readComplaints } from './complaint-store.ts'

const OF_STATE = { open: sql`c.answered_at is null`, answered: sql`c.answered_at is not null` }

export const listComplaints: UseCase<typeof api.listComplaints> = async ({ db, clock }, { page, page_size, state }) => {
  const now = clock.now()
  const { all, open, overdue } = await countComplaints(db, now)
  const count = state === undefined ? all : state === 'open' ? open : all - open
  const part = { limit: page_size, offset: (page - 1) * page_size }
  const rows = await readComplaints(db, state ? OF_STATE[state] : sql`true`, part)
  return { count, open, overdue, results: rows.map((row) => complaintView(row, now)) }
}

const TITLES = [
  'No.',
  'Received',
  'By',
  'Reach',
  'Channel',
  'About',
  'Complaint',
  'Due',
  'Answered',
  'Answer',
  'By whom',
]
const MOST_EXPORTED = 100_000

export const exportComplaints: UseCase<typeof api.exportComplaints> = async ({ db }) => {
  const rows = await readComplaints(db, sql`true`, { limit: MOST_EXPORTED, offset: 0 })
  return new TextEncoder().encode(csvOf([TITLES, ...rows.map(cellsOf)]))
}

function cellsOf(row: ComplaintRow) {
  const { number, name, contact, channel, category, text, answer, answered_by } = row
  const received = row.received_at.toISOString()
  return [
    number,
    received,
    name,
    contact,
    channel,
    category,
    text,
    row.due_at.toISOString(),
    row.answered_at?.toISOString() ?? null,
    answer,
    answered_by,
  ]
}
