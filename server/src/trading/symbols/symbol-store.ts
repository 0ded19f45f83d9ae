import type { SymbolRefusal, TokenChange } from '@trading-bot/contract/rest/trading/symbols'
import { type Selectable, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import type { Symbols } from '../../platform/db/tables.ts'
import { countRunning } from './count-running.ts'
import { newId } from '../../platform/ids.ts'
import type { SymbolRow } from './symbol-rows.ts'

export type StoredSymbol = Selectable<Symbols>
type SymbolFilter = { search?: string | undefined; isActive?: boolean | undefined }

export async function listPage(db: Queryable, filter: SymbolFilter, page: { size: number; number: number }) {
  return matching(db, filter)
    .selectAll()
    .orderBy('symbol')
    .limit(page.size)
    .offset((page.number - 1) * page.size)
    .execute()
}

export async function countSymbols(db: Queryable, filter: SymbolFilter) {
  const all = await db
    .selectFrom('symbols')
    .select((each) => [
      each.fn.countAll<string>().as('total'),
      each.fn.countAll<string>().filterWhere('is_active', '=', true).as('active'),
    ])
    .executeTakeFirstOrThrow()
  const found = await matching(db, filter)
    .select((each) => each.fn.countAll<string>().as('matching'))
    .executeTakeFirstOrThrow()
  return { total: Number(all.total), active: Number(all.active), matching: Number(found.matching) }
}

function matching(db: Queryable, { search, isActive }: SymbolFilter) {
  const like = `%${(search ?? '').replace(/[\\%_]/g, '\\$&')}%`
  return db
    .selectFrom('symbols')
    .$if(isActive !== undefined, (query) => query.where('is_active', '=', isActive as boolean))
    .$if(Boolean(search), (query) =>
      query.where((each) =>
        each.or([each('symbol', 'ilike', like), each('name', 'ilike', like), each('token', '=', search as string)]),
      ),
    )
}

export async function findSymbol(db: Queryable, id: string): Promise<StoredSymbol | undefined> {
  return db.selectFrom('symbols').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function lockSymbol(tx: Tx, id: string): Promise<StoredSymbol | undefined> {
  return tx.selectFrom('symbols').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function setSymbolActive(db: Queryable, id: string, isActive: boolean): Promise<void> {
  await db.updateTable('symbols').set({ is_active: isActive }).where('id', '=', id).execute()
}

/** Only those that were in the other state; in the order of their ids, so that two calls do not wait for each other. */
export async function setSymbolsActive(tx: Tx, ids: readonly string[], isActive: boolean): Promise<string[]> {
  const { rows } = await sql<{ symbol: string }>`
    update symbols set is_active = ${isActive}
    where id in (
      select id from symbols where id = any(${ids}::uuid[]) and is_active <> ${isActive} order by id for update)
    returning symbol`.execute(tx)
  return rows.map(({ symbol }) => symbol).sort()
}

export async function findTokenHolder(db: Queryable, token: string): Promise<string | undefined> {
  const row = await db.selectFrom('symbols').select('symbol').where('token', '=', token).executeTakeFirst()
  return row?.symbol
}

export async function setToken(db: Queryable, id: string, token: string): Promise<void> {
  await db.updateTable('symbols').set({ token }).where('id', '=', id).execute()
}

export async function removeSymbol(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('symbols').where('id', '=', id).execute()
}

/** Who still uses the symbol; undefined if nobody does. */
export async function findUser(db: Queryable, symbol: string): Promise<string | undefined> {
  const listed = JSON.stringify([{ symbol }])
  const { rows } = await sql<{ by: string }>`
    select 'The plan ' || name as by from bot_plans where archived_at is null and allowed_symbols @> array[${symbol}]
    union all
    select 'The bot ' || bots.name from bots join bot_versions on bot_versions.bot_id = bots.id
      where bot_versions.config ->> 'symbol' = ${symbol} or bot_versions.config -> 'multiple_symbols' @> ${listed}::jsonb
    union all
    select 'A subscription' from bot_configurations join subscriptions on subscriptions.id = subscription_id
      where status in ('active', 'pending')
        and (bot_configurations.symbol = ${symbol} or bot_configurations.allowed_symbols @> array[${symbol}])
    limit 1`.execute(db)
  return rows[0]?.by
}

type Outcome = {
  added: number
  changed: number
  refusals: z.infer<typeof SymbolRefusal>[]
  tokenChanges: TokenChange[]
}

/** One upload at a time; a handful of statements whatever the number of rows. */
export async function applySymbols(
  tx: Tx,
  rows: readonly SymbolRow[],
  fresh: { isActive: boolean },
  now: Date,
): Promise<Outcome> {
  await sql`lock table symbols in share row exclusive mode`.execute(tx)
  await sql`create temporary table uploaded (
    row integer, id uuid, symbol text, token text, name text, tick_paise integer, lot_size integer
  ) on commit drop`.execute(tx)
  await fillUploaded(tx, rows, now)
  const taken = await sql<{ row: number; symbol: string; token: string; holder: string }>`
    delete from uploaded using symbols where symbols.token = uploaded.token and symbols.symbol <> uploaded.symbol
    returning row, uploaded.symbol, uploaded.token, symbols.symbol as holder`.execute(tx)
  const tokenChanges = await holdBackTokens(tx)
  const changed = await sql`
    update symbols set token = uploaded.token, name = uploaded.name,
      tick_paise = coalesce(uploaded.tick_paise, symbols.tick_paise),
      lot_size = coalesce(uploaded.lot_size, symbols.lot_size)
    from uploaded where uploaded.symbol = symbols.symbol and (symbols.token, symbols.name, symbols.tick_paise, symbols.lot_size)
      is distinct from (uploaded.token, uploaded.name, coalesce(uploaded.tick_paise, symbols.tick_paise),
        coalesce(uploaded.lot_size, symbols.lot_size))`.execute(tx)
  const added = await sql`
    insert into symbols (id, symbol, token, name, tick_paise, lot_size, is_active, created_at)
    select id, symbol, token, name, coalesce(tick_paise, ${USUAL_TICK_PAISE}), coalesce(lot_size, 1), ${fresh.isActive}, ${now}
    from uploaded where not exists (select from symbols where symbols.symbol = uploaded.symbol)`.execute(tx)
  return {
    added: Number(added.numAffectedRows ?? 0),
    changed: Number(changed.numAffectedRows ?? 0),
    refusals: taken.rows.map(({ row, symbol, token, holder }) => ({
      row,
      symbol,
      reason: `token ${token} belongs to ${holder}`,
    })),
    tokenChanges,
  }
}

/** Orders of running bots carry the old token: a new one is left out of the upload and must be confirmed by name. */
async function holdBackTokens(tx: Tx): Promise<TokenChange[]> {
  const { rows } = await sql<{ symbol: string; from: string; to: string }>`
    select symbols.symbol, symbols.token as from, uploaded.token as to
    from uploaded join symbols on symbols.symbol = uploaded.symbol and symbols.token <> uploaded.token
    order by symbols.symbol`.execute(tx)
  const running = await countRunning(
    tx,
    rows.map(({ symbol }) => symbol),
  )
  const held = rows.flatMap((row) => {
    const bots = running.get(row.symbol)
    return bots === undefined ? [] : [{ ...row, running_bots: bots }]
  })
  await sql`delete from uploaded where symbol = any(${held.map(({ symbol }) => symbol)}::text[])`.execute(tx)
  return held
}

const USUAL_TICK_PAISE = 5
const BATCH = 5_000

async function fillUploaded(tx: Tx, rows: readonly SymbolRow[], now: Date): Promise<void> {
  for (let at = 0; at < rows.length; at += BATCH) {
    const part = rows.slice(at, at + BATCH)
    await sql`insert into uploaded select * from unnest(
      ${part.map(({ row }) => row)}::integer[], ${part.map(() => newId(now))}::uuid[],
      ${part.map(({ symbol }) => symbol)}::text[], ${part.map(({ token }) => token)}::text[],
      ${part.map(({ name }) => name)}::text[], ${part.map(({ tickPaise }) => tickPaise)}::integer[],
      ${part.map(({ lotSize }) => lotSize)}::integer[])`.execute(tx)
  }
  await sql`analyze uploaded`.execute(tx)
}
