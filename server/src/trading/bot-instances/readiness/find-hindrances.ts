import type { Hindrance } from '@trading-bot/contract/rest/trading/will-trade'
import { refuse } from '@trading-bot/contract/rest/refusals'
import { openSessionAt } from '@trading-bot/core/calendar/open-session-at'
import { nextSession } from '@trading-bot/core/calendar/next-session'
import type { StoppedBy } from '@trading-bot/core/risk/limit-reached'
import { DAY_MS } from '@trading-bot/core/time'
import { sql } from 'kysely'
import { isPaperTrialSql } from '../../../billing/subscriptions/index.ts'
import type { Deps } from '../../../platform/http/context.ts'
import { type HostingRefusal, hostingRefusalsSql, hostingSentence } from '../../hosting/index.ts'
import { paperMarket } from '../../../platform/prices/price-rules.ts'
import { findPaperRefusals, type PaperRefusalOf } from '../../market-data/index.ts'
import { entriesSince, hasEngine } from '../../orders/index.ts'
import { marketSessionAt } from '../../market-calendar/index.ts'
import { isCurrentSql } from '../is-current.ts'
import { currentSession } from '../limits/current-session.ts'
import { BotSettings } from '../settings/bot-settings.ts'

/** A request's, or a chat's. */
type Setting = Pick<Deps, 'db' | 'clock' | 'calendar' | 'prices' | 'config'>

type Standing = { readonly reason: string; readonly until: string | null }
type Row = {
  readonly id: string
  readonly mode: string
  readonly status: string
  readonly status_reason: string | null
  readonly settings: unknown
  readonly is_current: boolean
  readonly is_suspended: boolean
  readonly is_switched_off: boolean
  readonly is_paper_only: boolean
  readonly is_unregistered: boolean
  readonly hosting: readonly HostingRefusal[]
  readonly is_unaccounted: boolean
  readonly unaccepted_version: number | null
  readonly switches: readonly Standing[]
  readonly maintenance: readonly Standing[]
  readonly former: readonly { readonly name: string; readonly positions: number }[]
  readonly entries: number
  readonly stopped_by: StoppedBy | null
}

/**
 * Why each bot opens no position now, the most lasting reason first; an empty list for one that trades on its next
 * signal. The same conditions as bots_that_may_enter, which denies entries in the database, and as the engine's own.
 */
