import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { gzipSync } from 'node:zlib'
import { type BarImport, type ImportPreview, readCoverage } from '@trading-bot/contract/rest/trading/market-data'
import type { Bars } from '@trading-bot/core/bars'
import { dayNumberOf, INDIA_OFFSET_MS } from '@trading-bot/core/time'
import {
  ByteWriter,
  type ColumnSource,
  ParquetWriter,
  parquetWriteBuffer,
  schemaFromColumnData,
} from 'hyparquet-writer'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { seedCatalogue } from '../../../demo/seed-catalogue.ts'
import { signUpAdmin, adminForFile } from '../../../testing/test-accounts.ts'
import { startTestServer, serverForFile } from '../../../testing/test-server.ts'
import { simulatedDays } from '../../../testing/simulated-days.ts'
import { findInstruments } from '../find-instruments.ts'
import { readHistory } from '../read-history.ts'

const server = serverForFile({ demo: false })
const admin = adminForFile(server)
beforeAll(() => seedCatalogue(server.deps))
afterEach(async () => {
  for (const table of ['bar_days', 'bar_months', 'daily_bars'] as const) await server.db.deleteFrom(table).execute()
})

type Failed = { code?: string; error?: string }

async function send<T>(place: string, content: string | ArrayBuffer, name: string, query = '') {
  const form = new FormData()
  form.append('file', new Blob([content]), name)
  const response = await fetch(`${server.url}/api/admin/market-data/${place}/${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.access}` },
    body: form,
  })
  return { status: response.status, body: (await response.json()) as T & Failed }
}
const importFile = (content: string | ArrayBuffer, name = 'bars.csv', query = '') =>
  send<BarImport>('import', content, name, query)
const preview = (content: string | ArrayBuffer, name = 'bars.csv', query = '') =>
  send<ImportPreview>('import/preview', content, name, query)

const [FROM, UNTIL] = ['2026-11-11', '2026-11-13']

const barsOf = (symbol: string) => simulatedDays(symbol, FROM, UNTIL)

type Style = (timeMs: number) => string
const local = (timeMs: number) => new Date(timeMs + INDIA_OFFSET_MS).toISOString()
const INDIA: Style = (timeMs) => local(timeMs).slice(0, 19).replace('T', ' ')

function lines(bars: Bars, symbol: string, style: Style = INDIA): string[] {
  const rupees = (paise: number) => (paise / 100).toFixed(2)
  return Array.from(bars.timeMs, (timeMs, row) => {
    const prices = [bars.openPaise, bars.highPaise, bars.lowPaise, bars.closePaise].map((column) =>
      rupees(column[row]!),
    )
    return [style(timeMs), ...prices, bars.volume[row], symbol].join(',')
  })
}
const HEADING = 'datetime,open,high,low,close,volume,symbol'
const fileOf = (rows: readonly string[]) => [HEADING, ...rows, ''].join('\n')

async function read(names: string[], interval: '1m' | '1d' = '1m') {
  const range = { fromDay: dayNumberOf(FROM), untilDay: dayNumberOf(UNTIL) }
  return readHistory(server.deps, await findInstruments(server.db, names), range, { interval, adjusted: false })
}

test('a file is previewed before anything is stored', async () => {
  const rows = lines(barsOf('SBIN-EQ'), 'SBIN')
  const { body } = await preview(fileOf([...rows.slice(0, 3), 'yesterday,1,2,3,4,5,SBIN']))
  expect(body).toMatchObject({ format: 'csv', interval: 'minute', zone: expect.stringContaining('India time') })
  expect(body.columns[0]).toEqual({ name: 'datetime', read_as: 'datetime' })
  expect(body.rows[0]).toMatchObject({
    line: 2,
    symbol: 'SBIN',
    time: new Date(barsOf('SBIN-EQ').timeMs[0]!).toISOString(),
  })
  expect(body.refusals).toEqual([{ line: 5, reason: 'the time is not understood' }])
  expect(await server.db.selectFrom('bar_days').select('token').execute()).toEqual([])
})

test('rows of several symbols in any order are stored, and importing twice changes nothing', async () => {
  const sbin = lines(barsOf('SBIN-EQ'), 'SBIN')
  const tcs = lines(barsOf('TCS-EQ'), 'TCS-EQ')
  const mixed = sbin.flatMap((row, index) => [row, tcs[index]!])
  const { status, body } = await importFile(fileOf(mixed))
  expect(status).toBe(200)
  expect(body).toMatchObject({ symbols: 2, rows: mixed.length, refused: 0, days_partial: 0, days_suspect: 0 })
  const found = await read(['SBIN-EQ', 'TCS-EQ'])
  expect(found.symbols[0]!.bars).toEqual(barsOf('SBIN-EQ'))
  expect(found.symbols[1]!.bars).toEqual(barsOf('TCS-EQ'))
  expect(found.symbols[0]!.days.map(({ source }) => source)).toContain('file')
  const before = await server.db.selectFrom('bar_days').selectAll().execute()
  const again = await importFile(fileOf(mixed))
  expect(again.body).toMatchObject({ days_stored: 0, days_unchanged: body.days_stored })
  expect(again.body.message).toContain('Nothing new')
  expect(await server.db.selectFrom('bar_days').selectAll().execute()).toEqual(before)
  expect((await read(['SBIN-EQ', 'TCS-EQ'])).dataHash).toBe(found.dataHash)
})

