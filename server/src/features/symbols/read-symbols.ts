import { refuse } from '@trading-bot/contract/rest/refusals'
import type { AdminSymbol, listAdminSymbols as list, readAdminSymbol as one } from '@trading-bot/contract/rest/symbols'
import type { Verb } from '../../http/bind-route.ts'
import { countSymbols, findSymbol, listPage, type StoredSymbol } from './symbol-store.ts'

export const listAdminSymbols: Verb<typeof list> = async ({ db }, { page, page_size, search, is_active }) => {
  const wish = { search, isActive: is_active === undefined ? undefined : is_active === 'true' }
  const [rows, totals] = await Promise.all([
    listPage(db, wish, { size: page_size, number: page }),
    countSymbols(db, wish),
  ])
  return { list: rows.map(symbolView), totals }
}

export const readAdminSymbol: Verb<typeof one> = async ({ db }, { id }) => {
  const row = await findSymbol(db, id)
  return row ? symbolView(row) : refuse('NOT_FOUND')
}

export function symbolView({ tick_paise, created_at, ...row }: StoredSymbol): AdminSymbol {
  return { ...row, tick_size: tick_paise / 100, created_at: created_at.toISOString() }
}