export async function findHindrances(
  context: Setting,
  botIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Hindrance[]>> {
  const rows = await readRows(context, botIds)
  const common = await commonHindrances(context)
  const paperRefusal = await findPaperRefusals(context, rows.flatMap(tokensOf))
  const next = nextOpen(context)
  return new Map(
    rows.map((row) => [
      row.id,
      [
        ...ownHindrances(row, next, mondayAfter(context)),
        ...(row.mode === 'paper' ? ofPaper(row, paperRefusal) : []),
        // A paper market beside the real one does not wait for the platform's feed.
        ...common.filter(({ code }) => code !== 'feed' || row.mode === 'live' || !paperMarket(context.config)),
      ],
    ]),
  )
}

function tokensOf({ settings }: Row): readonly string[] {
  return BotSettings.parse(settings).instruments.map(({ token }) => token)
}

function ofPaper(row: Row, refusalOf: PaperRefusalOf): Hindrance[] {
  const refusal = refusalOf(tokensOf(row))
  return refusal ? [hindrance('paper_prices', refusal.sentence)] : []
}

const hindrance = (code: Hindrance['code'], text: string, until: string | null = null): Hindrance => ({
  code,
  text,
  until,
})

function ownHindrances(row: Row, next: string | null, monday: string): Hindrance[] {
  const { limits } = BotSettings.parse(row.settings)
  const isSpent = row.entries >= limits.maxEntriesPerDay
  return [
    ...(row.is_current ? [] : [hindrance('plan', 'Its plan has ended or has another bot now.')]),
    ...(row.is_suspended ? [hindrance('account', 'The account is suspended.')] : []),
    ...ofStatus(row),
    ...(row.is_switched_off ? [hindrance('configuration', 'Its configuration is switched off.')] : []),
    ...(row.is_paper_only ? [hindrance('live_plan', 'Its plan allows paper trading only.')] : []),
    ...(row.is_unregistered ? [hindrance('algo', refuse('ALGO_NOT_REGISTERED').sentence)] : []),
    ...row.hosting.map((refusal) => hindrance('hosting', hostingSentence(refusal))),
    ...(row.is_unaccounted ? [hindrance('black_box', refuse('BLACK_BOX_UNACCOUNTED').sentence)] : []),
    ...(row.unaccepted_version === null ? [] : [hindrance('sheet', unaccepted(row.unaccepted_version))]),
    ...row.switches.map(({ reason, until }) => hindrance('switch', sentence(reason), until)),
    ...row.maintenance.map(({ reason, until }) => hindrance('maintenance', `Maintenance: ${sentence(reason)}`, until)),
    ...row.former.map(({ name, positions }) =>
      hindrance('former', `${name} still holds ${positions} position${positions === 1 ? '' : 's'}, closed first.`),
    ),
    ...(row.stopped_by ? [limitHindrance(row.stopped_by, next, monday)] : []),
    ...(isSpent
      ? [hindrance('entries', `All ${limits.maxEntriesPerDay} entries of this session are used.`, next)]
      : []),
  ]
}

function unaccepted(version: number): string {
  return `It waits until you accept how version ${version} decides.`
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}

function ofStatus({ status, status_reason: reason }: Row): Hindrance[] {
  if (status === 'running') return []
  if (status === 'paused') return [hindrance('paused', 'It is paused.')]
  if (status === 'error')
    return [hindrance('error', reason ? `It is in error: ${sentence(reason)}` : 'It is in error.')]
  return [hindrance('stopped', 'It is not started.')]
}

function limitHindrance(by: StoppedBy, next: string | null, monday: string): Hindrance {
  switch (by) {
    case 'DAILY_LOSS':
      return hindrance('limit', 'Its daily loss limit is reached.', next)
    case 'DAILY_PROFIT':
      return hindrance('limit', 'Its daily profit target is reached.', next)
    case 'WEEKLY_LOSS':
      return hindrance('limit', 'Its weekly loss limit is reached.', monday)
    case 'DRAWDOWN':
      return hindrance('limit', 'Its drawdown limit is reached: it trades again when you raise the limit.')
  }
}

async function readRows({ db, clock, calendar }: Setting, botIds: readonly string[]): Promise<readonly Row[]> {
  const now = clock.now()
  const session = currentSession(calendar, now)
  const { rows } = await sql<Row>`
    select b.id, b.mode, b.status, b.status_reason, b.settings, ${isCurrentSql(now)} as is_current,
      u.status <> 'active' as is_suspended,
      not b.is_copy and exists (
        select from bot_configurations c where c.subscription_id = b.subscription_id and not c.is_active) as is_switched_off,
      b.mode = 'live' and (${isPaperTrialSql} or exists (
        select from plans p where p.id = s.plan_id and not p.allows_live)) as is_paper_only,
      b.mode = 'live' and not exists (
        select from bot_versions v join algo_registrations a on a.logic_hash = v.logic_hash
        where a.state = 'registered' and v.bot_id = b.strategy_id and v.number = b.version) as is_unregistered,
      ${hostingRefusalsSql(now)} as hosting,
      b.mode = 'live' and not box_accounted_for(b.strategy_id, b.version) and exists (
        select from bot_versions v join algo_registrations a on a.logic_hash = v.logic_hash
        where a.state = 'registered' and v.bot_id = b.strategy_id and v.number = b.version) as is_unaccounted,
      case when b.mode = 'live' and not sheet_accepted(b.user_id, b.strategy_id, b.version) then b.version
        end as unaccepted_version,
      (select coalesce(json_agg(json_build_object('reason', k.reason, 'until', k.until) order by k.set_at desc), '[]')
        from kill_switches k
        where k.lifted_at is null and (k.until is null or k.until > ${now})
          and (k.scope = 'platform' or k.subject_id in (b.strategy_id, b.user_id, b.id))) as switches,
      (select coalesce(json_agg(json_build_object('reason', m.title, 'until', m.ends_at) order by m.ends_at desc), '[]')
        from maintenance_windows m
        where m.is_active and m.starts_at <= ${now} and m.ends_at > ${now}
          and coalesce((select (value #>> '{}')::boolean from settings where key = 'maintenance.pause_entries'), true)
      ) as maintenance,
      (select coalesce(json_agg(f), '[]') from (
        select former.name, count(*)::int as positions from user_bots former
        join positions p on p.user_bot_id = former.id and p.closed_at is null
        where former.subscription_id = b.subscription_id and former.ended_at is not null and not former.is_copy
          and b.ended_at is null and not b.is_copy
        group by former.id) f) as former,
      ${entriesSince(sql.ref('b.id'), new Date(session.openMs))} as entries,
      (select d.stopped_by from stopped_days d
        where d.user_bot_id = b.id and (d.session_number = ${session.number}
          or (d.stopped_by = 'WEEKLY_LOSS' and d.session_number >= ${session.week.number}
            and d.session_number < ${session.number}))
        order by d.session_number desc limit 1) as stopped_by
    from user_bots b join subscriptions s on s.id = b.subscription_id join users u on u.id = b.user_id
    where b.id = any(${botIds}::uuid[])`.execute(db)
  return rows.map((row) => ({ ...row, switches: row.switches.map(asIso), maintenance: row.maintenance.map(asIso) }))
}

/** PostgreSQL's JSON writes instants with an offset. */
function asIso({ reason, until }: Standing): Standing {
  return { reason, until: until === null ? null : new Date(until).toISOString() }
}

/** What keeps everybody from opening a position. */
async function commonHindrances({ db, prices, calendar, clock }: Setting): Promise<Hindrance[]> {
  const nowMs = clock.now().getTime()
  const { is_open, note, opens_at } = marketSessionAt(calendar, nowMs)
  const session = openSessionAt(calendar, nowMs, { hasDerivatives: false })
  const isLate = session.ok && nowMs >= session.value.entriesUntilMs
  return [
    ...((await hasEngine(db)) ? [] : [hindrance('engine', 'No engine is running.')]),
    ...(prices?.isUp?.() === false ? [hindrance('feed', 'No prices arrive.')] : []),
    ...(is_open ? [] : [hindrance('market', `The market is closed: ${sentence(note)}`, opens_at)]),
    ...(isLate ? [hindrance('entries_over', 'Entries are over for this session.', nextOpen({ calendar, clock }))] : []),
  ]
}

function nextOpen({ calendar, clock }: Pick<Setting, 'calendar' | 'clock'>): string | null {
  const next = nextSession(calendar, calendar.sessionNumberAt(clock.now().getTime()), { hasDerivatives: false })
  return next.ok ? new Date(next.value.openMs).toISOString() : null
}

/** The week of the limits begins on Monday, India time. */
function mondayAfter({ calendar, clock }: Setting): string {
  const { week } = currentSession(calendar, clock.now())
  return new Date(week.openMs + 7 * DAY_MS).toISOString()
}