test.each<[string, Style, string]>([
  ['a zone of its own', (timeMs) => `${local(timeMs).slice(0, 19)}+05:30`, ''],
  ['UTC by Z', (timeMs) => new Date(timeMs).toISOString(), ''],
  ['UTC by choice', (timeMs) => new Date(timeMs).toISOString().slice(0, 19), '?zone=utc'],
  ['seconds since 1970', (timeMs) => String(timeMs / 1_000), ''],
  ['milliseconds since 1970', String, ''],
  ['day first', (timeMs) => local(timeMs).replace(/^(\d{4})-(\d{2})-(\d{2})T(\d{2}:\d{2}).*/, '$3-$2-$1 $4'), ''],
  ['quotes', (timeMs) => `"${INDIA(timeMs)}"`, ''],
])('times with %s are understood', async (_, style, query) => {
  const { body } = await importFile(fileOf(lines(barsOf('SBIN-EQ'), 'SBIN', style)), 'bars.csv', query)
  expect(body).toMatchObject({ refused: 0, symbols: 1 })
  expect((await read(['SBIN-EQ'])).symbols[0]!.bars).toEqual(barsOf('SBIN-EQ'))
})

test('date and time in two columns, another separator and a byte order mark are understood', async () => {
  const rows = lines(barsOf('SBIN-EQ'), '').map((row) => row.replace(' ', ';').replaceAll(',', ';').slice(0, -1))
  const text = `\uFEFFDate;Time;Open;High;Low;Close;Volume\r\n${rows.join('\r\n')}`
  expect((await importFile(text)).body).toMatchObject({ code: 'BAR_FILE_NOT_READABLE' })
  const { body } = await importFile(text, 'SBIN.csv', '?symbol=SBIN-EQ')
  expect(body).toMatchObject({ refused: 0, symbols: 1 })
  expect((await read(['SBIN-EQ'])).symbols[0]!.bars).toEqual(barsOf('SBIN-EQ'))
})

test('bad rows are listed with line and reason, the others are stored', async () => {
  const rows = lines(barsOf('SBIN-EQ'), 'SBIN')
  const bad = [
    '2026-11-11 25:00,1,2,3,4,5,SBIN',
    '2026-11-11 09:15:30,1,2,3,4,5,SBIN',
    '2026-11-11 09:15,x,2,3,4,5,SBIN',
    '2026-11-11 09:15,1,2,3,4,-5,SBIN',
    '2026-11-11 09:15,1',
    '2026-11-11 09:15,1,2,3,4,5,NOWHERE',
  ]
  const { body } = await importFile(fileOf([...bad, ...rows]))
  expect(body.refused).toBe(6)
  expect(body.refusals).toEqual([
    { line: 2, reason: 'the time is not understood' },
    { line: 3, reason: 'the time is not a whole minute' },
    { line: 4, reason: 'a price is not a number' },
    { line: 5, reason: 'the volume is not a number of shares' },
    { line: 6, reason: 'it has 2 of 7 columns' },
    { line: 7, reason: 'there is no symbol NOWHERE' },
  ])
  expect((await read(['SBIN-EQ'])).symbols[0]!.bars).toEqual(barsOf('SBIN-EQ'))
})

test('a wrong zone, a closed day and other intervals are told in sentences, and nothing is stored', async () => {
  const wrong = await importFile(fileOf(lines(barsOf('SBIN-EQ'), 'SBIN')), 'bars.csv', '?zone=utc')
  expect(wrong.body).toMatchObject({ code: 'NO_BAR_TAKEN', error: expect.stringContaining('check the time zone') })
  const five = lines(barsOf('SBIN-EQ'), 'SBIN').filter((_, row) => row % 5 === 0)
  const mixed = await importFile(fileOf(five))
  expect(mixed.body).toMatchObject({ code: 'NO_BAR_TAKEN', error: expect.stringContaining('a bar every 5 minutes') })
  const sunday = await importFile(fileOf(['2026-11-15 10:00,1,1,1,1,5,SBIN']))
  expect(sunday.body).toMatchObject({ code: 'NO_BAR_TAKEN', error: expect.stringContaining('the market was closed') })
  expect(await server.db.selectFrom('bar_days').select('token').execute()).toEqual([])
})

