import type { EvidenceName, exportEvidence as spec } from '@trading-bot/contract/rest/operations/compliance'
import { csvOf } from '@trading-bot/core/csv-of'
import { type RawBuilder, sql } from 'kysely'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import type { RuleContext } from './rule.ts'
import { findRules } from './find-rules.ts'

/** The first line names the columns. */
type Cell = string | number | null
type Table = readonly (readonly Cell[])[]

/** What could be shown to a broker, an exchange or an auditor on the day it is asked for. */
export const exportEvidence: UseCase<typeof spec> = async (context, { name }) => {
  const table = name === 'rules' ? await tableOfRules(context) : await tableOf(context, TABLES[name])
  await recordAudit(context.db, context, { action: 'compliance.exported', subject: { kind: 'evidence', id: name } })
  return new TextEncoder().encode(csvOf(table))
}

async function tableOfRules(context: RuleContext): Promise<Table> {
  const drawnUp = context.clock.now().toISOString()
  const rules = await findRules(context)
  return [
    ['Rule', 'State', 'Evidence', 'As of', 'Source', 'Source of', 'Drawn up'],
    ...rules.map((rule) => [
      rule.title,
      rule.state,
      rule.evidence,
      rule.evidence_at,
      rule.source,
      rule.source_day,
      drawnUp,
    ]),
  ]
}

// As many as a spreadsheet takes.
const MOST_ROWS = 1_000_000

type Query = { readonly titles: readonly string[]; readonly rows: RawBuilder<unknown> }

/** Columns in the order of their titles, the newest rows first. */
const TABLES: Readonly<Record<Exclude<EvidenceName, 'rules'>, Query>> = {
  drills: {
    titles: ['Run', 'By', 'Could enter before', 'While it stood', 'Afterwards', 'Effective after ms', 'Note'],
    rows: sql`
      select d.run_at, u.email, d.bots_before, d.bots_during, d.bots_after, d.effective_ms, d.note
      from kill_switch_drills d join users u on u.id = d.run_by order by d.run_at desc`,
  },
  complaints: {
    titles: ['No.', 'Received', 'From', 'Reach', 'Channel', 'About', 'Complaint', 'Due', 'Answered', 'Answer', 'By'],
    rows: sql`
      select c.number, c.received_at, c.name, c.contact, c.channel, c.category, c.text, c.due_at, c.answered_at, c.answer,
        u.email
      from complaints c left join users u on u.id = c.answered_by order by c.number desc`,
  },
  consents: {
    titles: ['User', 'Notice', 'Version', 'Accepted'],
    rows: sql`
      select u.email, c.notice, c.version, c.given_at
      from consents c join users u on u.id = c.user_id order by c.given_at desc, u.email, c.notice`,
  },
  sheets: {
    titles: ['User', 'Strategy', 'Version', 'Hash', 'Accepted'],
    rows: sql`
      select u.email, b.name, a.version, a.logic_hash, a.accepted_at
      from sheet_acceptances a join users u on u.id = a.user_id join bots b on b.id = a.strategy_id
      order by a.accepted_at desc, u.email`,
  },
  documents: {
    titles: ['Document', 'Name', 'Number', 'From', 'Until', 'Entered', 'By', 'Ended'],
    rows: sql`
      select 'Empanelment', e.provider_name, e.number, null::date, e.valid_until, e.entered_at, u.email, e.ended_at
      from provider_empanelments e left join users u on u.id = e.entered_by
      union all
      select 'Approval', a.logic_hash, a.reference, a.approved_on, a.valid_until, a.entered_at, u.email, a.ended_at
      from broker_approvals a left join users u on u.id = a.entered_by
      order by 6 desc`,
  },
  addresses: {
    titles: ['User', 'Primary', 'Secondary', 'Shared with', 'Consent', 'Of', 'Tried', 'Result'],
    rows: sql`
      select u.email, host(u.outbound_address), host(u.secondary_address), owner.email, f.evidence, f.consented_on,
        p.probed_at, p.result
      from users u
      left join users owner on owner.id = u.shares_address_of
      left join lateral (
        select evidence, consented_on from family_consents
        where member_id = u.id and owner_id = u.shares_address_of order by recorded_at desc limit 1) f on true
      left join egress_probes p on p.address = u.outbound_address
      where u.outbound_address is not null order by u.email`,
  },
}

async function tableOf({ db }: RuleContext, { titles, rows }: Query): Promise<Table> {
  const columns = titles.map((_, at) => sql.ref(`column${at + 1}`))
  const found = await sql<Record<string, Cell | Date>>`
    select * from (${rows}) as evidence(${sql.join(columns)}) limit ${MOST_ROWS}`.execute(db)
  return [titles, ...found.rows.map((row) => titles.map((_, at) => cellOf(row[`column${at + 1}`] ?? null)))]
}

function cellOf(value: Cell | Date): Cell {
  return value instanceof Date ? value.toISOString() : value
}
