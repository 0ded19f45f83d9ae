import path from 'node:path'
import type { BarImport, importBarFile as spec } from '@trading-bot/contract/rest/trading/market-data'
import { type Refusal, refuse } from '@trading-bot/contract/rest/refusals'
import type { Bars } from '@trading-bot/core/bars'
import { indiaDayNumber } from '@trading-bot/core/time'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { Tx } from '../../../platform/db/client.ts'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import type { Context } from '../../../platform/http/context.ts'
import { saveDailyBars } from '../daily-bars.ts'
import { findByToken, findInstruments } from '../find-instruments.ts'
import { calendarsOf } from '../history-calendar.ts'
import { storeDays, type StoredInstrument } from '../store/store-days.ts'
import { type BarSpool, openBarSpool } from './bar-spool.ts'
import { readBarFile, type ReadBarFile, withBarFile } from './read-bar-file.ts'
import { isMidnight } from './read-row.ts'
import { splitDays } from './split-days.ts'

const MOST_REFUSALS = 100

type Refused = { readonly line: number; readonly reason: string }

/** Reads the whole file first and stores it in one transaction: a file that ends early changes nothing. */
export const importBarFile: UseCase<typeof spec> = async (context, { file, zone, symbol, is_adjusted }) =>
  withBarFile(file, async (place, folder): Promise<BarImport | Refusal> => {
    const spool = openBarSpool(path.join(folder, 'rows'))
    const refusals = refusalList()
    try {
      const read = await readBarFile(
        place,
        { zone, symbol },
        {
          onBar(row, line, reason) {
            if (reason === null) spool.add(row, line)
            else refusals.add(line, reason)
            return true
          },
          between: spool.writeOut,
        },
      )
      return await storeSpool(context, { spool, read, refusals, isAdjusted: is_adjusted === 'true' })
    } finally {
      await spool.close()
    }
  })

function refusalList() {
  const first: Refused[] = []
  let count = 0
  return {
    first,
    count: () => count,
    add(line: number, reason: string, rows = 1) {
      count += rows
      if (first.length < MOST_REFUSALS) first.push({ line, reason })
    },
  }
}

type Spooled = {
  readonly spool: BarSpool
  readonly read: ReadBarFile
  readonly refusals: ReturnType<typeof refusalList>
  readonly isAdjusted: boolean
}

async function storeSpool(context: Context<'admin'>, spooled: Spooled): Promise<BarImport | Refusal> {
  const { spool, read, refusals } = spooled
  const known = await findNamed(
    context,
    spool.symbols().map(({ name }) => name),
  )
  const totals = { symbols: 0, days_stored: 0, days_unchanged: 0, days_partial: 0, days_suspect: 0 }
  let isDaily = false
  const refusal = await context.db.transaction().execute(async (tx) => {
    for (const { name, firstLine } of spool.symbols()) {
      const bars = await spool.read(name)
      const instrument = known.get(name)
      if (!instrument) {
        // A bhavcopy lists every share of the exchange; those that nobody trades here are left out.
        if (read.format !== 'bhavcopy') refusals.add(firstLine, `there is no symbol ${name}`, bars.timeMs.length)
        continue
      }
      const stored = await storeSymbol(tx, context, spooled, { instrument, bars, firstLine })
      isDaily ||= stored.isDaily
      totals.symbols += 1
      totals.days_stored += stored.stored
      totals.days_unchanged += stored.unchanged
      totals.days_partial += stored.partial
      totals.days_suspect += stored.suspect
    }
    if (totals.days_stored + totals.days_unchanged === 0) return nothingTaken(read, refusals)
    const after = { format: read.format, rows: read.rows, ...totals, refused: refusals.count() }
    await recordAudit(tx, context, { action: 'history.imported', subject: { kind: 'history', id: 'file' }, after })
    return undefined
  })
  if (refusal) return refusal
  const message =
    totals.days_stored === 0
      ? 'Nothing new: every day of this file was stored before.'
      : `${counted(totals.days_stored, 'day')} of ${counted(totals.symbols, 'symbol')} stored.`
  const figures = { rows: read.rows, ...totals, refused: refusals.count(), refusals: refusals.first }
  return { message, format: read.format, interval: isDaily ? 'day' : 'minute', ...figures }
}

function nothingTaken(read: ReadBarFile, refusals: Spooled['refusals']): Refusal {
  const [first] = refusals.first
  const reason = first ? `Line ${first.line}: ${first.reason}.` : 'It has no rows of symbols that you have added.'
  return refuse('NO_BAR_TAKEN', { values: { count: read.rows.toLocaleString('en-IN'), reason } })
}

/** Files name shares as the exchange does (SBIN), as the broker does (SBIN-EQ), or by their token. */
async function findNamed({ db }: Context, names: readonly string[]): Promise<Map<string, StoredInstrument>> {
  const bySymbol = new Map(
    (await findInstruments(db, [...names, ...names.map((name) => `${name}-EQ`)])).map((one) => [one.symbol, one]),
  )
  const byToken = await findByToken(db, names)
  return new Map(
    names.flatMap((name) => {
      const found = bySymbol.get(name) ?? bySymbol.get(`${name}-EQ`) ?? byToken.get(name)
      return found ? [[name, found]] : []
    }),
  )
}

async function storeSymbol(
  tx: Tx,
  context: Context<'admin'>,
  { isAdjusted, refusals, read }: Spooled,
  { instrument, bars, firstLine }: { instrument: StoredInstrument; bars: Bars; firstLine: number },
) {
  const now = context.clock.now()
  if (read.format === 'bhavcopy' || bars.timeMs.every(isMidnight)) {
    const { token } = instrument
    const changed = await saveDailyBars(tx, 'file', dailyBarsOf(token, bars), now)
    const days = new Set(bars.timeMs).size
    return { isDaily: true, stored: changed, unchanged: days - changed, partial: 0, suspect: 0 }
  }
  const calendarOf = calendarsOf(context)
  const { days, refused } = splitDays(bars, instrument, calendarOf('file'))
  for (const { reason, rows } of refused) refusals.add(firstLine, `${instrument.symbol}, ${reason}`, rows)
  const adjustedAsOf = isAdjusted ? indiaDayNumber(now.getTime()) : null
  const report = await storeDays(tx, { instrument, source: 'file', days, calendarOf, adjustedAsOf, now })
  const count = (status: string) => report.stored.filter((day) => day.status === status).length
  return {
    isDaily: false,
    stored: report.stored.length,
    unchanged: report.unchanged,
    partial: count('partial'),
    suspect: count('suspect'),
  }
}

/** Of two bars of one day the later one counts. */
function dailyBarsOf(token: string, bars: Bars) {
  const rows = new Map(
    Array.from(bars.timeMs, (timeMs, row) => {
      const day = indiaDayNumber(timeMs)
      const prices = { openPaise: bars.openPaise[row]!, highPaise: bars.highPaise[row]!, lowPaise: bars.lowPaise[row]! }
      return [day, { token, day, ...prices, closePaise: bars.closePaise[row]!, volume: bars.volume[row]! }] as const
    }),
  )
  return [...rows.values()]
}

function counted(count: number, word: string): string {
  return `${count.toLocaleString('en-IN')} ${count === 1 ? word : `${word}s`}`
}
