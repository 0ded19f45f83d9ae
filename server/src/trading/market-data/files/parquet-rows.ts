import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { asyncBufferFromFile, type FileMetaData, parquetMetadataAsync, parquetRead } from 'hyparquet'
import { type RowListener, UnreadableFile } from './csv-rows.ts'

const ROWS_AT_ONCE = 50_000
// A year of minutes of 500 shares, twice over. A few bytes of Parquet can stand for any number of rows.
const MOST_ROWS = 100_000_000
// The reader unpacks a group as a whole.
const MOST_ROWS_A_GROUP = 5_000_000
const LARGEST_PAGE = 256 * 1024 ** 2
const COMPRESSORS = {
  GZIP: (bytes: Uint8Array, length: number) => gunzipSync(bytes, atMost(length)),
  BROTLI: (bytes: Uint8Array, length: number) => brotliDecompressSync(bytes, atMost(length)),
}

/** No more than the page says, and no more than a page may hold. */
function atMost(length: number) {
  return { maxOutputLength: Math.max(1, Math.min(length, LARGEST_PAGE)) }
}

/** Reads every row of a Parquet file. */
export async function eachParquetRow(path: string, { onRow, between }: RowListener): Promise<void> {
  const file = await asyncBufferFromFile(path)
  const metadata = await readable(() => parquetMetadataAsync(file))
  const columns = metadata.schema.slice(1)
  const names = columns.map(({ name }) => name)
  const texts = columns.map(textReader)
  if (!onRow(names, 0)) return
  const count = countRows(metadata)
  for (let rowStart = 0; rowStart < count; rowStart += ROWS_AT_ONCE) {
    const rowEnd = Math.min(count, rowStart + ROWS_AT_ONCE)
    let rows: unknown[][] = []
    const options = { file, metadata, columns: names, rowStart, rowEnd, compressors: COMPRESSORS }
    await readable(() => parquetRead({ ...options, onComplete: (read) => (rows = read as unknown[][]) }))
    for (const [index, cells] of rows.entries()) {
      const line = rowStart + index + 1
      if (
        !onRow(
          cells.map((cell, column) => texts[column]!(cell)),
          line,
        )
      )
        return
    }
    await between()
  }
}

function countRows({ num_rows, row_groups }: FileMetaData): number {
  const groups = row_groups.map((group) => Number(group.num_rows))
  const count = Number(num_rows)
  if (count !== groups.reduce((sum, rows) => sum + rows, 0))
    throw new UnreadableFile('its parts hold other numbers of rows than it says.')
  if (count > MOST_ROWS)
    throw new UnreadableFile(`it holds ${inIndia(count)} rows, and at most ${inIndia(MOST_ROWS)} are taken. Split it.`)
  const largest = Math.max(0, ...groups)
  if (largest > MOST_ROWS_A_GROUP)
    throw new UnreadableFile(
      `a row group holds ${inIndia(largest)} rows, and at most ${inIndia(MOST_ROWS_A_GROUP)} are taken. Save it with smaller row groups.`,
    )
  return count
}

function inIndia(count: number): string {
  return count.toLocaleString('en-IN')
}

async function readable<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const codec = /unsupported compression codec: (\w+)/.exec(reason)?.[1]
    if (codec) throw new UnreadableFile(`it is compressed with ${codec}. Save it with snappy, gzip or brotli.`)
    throw new UnreadableFile(`it is not a whole Parquet file (${reason}).`)
  }
}

type SchemaElement = FileMetaData['schema'][number]

/** Cells as a CSV file would hold them: an instant with its zone, a time of no zone without one, a date alone. */
function textReader({ logical_type, converted_type }: SchemaElement): (cell: unknown) => string {
  const isDate = logical_type?.type === 'DATE' || converted_type === 'DATE'
  const isLocal = logical_type?.type === 'TIMESTAMP' && !logical_type.isAdjustedToUTC
  const length = isDate ? 10 : isLocal ? 23 : 24
  return (cell) => {
    if (cell === null || cell === undefined) return ''
    if (cell instanceof Date) return cell.toISOString().slice(0, length)
    if (typeof cell === 'bigint') return instantOf(cell)
    return String(cell as string | number)
  }
}

/** Timestamps of nanoseconds and microseconds stay whole numbers in Parquet. */
function instantOf(value: bigint): string {
  const digits = value.toString()
  if (digits.length >= 18) return (value / 1_000_000n).toString()
  if (digits.length >= 15) return (value / 1_000n).toString()
  return digits
}
