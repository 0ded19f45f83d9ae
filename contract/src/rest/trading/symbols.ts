// Administration of trading symbols, uploaded as a list or as Angel One's instrument master.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { TradingSymbol } from '../billing/plans.ts'
import { ById, Id, Message, paging } from '../shapes.ts'

export const AdminSymbol = z.object({
  ...TradingSymbol.shape,
  /** Rupees. */
  tick_size: z.number(),
  lot_size: z.int(),
  /** Null until an instrument master has listed the share; null is treated as true. */
  closes_by_auction: z.nullable(z.boolean()),
  /** Bots that trade it now. */
  running_bots: z.int(),
})
export type AdminSymbol = z.infer<typeof AdminSymbol>

export const listAdminSymbols = call({
  method: 'GET',
  path: '/subscriptions/admin/symbols/',
  access: 'admin',
  summary: 'All trading symbols by name, a page at a time; x-totals counts them all and those that match.',
  query: z.strictObject({
    ...paging,
    search: z.optional(z.string().check(z.trim(), z.maxLength(60))),
    is_active: z.optional(z.enum(['true', 'false'])),
  }),
  answer: z.array(AdminSymbol),
  totals: z.object({ total: z.int(), active: z.int(), matching: z.int() }),
})

export const SymbolRefusal = z.object({ row: z.int(), symbol: z.string(), reason: z.string() })
/** A new token for a symbol that running bots trade: held back until somebody confirms it. */
export const TokenChange = z.object({
  symbol: z.string(),
  from: z.string(),
  to: z.string(),
  running_bots: z.int(),
})
export type TokenChange = z.infer<typeof TokenChange>
export const SymbolReport = z.object({
  message: z.string(),
  /** Format of the file: a list of symbol, token and name, or the broker's instrument master. */
  format: z.enum(['list', 'master']),
  rows: z.int(),
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  /** Rows of a master that are not NSE shares. */
  skipped: z.int(),
  refused: z.int(),
  /** The first hundred refused rows. */
  refusals: z.array(SymbolRefusal),
  /** The first hundred of them; the other values of their rows were not taken either. */
  token_changes: z.array(TokenChange),
})
export type SymbolReport = z.infer<typeof SymbolReport>

/** Larger texts must be uploaded as a file. */
export const PASTE_LIMIT_CHARACTERS = 200_000
const NO_TEXT = 'Please enter JSON data'

export const pasteSymbols = call({
  method: 'POST',
  path: '/subscriptions/admin/symbols/',
  access: 'admin',
  summary: 'Add or change symbols from JSON, given as text or as a list.',
  body: z.strictObject({
    json_data: z.union(
      [z.string().check(z.trim(), z.minLength(1, NO_TEXT)), z.array(z.unknown()).check(z.minLength(1, NO_TEXT))],
      NO_TEXT,
    ),
  }),
  answer: SymbolReport,
})

export const uploadSymbols = call({
  method: 'POST',
  path: '/subscriptions/admin/symbols/upload/',
  access: 'admin',
  summary: 'Add or change symbols from a .json file of up to 100 MB, read as a stream and applied in one transaction.',
  consumes: 'file',
  answer: SymbolReport,
})

export const readAdminSymbol = call({
  method: 'GET',
  path: '/subscriptions/admin/symbols/{id}/',
  access: 'admin',
  summary: 'One trading symbol.',
  params: ById,
  answer: AdminSymbol,
})

export const switchSymbol = call({
  method: 'PUT',
  path: '/subscriptions/admin/symbols/{id}/',
  access: 'admin',
  summary: 'Switch a symbol on or off.',
  params: ById,
  body: z.strictObject({ is_active: z.boolean('Say whether the symbol is active') }),
  answer: z.object({ message: z.string(), symbol: AdminSymbol }),
})

export const switchSymbols = call({
  method: 'POST',
  path: '/subscriptions/admin/symbols/switch/',
  access: 'admin',
  summary: 'Switch up to 500 symbols on or off.',
  body: z.strictObject({
    ids: z.array(Id).check(z.minLength(1, 'Choose a symbol'), z.maxLength(500, 'At most 500 symbols at once')),
    is_active: z.boolean('Say whether the symbols are active'),
  }),
  answer: z.object({ message: z.string(), changed: z.int() }),
})

export const changeToken = call({
  method: 'POST',
  path: '/subscriptions/admin/symbols/{id}/token/',
  access: 'admin',
  summary: 'Give a symbol another token; one that running bots trade needs its name as confirmation.',
  params: ById,
  body: z.strictObject({
    token: z.string().check(z.trim(), z.regex(/^\w{1,25}$/, 'A token has up to 25 letters and digits')),
    confirmation: z.optional(z.string().check(z.maxLength(40))),
  }),
  answer: z.object({ message: z.string(), symbol: AdminSymbol }),
})

export const deleteSymbol = call({
  method: 'DELETE',
  path: '/subscriptions/admin/symbols/{id}/',
  access: 'admin',
  summary: 'Delete a symbol that no bot, plan or subscription uses.',
  params: ById,
  answer: Message,
})
