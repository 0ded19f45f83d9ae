import type { ImportPreview, previewBarFile as spec } from '@trading-bot/contract/rest/trading/market-data'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { readBarFile, withBarFile } from './read-bar-file.ts'
import { isMidnight } from './read-row.ts'

const FIRST_ROWS = 20
const MOST_LINES = 2_000

/** Reads the first rows only; what is wrong further down is told by the import. */
export const previewBarFile: UseCase<typeof spec> = async (_, { file, zone, symbol }) =>
  withBarFile(file, async (place): Promise<ImportPreview> => {
    const rows: ImportPreview['rows'] = []
    const refusals: ImportPreview['refusals'] = []
    const read = await readBarFile(
      place,
      { zone, symbol },
      {
        onBar(row, line, reason) {
          if (reason !== null) refusals.push({ line, reason })
          else {
            const rupees = (paise: number) => paise / 100
            rows.push({
              line,
              symbol: row.symbol,
              time: new Date(row.timeMs).toISOString(),
              open: rupees(row.openPaise),
              high: rupees(row.highPaise),
              low: rupees(row.lowPaise),
              close: rupees(row.closePaise),
              volume: row.volume,
            })
          }
          return rows.length < FIRST_ROWS && refusals.length < FIRST_ROWS && line < MOST_LINES
        },
      },
    )
    const { at, names } = read.columns
    const fields = new Map(Object.entries(at).map(([field, index]) => [index, field]))
    const isDaily = rows.length > 0 && rows.every(({ time }) => isMidnight(Date.parse(time)))
    return {
      format: read.format,
      columns: names.map((name, index) => ({ name, read_as: fields.get(index) ?? null })),
      interval: isDaily ? 'day' : 'minute',
      zone: zone === 'india' ? 'India time, unless a time names its zone' : 'UTC, unless a time names its zone',
      rows,
      refusals,
    }
  })
