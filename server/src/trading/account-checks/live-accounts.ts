import type { Instrument } from '@trading-bot/core/instrument'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'
import { BotSettings } from '../bot-instances/index.ts'

export type LiveAccount = {
  readonly userId: string
  /** What its running bots may use together. */
  readonly capitalPaise: number
  readonly instruments: readonly Instrument[]
}

type Row = { user_id: string; bots: { status: string; settings: unknown }[] }

/** Users whose bots trade with real money, or still hold something that was bought with it. */
export async function listLiveAccounts(db: Queryable, now: Date): Promise<LiveAccount[]> {
  const { rows } = await sql<Row>`
    select b.user_id, json_agg(json_build_object('status', b.status, 'settings', b.settings)) as bots
    from user_bots b
    where b.mode = 'live' and (b.status <> 'stopped' or exists (select from exposures(${now}) e where e.user_bot_id = b.id))
    group by b.user_id
    order by b.user_id`.execute(db)
  return rows.map(({ user_id, bots }) => {
    const running = bots.filter(({ status }) => status !== 'stopped').map(({ settings }) => BotSettings.parse(settings))
    return {
      userId: user_id,
      capitalPaise: running.reduce((sum, { capital }) => sum + capitalOf(capital), 0),
      instruments: running.flatMap(({ instruments }) => instruments),
    }
  })
}

function capitalOf(capital: BotSettings['capital']): number {
  return 'capitalPaise' in capital ? capital.capitalPaise : capital.longCapitalPaise + capital.shortCapitalPaise
}
