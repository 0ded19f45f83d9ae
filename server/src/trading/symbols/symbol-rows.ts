import type { SymbolRefusal } from '@trading-bot/contract/rest/trading/symbols'
import * as z from 'zod/mini'

export type SymbolRow = {
  readonly row: number
  readonly symbol: string
  readonly token: string
  readonly name: string
  /** Only a master contains them. */
  readonly tickPaise: number | null
  readonly lotSize: number | null
  /** Whether the share closes by auction, if the row itself has the flag. */
  readonly isInAuction: boolean | null
}
type Refused = z.infer<typeof SymbolRefusal>

export type Intake = {
  readonly take: (value: unknown) => void
  readonly format: () => 'list' | 'master'
  readonly rows: readonly SymbolRow[]
  readonly refusals: readonly Refused[]
  /** The shares that close by auction; empty if the file does not contain it. */
  readonly auction: () => { readonly token: string; readonly isMember: boolean }[]
  readonly counts: () => { rows: number; skipped: number; refused: number }
}

const REPORTED = 100
// Printable characters only, so that nothing invisible hides in a list of shares.
const plain = (message: string, max: number) =>
  z
    .string(message)
    .check(z.trim(), z.minLength(1, message), z.maxLength(max, message), z.regex(/^[^\p{C}]*$/u, message))

const Listed = z.object({
  symbol: z
    .string('symbol is missing')
    .check(
      z.trim(),
      z.minLength(1, 'symbol is missing'),
      z.regex(/^[A-Za-z0-9&._ -]{1,40}$/, 'symbol may hold 40 letters, digits and & . _ -'),
    ),
  // Some exports write the token as a number.
  token: z.pipe(
    z.union([z.string(), z.int()], 'token is missing'),
    z.pipe(
      z.transform((token: string | number) => String(token).trim()),
      z
        .string()
        .check(z.minLength(1, 'token is missing'), z.regex(/^\w{1,25}$/, 'token may hold 25 letters and digits')),
    ),
  ),
  name: plain('name is missing or longer than 120 characters', 120),
})
const Instrument = z.object({
  ...Listed.shape,
  tick_size: z.coerce.number<string>('tick_size is no number').check(z.gte(1, 'tick_size is below one paisa')),
  lotsize: z.coerce.number<string>('lotsize is no number').check(z.gte(1, 'lotsize is below 1')),
  // Newer than the other columns, so a row without it is still accepted.
  is_cas_enabled: z.optional(z.unknown()),
})

/** Sorts rows into accepted, skipped and refused ones as they arrive; the first object determines the kind of file. */
export function openIntake(): Intake {
  const rows: SymbolRow[] = []
  const refusals: Refused[] = []
  const byToken = new Map<string, number>()
  const bySymbol = new Map<string, number>()
  const withDerivatives = new Set<string>()
  let isMaster: boolean | undefined
  let [count, skipped, refused] = [0, 0, 0]

  function refuseRow(value: unknown, reason: string): void {
    refused += 1
    if (refusals.length < REPORTED) refusals.push({ row: count, symbol: nameOf(value), reason })
  }

  function keep(row: SymbolRow, value: unknown): void {
    const [first, twin] = [byToken.get(row.token), bySymbol.get(row.symbol)]
    if (first !== undefined) return refuseRow(value, `token ${row.token} stands in row ${first} already`)
    if (twin !== undefined) return refuseRow(value, `${row.symbol} stands in row ${twin} already`)
    byToken.set(row.token, count)
    bySymbol.set(row.symbol, count)
    rows.push(row)
  }

  return {
    rows,
    refusals,
    format: () => (isMaster ? 'master' : 'list'),
    counts: () => ({ rows: count, skipped, refused }),
    auction: () =>
      rows.flatMap(({ token, name, isInAuction }) => {
        // Stocks with listed derivatives close by auction. A file without any derivative proves nothing.
        const isMember = isInAuction ?? (withDerivatives.size > 0 ? withDerivatives.has(name) : null)
        return isMember === null ? [] : [{ token, isMember }]
      }),
    take(value) {
      count += 1
      if (!isObject(value)) return refuseRow(value, 'not an object with symbol, token and name')
      isMaster ??= 'exch_seg' in value
      if (isMaster && !isShare(value)) {
        if (isStockDerivative(value)) withDerivatives.add(String(value['name']))
        skipped += 1
        return undefined
      }
      const fields = isMaster ? readInstrument(value) : readListed(value)
      if (typeof fields === 'string') return refuseRow(value, fields)
      return keep({ row: count, ...fields }, value)
    },
  }
}

type Fields = Omit<SymbolRow, 'row'>

/** The reason why the row cannot be accepted. */
function readListed(value: object): Fields | string {
  const { data, error } = Listed.safeParse(value)
  return data
    ? { ...data, symbol: data.symbol.toUpperCase(), tickPaise: null, lotSize: null, isInAuction: null }
    : reasonOf(error)
}

function readInstrument(value: object): Fields | string {
  const { data, error } = Instrument.safeParse(value)
  if (!data) return reasonOf(error)
  const { symbol, token, name, tick_size, lotsize, is_cas_enabled } = data
  return {
    symbol: symbol.toUpperCase(),
    token,
    name,
    tickPaise: Math.round(tick_size),
    lotSize: Math.round(lotsize),
    isInAuction: flagOf(is_cas_enabled),
  }
}

/** True or false, also as text; anything else is ignored. */
function flagOf(value: unknown): boolean | null {
  const text = String(value).toLowerCase()
  return text === 'true' ? true : text === 'false' ? false : null
}

function reasonOf({ issues }: z.core.$ZodError): string {
  return issues[0]?.message ?? 'not understood'
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Shares of the NSE's main board: the rest of a master is derivatives, other exchanges and other series. */
function isShare({ exch_seg, symbol }: Record<string, unknown>): boolean {
  return exch_seg === 'NSE' && typeof symbol === 'string' && symbol.endsWith('-EQ')
}

function isStockDerivative({ exch_seg, instrumenttype }: Record<string, unknown>): boolean {
  return exch_seg === 'NFO' && (instrumenttype === 'FUTSTK' || instrumenttype === 'OPTSTK')
}

function nameOf(value: unknown): string {
  const symbol = isObject(value) ? value['symbol'] : value
  const text = typeof symbol === 'string' ? symbol : (JSON.stringify(symbol) ?? '')
  return text.replace(/\p{C}/gu, '').slice(0, 40)
}
