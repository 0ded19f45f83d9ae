import { indiaDayNumber, isoDay } from '@trading-bot/core/time'

/** One of a few values that rows share, such as the symbol. */
type Choice<Row> = {
  readonly name: string
  readonly label: string
  readonly valueOf: (row: Row) => string
  /** Values without a text of their own are shown as they are. */
  readonly texts?: Readonly<Record<string, string>>
}

type Sort<Row> = {
  readonly by: string
  readonly valueOf: (row: Row) => string | number | null
  /** How a list without column titles to press names both orders. */
  readonly words: { readonly desc: string; readonly asc: string }
}

/** How a list that is loaded whole may be narrowed and sorted. */
export type RowFilters<Row> = {
  /** Begins the list's names in the URL, so that two lists of one page keep apart. */
  readonly name: string
  readonly textOf: (row: Row) => string
  readonly choices: readonly Choice<Row>[]
  /** Offers a first and a last day; left out where all rows are of one day. */
  readonly timeOf?: (row: Row) => string
  /** The first one applies, descending, until another is chosen. */
  readonly sorts: readonly [Sort<Row>, ...Sort<Row>[]]
  /** The list has no column titles even on a desktop. */
  readonly isUntitled?: boolean
}

/** What the fields hold: an empty text means any. */
export type FilterValues = Readonly<Record<string, string>>

export type RowOrder = { readonly by: string; readonly order: 'asc' | 'desc' }

export function filterRows<Row>(
  rows: readonly Row[],
  { textOf, choices, timeOf, sorts }: RowFilters<Row>,
  values: FilterValues,
  { by, order }: RowOrder,
): readonly Row[] {
  const wanted = (values['search'] ?? '').toLowerCase()
  const { from = '', to = '' } = values
  const matches = (row: Row) => {
    if (wanted !== '' && !textOf(row).toLowerCase().includes(wanted)) return false
    if (choices.some(({ name, valueOf }) => (values[name] ?? '') !== '' && values[name] !== valueOf(row))) return false
    if (!timeOf || (from === '' && to === '')) return true
    const day = isoDay(indiaDayNumber(Date.parse(timeOf(row))))
    return (from === '' || day >= from) && (to === '' || day <= to)
  }
  const { valueOf } = sorts.find((sort) => sort.by === by) ?? sorts[0]
  const sign = order === 'asc' ? 1 : -1
  return rows.filter(matches).toSorted((a, b) => compare(valueOf(a), valueOf(b), sign))
}

/** What is not known comes last in either order. */
function compare(a: string | number | null, b: string | number | null, sign: number): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  if (typeof a === 'string' && typeof b === 'string') return sign * compareTexts(a.toLowerCase(), b.toLowerCase())
  return sign * (Number(a) - Number(b))
}

// Symbols, names and times need no language's rules, which a phone's browser takes long to get ready.
function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