test('a day of five-minute bars among one-minute days is left out and listed', async () => {
  const rows = lines(barsOf('SBIN-EQ'), 'SBIN')
  const mixed = rows.filter((row, index) => !row.startsWith('2026-11-12') || index % 5 === 0)
  const { body } = await importFile(fileOf(mixed))
  expect(body.refusals[0]!.reason).toMatch(/^SBIN-EQ, 2026-11-12: a bar every 5 minutes/)
  expect(body.days_stored).toBe((await read(['SBIN-EQ'])).symbols[0]!.days.filter(({ source }) => source).length)
})

test('repeated days, unsorted rows and days without volume are found and judged', async () => {
  const rows = lines(barsOf('SBIN-EQ'), 'SBIN')
  const twice = await importFile(fileOf([...rows, ...rows].reverse()))
  expect(twice.body).toMatchObject({ refused: 0, days_suspect: 0 })
  expect((await read(['SBIN-EQ'])).symbols[0]!.bars).toEqual(barsOf('SBIN-EQ'))
  const { findings } = await server.db.selectFrom('bar_days').select('findings').executeTakeFirstOrThrow()
  expect(JSON.stringify(findings)).toMatch(/OUT_OF_ORDER.*DUPLICATE_MINUTES/)
  const silent = rows.map((row) => row.replace(/,\d+,SBIN$/, ',0,SBIN'))
  const quiet = await importFile(fileOf(silent))
  expect(quiet.body.days_suspect).toBe(quiet.body.days_stored)
  const days = (await read(['SBIN-EQ'])).symbols[0]!.days
  expect(days.every(({ status, source }) => source === null && status === 'suspect')).toBe(true)
})

test('files that are none, empty, of other columns or no text are refused with the reason', async () => {
  expect((await importFile('x', 'bars.xlsx')).body.code).toBe('NOT_A_BAR_FILE')
  expect((await importFile('')).body.error).toContain('it is empty')
  expect((await importFile('x,y,z\n1,2,3\n')).body.error).toContain('no column named open, high, low, close, volume')
  expect((await importFile('\u0000\u0001\u0002')).body.error).toContain('not a text file')
  expect((await importFile(fileOf([]))).body.code).toBe('NO_BAR_TAKEN')
  const two = `${HEADING},timestamp\n`
  expect((await importFile(two)).body.error).toContain('two columns could be the datetime')
})

test('a file above the limit is refused by its length', async () => {
  const headers = {
    authorization: `Bearer ${admin.access}`,
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': String(5 * 1024 ** 3),
  }
  const sent = request(`${server.url}/api/admin/market-data/import/`, { method: 'POST', headers })
  sent.write('--x')
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  sent.destroy()
  expect(answer.statusCode).toBe(413)
})

function parquetColumns(bars: Bars): ColumnSource[] {
  const rupees = (column: Int32Array) => Array.from(column, (paise) => paise / 100)
  return [
    { name: 'timestamp', data: Array.from(bars.timeMs, (timeMs) => new Date(timeMs)) },
    { name: 'open', data: rupees(bars.openPaise), type: 'DOUBLE' },
    { name: 'high', data: rupees(bars.highPaise), type: 'DOUBLE' },
    { name: 'low', data: rupees(bars.lowPaise), type: 'DOUBLE' },
    { name: 'close', data: rupees(bars.closePaise), type: 'DOUBLE' },
    { name: 'volume', data: Array.from(bars.volume, BigInt), type: 'INT64' },
    { name: 'symbol', data: Array.from(bars.timeMs, () => 'SBIN'), type: 'STRING' },
  ]
}

const parquetOf = (bars: Bars): ArrayBuffer => parquetWriteBuffer({ columnData: parquetColumns(bars) })

/** A small file that says something else of itself than it holds. */
function forgedParquet(forge: (writer: ParquetWriter) => void): ArrayBuffer {
  const columnData = parquetColumns(barsOf('SBIN-EQ'))
  const bytes = new ByteWriter()
  const writer = new ParquetWriter({ writer: bytes, schema: schemaFromColumnData({ columnData }) })
  void writer.write({ columnData })
  forge(writer)
  void writer.finish()
  return bytes.getBuffer()
}

test('a Parquet file is previewed and stored, a half-written one is refused', async () => {
  const whole = parquetOf(barsOf('SBIN-EQ'))
  expect((await preview(whole, 'bars.parquet')).body).toMatchObject({ format: 'parquet', interval: 'minute' })
  const half = await importFile(whole.slice(0, whole.byteLength / 2), 'bars.parquet')
  expect(half.body).toMatchObject({
    code: 'BAR_FILE_NOT_READABLE',
    error: expect.stringContaining('not a whole Parquet'),
  })
  expect(await server.db.selectFrom('bar_days').select('token').execute()).toEqual([])
  expect((await importFile(whole, 'bars.parquet')).body).toMatchObject({ format: 'parquet', refused: 0 })
  expect((await read(['SBIN-EQ'])).symbols[0]!.bars).toEqual(barsOf('SBIN-EQ'))
})

