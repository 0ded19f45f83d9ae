import { sql } from 'kysely'
import { listEmpanelments } from '../../../trading/hosting/index.ts'
import { counted, met, notApplicable, notMet, type RuleCheck, SEBI_2025 } from '../rule.ts'

const WORDS = {
  simulated: 'The demo: its exchange is simulated, and no order leaves this machine.',
  paper: 'Nobody: bots trade on paper only (HOSTING=paper).',
  'own-logic': 'Users on regular plans, by parameters that they confirmed as their own (HOSTING=own-logic).',
  provider: 'Subscribers of the empanelled provider, by strategies that the broker approved (HOSTING=provider).',
}
const PATH = '/admin/compliance?tab=hosting'
/** Bots that would enter with real money if nothing forbade it. */
const LIVE_BOTS = sql`from user_bots b
  where b.mode = 'live' and b.status = 'running' and b.archived_at is null and b.ended_at is null`

export const WHO_TRADES_LIVE: RuleCheck = {
  key: 'hosting',
  title: 'It is settled who may trade with real money here',
  ...SEBI_2025,
  path: PATH,
  check: async ({ db, clock, config }) => {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting ${LIVE_BOTS} and exists (select from hosting_refusals(
        b.user_id, b.subscription_id, b.strategy_id, b.version, b.settings, ${clock.now()}))`.execute(db)
    const waiting = rows[0]?.waiting ?? 0
    const stopped = waiting === 0 ? '' : ` ${counted(waiting, 'live bot does', 'live bots do')} not enter by it.`
    return met(`${WORDS[config.compliance.hosting]}${stopped}`)
  },
}

export const PROVIDER_IS_EMPANELLED: RuleCheck = {
  key: 'empanelment',
  title: 'The provider is empanelled with the exchange',
  source: 'SEBI (as above); NSE/INVG/70309, criteria of empanelment',
  source_day: '2025-09-19',
  path: PATH,
  check: async ({ db, clock, config }) => {
    if (config.compliance.hosting !== 'provider') return notApplicable('No provider trades for others here.')
    const [current] = await listEmpanelments(db, { currentOnly: true })
    if (!current) return notMet('No empanelment is entered: nobody enters with real money.')
    const { provider_name, number, valid_until, entered_at } = current
    const until = valid_until.toISOString().slice(0, 10)
    if (valid_until <= clock.now()) return notMet(`The empanelment no. ${number} ended on ${until}.`, entered_at)
    return met(`${provider_name}, no. ${number}, until ${until}.`, entered_at)
  },
}

export const SHEETS_ARE_ACCEPTED: RuleCheck = {
  key: 'white-box',
  title: 'Users can read how a strategy decides, and accept it before it trades their money',
  ...SEBI_2025,
  path: '/admin/algos',
  check: async ({ db }) => {
    const { rows } = await sql<{ bots: number; waiting: number; newest: Date | null }>`
      select count(*)::int as bots,
        (count(*) filter (where not sheet_accepted(b.user_id, b.strategy_id, b.version)))::int as waiting,
        (select max(accepted_at) from sheet_acceptances) as newest ${LIVE_BOTS}`.execute(db)
    const { bots = 0, waiting = 0, newest = null } = rows[0] ?? {}
    if (bots === 0) return met('No bot trades with real money now; a live start asks for the acceptance.', newest)
    const rest =
      waiting === 0
        ? ''
        : ` ${counted(waiting, 'waits', 'wait')} for it and ${waiting === 1 ? 'does' : 'do'} not enter.`
    return met(`${bots - waiting} of ${counted(bots, 'live bot', 'live bots')} trade an accepted sheet.${rest}`, newest)
  },
}

export const BLACK_BOXES_HAVE_ANALYSTS: RuleCheck = {
  key: 'black-box',
  title: 'A black box has a Research Analyst and a research report',
  ...SEBI_2025,
  path: '/admin/algos',
  check: async ({ db }) => {
    const { rows } = await sql<{ boxes: number; unaccounted: string[] }>`
      select count(*)::int as boxes,
        coalesce(array_agg(algo_id order by algo_id) filter (where certificate is null or report_day is null), '{}') as unaccounted
      from algo_registrations where kind = 'black_box' and state = 'registered'`.execute(db)
    const { boxes = 0, unaccounted = [] } = rows[0] ?? {}
    if (boxes === 0) return notApplicable('No black box is registered.')
    if (unaccounted.length > 0)
      return notMet(`Without a certificate or a report, and so without entries: ${unaccounted.join(', ')}.`)
    return met(`${counted(boxes, 'black box', 'black boxes')}, each with its analyst and report.`)
  },
}
