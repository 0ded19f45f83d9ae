import type { Exposure } from '@trading-bot/contract/rest/operations/strip'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'

type Row = { mode: string; positions: number; accounts: number; gross: string; net: string }

/** What all accounts hold, at entry prices: those are known even while no price arrives. */
export async function readExposure(db: Queryable): Promise<{ live: Exposure; paper: Exposure }> {
  const { rows } = await sql<Row>`
    with held as (
      select p.id, o.mode, o.user_id,
        sum(f.quantity * case o.side when 'BUY' then 1 else -1 end) as quantity,
        sum(f.quantity::numeric * f.price_paise) filter (where o.purpose = 'ENTRY')
          / nullif(sum(f.quantity) filter (where o.purpose = 'ENTRY'), 0) as average
      from positions p join orders o on o.position_id = p.id join fills f on f.order_id = o.id
      where p.closed_at is null
      group by p.id, o.mode, o.user_id
    )
    select mode, count(*)::int as positions, count(distinct user_id)::int as accounts,
      round(sum(abs(quantity) * average)) as gross, round(sum(quantity * average)) as net
    from held where quantity <> 0 group by mode`.execute(db)
  return { live: exposureOf(rows, 'live'), paper: exposureOf(rows, 'paper') }
}

function exposureOf(rows: readonly Row[], mode: string): Exposure {
  const row = rows.find((each) => each.mode === mode)
  if (!row) return { positions: 0, accounts: 0, gross: 0, net: 0 }
  return {
    positions: row.positions,
    accounts: row.accounts,
    gross: Number(row.gross) / 100,
    net: Number(row.net) / 100,
  }
}
