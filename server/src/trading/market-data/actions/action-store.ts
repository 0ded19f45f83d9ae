import { CorporateActionView } from '@trading-bot/contract/rest/trading/market-data'
import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../platform/db/client.ts'

type Filter = { readonly symbol?: string | undefined; readonly id?: string }

/** Newest first. */
export async function listActions(db: Queryable, { symbol, id }: Filter): Promise<CorporateActionView[]> {
  const { rows } = await sql<CorporateActionView>`
    select a.id, coalesce(s.symbol, a.token) as symbol, a.token, to_char(ex_day, 'YYYY-MM-DD') as ex_day, kind, factor, note
    from corporate_actions a left join symbols s on s.token = a.token
    where (${symbol ?? null}::text is null or s.symbol = ${symbol ?? null}) and (${id ?? null}::uuid is null or a.id = ${id ?? null})
    order by ex_day desc, symbol, kind`.execute(db)
  return rows.map((row) => CorporateActionView.parse(row))
}

type NewAction = Pick<CorporateActionView, 'id' | 'token' | 'ex_day' | 'kind' | 'factor' | 'note'> & {
  readonly createdBy: string
}

/** Of one kind there is one action a day; saving it again changes its factor. Answers its id. */
export async function saveAction(tx: Tx, action: NewAction, now: Date): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into corporate_actions (id, token, ex_day, kind, factor, note, created_at, created_by)
    values (${action.id}, ${action.token}, ${action.ex_day}::date, ${action.kind}, ${action.factor}, ${action.note}, ${now},
      ${action.createdBy})
    on conflict (token, ex_day, kind) do update set factor = excluded.factor, note = excluded.note
    returning id`.execute(tx)
  return rows[0]!.id
}

export async function deleteAction(tx: Tx, id: string): Promise<void> {
  await sql`delete from corporate_actions where id = ${id}`.execute(tx)
}
