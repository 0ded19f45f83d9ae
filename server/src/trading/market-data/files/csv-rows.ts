import { parse } from 'csv-parse/sync'

/** The file is not what its name says; the message is for whoever sent it. */
export class UnreadableFile extends Error {}

const LONGEST_LINE = 100_000

export type RowListener = {
  /** Called for every row, the column names first; false ends the reading. */
  readonly onRow: (cells: readonly string[], line: number) => boolean
  /** Called after some thousand rows. */
  readonly between: () => Promise<void>
}

/**
 * Reads every row of a CSV file. Plain rows are split here, ten
 * times as fast as a parser of every rule of CSV; a row with quotes goes through one.
 */
export async function eachCsvRow(content: AsyncIterable<Uint8Array>, { onRow, between }: RowListener): Promise<void> {
  let rest = ''
  let line = 0
  let separator = ''
  const take = (text: string): boolean => {
    line += 1
    const row = text.endsWith('\r') ? text.slice(0, -1) : text
    if (row === '') return true
    if (separator === '') {
      const heading = Buffer.from(row, 'latin1')
        .toString('utf8')
        .replace(/^\uFEFF/, '')
      separator = [',', ';', '\t', '|'].find((mark) => heading.includes(mark)) ?? ','
      return onRow(
        cellsOf(heading, separator).map((cell) => cell.trim()),
        line,
      )
    }
    return onRow(cellsOf(row, separator), line)
  }
  for await (const chunk of content) {
    // One byte one character: cuts between chunks never fall into a letter, and symbols are plain ASCII.
    const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1')
    if (line === 0 && text.includes('\u0000')) throw new UnreadableFile('it is not a text file.')
    let from = 0
    for (;;) {
      const end = text.indexOf('\n', from)
      if (end < 0) break
      const row = rest === '' ? text.slice(from, end) : rest + text.slice(from, end)
      rest = ''
      from = end + 1
      if (!take(row)) return
    }
    rest += text.slice(from)
    await between()
    if (rest.length > LONGEST_LINE)
      throw new UnreadableFile(`line ${line + 1} is longer than ${LONGEST_LINE} characters.`)
  }
  if (rest !== '') take(rest)
}

function cellsOf(row: string, separator: string): string[] {
  if (row.includes('"')) return quotedCells(row, separator)
  const cells: string[] = []
  let from = 0
  for (;;) {
    const end = row.indexOf(separator, from)
    if (end < 0) break
    cells.push(row.slice(from, end))
    from = end + 1
  }
  cells.push(row.slice(from))
  return cells
}

/** A row whose quotes do not match has no cells, and is refused for having too few. */
function quotedCells(row: string, separator: string): string[] {
  try {
    return (parse(row, { delimiter: separator, relax_column_count: true }) as string[][])[0] ?? []
  } catch {
    return []
  }
}
