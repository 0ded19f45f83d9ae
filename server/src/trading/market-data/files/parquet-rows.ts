import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { asyncBufferFromFile, type FileMetaData, parquetMetadataAsync, parquetRead } from 'hyparquet'
import { type RowListener, UnreadableFile } from './csv-rows.ts'

const ROWS_AT_ONCE = 50_000
const COMPRESSORS = {
  GZIP: (bytes: Uint8Array) => gunzipSync(bytes),
  BROTLI: (bytes: Uint8Array) => brotliDecompressSync(bytes),
}

/** Reads every row of a Parquet file. */
export async function eachParquetRow(path: string, { onRow, between }: RowListener): Promise<void> {
  const file = await asyncBufferFromFile(path)
  const metadata = await readable(() => parquetMetadataAsync(file))
  const columns = metadata.schema.slice(1)
  const names = columns.map(({ name }) => name)
  const texts = columns.map(textReader)
  if (!onRow(names, 0)) return
  const count = Number(metadata.num_rows)
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
