import type {
  Algo,
  listAlgos as listSpec,
  readAlgoHistory as historySpec,
} from '@trading-bot/contract/rest/trading/algos'
import { BotType } from '@trading-bot/contract/rest/billing/plans'
import { refuse } from '@trading-bot/contract/rest/refusals'
import { RunsAs } from '@trading-bot/contract/rest/trading/bot-code'
import { sql } from 'kysely'
import { listHistory } from '../../platform/audit/list-history.ts'
import { signingKeyOf } from '../../platform/audit/signing-key.ts'
import type { Queryable } from '../../platform/db/client.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { findRegistration, listRegistrations } from './algo-store.ts'
import { registrationView } from './registration-view.ts'

const MOST_LINES = 100

/** Deployed algos first, then those with a registration, then what is only saved. */
export const listAlgos: UseCase<typeof listSpec> = async ({ db, config }) => {
  // Newest first, so that a new application replaces a withdrawn one on the screen.
  const registrations = (await listRegistrations(db)).toReversed()
  const byHash = new Map(registrations.map((row) => [row.logic_hash, registrationView(row)]))
  const algos = (await readAlgos(db)).map(
    (row): Algo => ({
      ...row,
      bot_type: BotType.parse(row.bot_type),
      runs_as: RunsAs.parse(row.runs_as),
      registration: byHash.get(row.logic_hash) ?? null,
    }),
  )
  const rank = ({ versions, registration }: Algo) =>
    versions.some(({ is_deployed }) => is_deployed) ? 0 : registration ? 1 : 2
  algos.sort((a, b) => rank(a) - rank(b))
  return { algos, key_fingerprint: signingKeyOf(config.sealKey).fingerprint }
}

export const readAlgoHistory: UseCase<typeof historySpec> = async ({ db }, { id }) => {
  if (!(await findRegistration(db, id))) return refuse('NOT_FOUND')
  return listHistory(db, [{ kind: 'algo', id }], MOST_LINES)
}

type Row = Pick<Algo, 'logic_hash' | 'versions' | 'live_bots'> & { bot_type: string; runs_as: string }

/** Archived bots stay as long as they are registered: their orders can still be exported. */
async function readAlgos(db: Queryable): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select v.logic_hash, min(b.bot_type) as bot_type, min(v.runs_as) as runs_as,
      json_agg(json_build_object('bot_id', b.id, 'name', b.name, 'number', v.number,
        'is_deployed', b.archived_at is null and b.deployed_version is not distinct from v.number) order by b.name, v.number desc) as versions,
      coalesce(sum(l.live), 0)::int as live_bots
    from bot_versions v
    join bots b on b.id = v.bot_id
    left join lateral (
      select count(*) as live from user_bots u
      where u.strategy_id = v.bot_id and u.version = v.number and u.mode = 'live' and u.status <> 'stopped'
        and u.archived_at is null
    ) l on true
    where v.logic_hash is not null
      and (b.archived_at is null or v.logic_hash in (select logic_hash from algo_registrations))
    group by v.logic_hash
    order by min(b.name), max(v.number) desc
    limit 500`.execute(db)
  return rows
}
