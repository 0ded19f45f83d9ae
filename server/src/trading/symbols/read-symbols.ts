import { refuse } from '@trading-bot/contract/rest/refusals'
import type {
  AdminSymbol,
  listAdminSymbols as list,
  readAdminSymbol as one,
} from '@trading-bot/contract/rest/trading/symbols'
import type { Queryable } from '../../platform/db/client.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { readAuctionMembership } from '../market-calendar/index.ts'
import { countRunning } from './count-running.ts'
import { countSymbols, findSymbol, listPage, type StoredSymbol } from './symbol-store.ts'

export const listAdminSymbols: UseCase<typeof list> = async ({ db, clock }, { page, page_size, search, is_active }) => {
  const filter = { search, isActive: is_active === undefined ? undefined : is_active === 'true' }
  const [rows, totals] = await Promise.all([
    listPage(db, filter, { size: page_size, number: page }),
    countSymbols(db, filter),
  ])
  return { list: await viewSymbols(db, rows, clock.now()), totals }
}

export const readAdminSymbol: UseCase<typeof one> = async ({ db, clock }, { id }) => {
  const row = await findSymbol(db, id)
  return row ? viewSymbol(db, row, clock.now()) : refuse('NOT_FOUND')
}

export async function viewSymbol(db: Queryable, row: StoredSymbol, now: Date): Promise<AdminSymbol> {
  const [view] = await viewSymbols(db, [row], now)
  return view as AdminSymbol
}

async function viewSymbols(db: Queryable, rows: readonly StoredSymbol[], now: Date): Promise<AdminSymbol[]> {
  const tokens = rows.map(({ token }) => token)
  const running = await countRunning(
    db,
    rows.map(({ symbol }) => symbol),
  )
  const inAuction = await readAuctionMembership(db, tokens, now)
  return rows.map(({ tick_paise, created_at, ...row }) => ({
    ...row,
    tick_size: tick_paise / 100,
    closes_by_auction: inAuction.get(row.token) ?? null,
    running_bots: running.get(row.symbol) ?? 0,
    created_at: created_at.toISOString(),
  }))
}