test('a small Parquet file that stands for too many rows, or unpacks to more than it says, is refused with a sentence', async () => {
  const sayRows = (total: bigint, group: bigint) =>
    forgedParquet((writer) => {
      writer.num_rows = total
      writer.row_groups = Array.from({ length: Number(total / group) }, () => ({
        ...writer.row_groups[0]!,
        num_rows: group,
      }))
    })
  const bomb = parquetWriteBuffer({
    columnData: parquetColumns(barsOf('SBIN-EQ')),
    codec: 'GZIP',
    compressors: { GZIP: (bytes) => gzipSync(Buffer.concat([bytes, Buffer.alloc(5 * bytes.length + 1000)])) },
  })
  for (const [file, sentence] of [
    [sayRows(200_000_000n, 4_000_000n), 'it holds 20,00,00,000 rows, and at most 10,00,00,000 are taken. Split it.'],
    [sayRows(6_000_000n, 6_000_000n), 'a row group holds 60,00,000 rows'],
    [forgedParquet((writer) => (writer.num_rows = 9n)), 'other numbers of rows than it says'],
    [bomb, 'it is not a whole Parquet file'],
  ] as const) {
    const { status, body } = await importFile(file, 'bars.parquet')
    expect([status, body]).toMatchObject([
      400,
      { code: 'BAR_FILE_NOT_READABLE', error: expect.stringContaining(sentence) },
    ])
  }
})

test('in the demo a file holds days of NSE, and its prices are not simulated', async () => {
  const demo = await startTestServer()
  await seedCatalogue(demo.deps)
  const { access } = await signUpAdmin(demo)
  const form = new FormData()
  form.append('file', new Blob([fileOf(lines(barsOf('SBIN-EQ'), 'SBIN'))]), 'bars.csv')
  const sent = { method: 'POST', headers: { authorization: `Bearer ${access}` }, body: form }
  const reply = await fetch(`${demo.url}/api/admin/market-data/import/`, sent)
  expect(await reply.json()).toMatchObject({ symbols: 1, days_partial: 0, days_suspect: 0 })
  const range = { fromDay: dayNumberOf(FROM), untilDay: dayNumberOf(UNTIL) + 2 }
  const instruments = await findInstruments(demo.db, ['SBIN-EQ'])
  const found = await readHistory(demo.deps, instruments, range, { interval: '15m', adjusted: true })
  expect(found.isSimulated).toBe(false)
  expect(found.symbols[0]!.days.every(({ source }) => source === 'file')).toBe(true)
  const query = { from: FROM, until: '2026-11-15', search: 'SBIN' }
  const { body } = await demo.call(readCoverage, query, access)
  expect(body.symbols[0]!.letters).toMatch(/^c.*c--$/)
  await demo.stop()
})

test('NSE’s bhavcopy fills the daily bars of known shares, whose close is the auction’s', async () => {
  await importFile(fileOf(lines(barsOf('SBIN-EQ'), 'SBIN')))
  const heading =
    'TradDt,BizDt,Sgmt,Src,FinInstrmTp,FinInstrmId,ISIN,TckrSymb,SctySrs,OpnPric,HghPric,LwPric,ClsPric,LastPric,TtlTradgVol'
  const share = (name: string, series: string) =>
    `2026-11-12,2026-11-12,CM,NSE,STK,3045,INE1,${name},${series},800.00,812.50,795.05,811.15,811.00,123456`
  const text = [heading, share('SBIN', 'EQ'), share('SBIN', 'BE'), share('UNHEARD', 'EQ')].join('\n')
  const { body } = await importFile(text, 'BhavCopy_NSE_CM.csv')
  expect(body).toMatchObject({ format: 'bhavcopy', interval: 'day', symbols: 1, days_stored: 1, refused: 0 })
  expect((await importFile(text, 'BhavCopy_NSE_CM.csv')).body).toMatchObject({ days_stored: 0, days_unchanged: 1 })
  const { bars } = (await read(['SBIN-EQ'], '1d')).symbols[0]!
  const row = [...bars.timeMs].findIndex((timeMs) => local(timeMs).startsWith('2026-11-12'))
  expect([bars.closePaise[row], bars.volume[row]]).toEqual([81_115, 123_456])
  expect(bars.timeMs.length).toBe(
    new Set([...barsOf('SBIN-EQ').timeMs].map((timeMs) => local(timeMs).slice(0, 10))).size,
  )
})
