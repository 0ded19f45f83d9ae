/** Field of a bar that a column of a file may hold. */
export type BarField =
  | 'datetime'
  | 'date'
  | 'time'
  | 'open'
  | 'high'
  | 'low'
  | 'close'
  | 'volume'
  | 'symbol'
  | 'token'
  | 'series'

export type BarFormat = 'csv' | 'parquet' | 'bhavcopy'

export type BarColumns = {
  readonly isBhavcopy: boolean
  readonly names: readonly string[]
  /** Where each field stands. */
  readonly at: Partial<Record<BarField, number>>
}

const NAMES: Readonly<Record<string, BarField>> = {
  datetime: 'datetime',
  timestamp: 'datetime',
  ts: 'datetime',
  dateandtime: 'datetime',
  date: 'date',
  day: 'date',
  tradedate: 'date',
  time: 'time',
  open: 'open',
  o: 'open',
  high: 'high',
  h: 'high',
  low: 'low',
  l: 'low',
  close: 'close',
  c: 'close',
  volume: 'volume',
  vol: 'volume',
  v: 'volume',
  symbol: 'symbol',
  ticker: 'symbol',
  tradingsymbol: 'symbol',
  token: 'token',
  symboltoken: 'token',
  instrumenttoken: 'token',
}

/** NSE's daily bhavcopy in the UDiFF format. */
const BHAVCOPY: Readonly<Record<string, BarField>> = {
  traddt: 'date',
  fininstrmid: 'token',
  tckrsymb: 'symbol',
  sctysrs: 'series',
  opnpric: 'open',
  hghpric: 'high',
  lwpric: 'low',
  clspric: 'close',
  ttltradgvol: 'volume',
}

/** What the columns are, by their names; or a sentence about what is missing. */
export function recogniseColumns(names: readonly string[]): BarColumns | string {
  const plain = names.map((name) => name.toLowerCase().replace(/[^a-z0-9]/g, ''))
  const isBhavcopy = plain.includes('tckrsymb') && plain.includes('clspric')
  const known = isBhavcopy ? BHAVCOPY : NAMES
  const at: Partial<Record<BarField, number>> = {}
  for (const [index, name] of plain.entries()) {
    const field = Object.hasOwn(known, name) ? known[name]! : undefined
    if (field === undefined) continue
    if (at[field] !== undefined) return `two columns could be the ${field}: ${names[at[field]]} and ${names[index]}.`
    at[field] = index
  }
  const missing = (['open', 'high', 'low', 'close', 'volume'] as const).filter((field) => at[field] === undefined)
  if (missing.length > 0) return `it has no column named ${missing.join(', ')}. Its columns are: ${listed(names)}.`
  if (at.datetime === undefined && at.date === undefined) {
    return `it has no column named datetime, timestamp or date. Its columns are: ${listed(names)}.`
  }
  return { isBhavcopy, names, at }
}

function listed(names: readonly string[]): string {
  return names.slice(0, 12).join(', ').slice(0, 200)
}
