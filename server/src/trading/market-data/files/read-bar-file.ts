import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { IncomingFile } from '@trading-bot/contract/rest/call'
import { type Refusal, refuse } from '@trading-bot/contract/rest/refusals'
import { type BarColumns, type BarFormat, recogniseColumns } from './bar-columns.ts'
import { eachCsvRow, UnreadableFile } from './csv-rows.ts'
import { eachParquetRow } from './parquet-rows.ts'
import { type BarRow, openRowReader, type RowChoices } from './read-row.ts'

export type BarFileListener = {
  /** A row that was understood, or why it was not; false ends the reading. */
  readonly onBar: (row: BarRow, line: number, reason: string | null) => boolean
  readonly between?: () => Promise<void>
}

export type ReadBarFile = { readonly format: BarFormat; readonly columns: BarColumns; readonly rows: number }

/** Runs a reading of the uploaded file from a temporary folder, which is removed whatever happens. */
export async function withBarFile<T>(
  file: IncomingFile,
  read: (path: string, folder: string) => Promise<T>,
): Promise<T | Refusal> {
  if (!/\.(csv|parquet)$/i.test(file.name)) return refuse('NOT_A_BAR_FILE')
  const folder = await mkdtemp(path.join(tmpdir(), 'trading-bot-bars-'))
  try {
    const place = path.join(folder, file.name.toLowerCase().endsWith('.csv') ? 'bars.csv' : 'bars.parquet')
    // The whole upload first: reading it may take longer than a request may.
    await pipeline(file.content, createWriteStream(place, { mode: 0o600 }))
    return await read(place, folder)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return refuse('BAR_FILE_NOT_READABLE', { values: { reason: error.message } })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Reads a file row by row by the names of its columns. */
export async function readBarFile(
  place: string,
  choices: RowChoices,
  { onBar, between = async () => undefined }: BarFileListener,
): Promise<ReadBarFile> {
  const isParquet = place.endsWith('.parquet')
  const row = { symbol: '', timeMs: 0, openPaise: 0, highPaise: 0, lowPaise: 0, closePaise: 0, volume: 0 }
  let columns: BarColumns | undefined
  let reader: Exclude<ReturnType<typeof openRowReader>, string> | undefined
  let rows = 0
  const onRow = (cells: readonly string[], line: number): boolean => {
    if (!reader) {
      columns = readable(recogniseColumns(cells))
      reader = readable(openRowReader(columns, choices))
      return true
    }
    rows += 1
    const reason = reader.read(cells, row)
    return reason === undefined ? true : onBar(row, line, reason)
  }
  if (isParquet) await eachParquetRow(place, { onRow, between })
  else await eachCsvRow(createReadStream(place, { highWaterMark: 1 << 18 }), { onRow, between })
  if (!columns) throw new UnreadableFile('it is empty.')
  return { format: columns.isBhavcopy ? 'bhavcopy' : isParquet ? 'parquet' : 'csv', columns, rows }
}

function readable<T extends object>(value: T | string): T {
  if (typeof value === 'string') throw new UnreadableFile(value)
  return value
}
