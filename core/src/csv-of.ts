type Cell = string | number | null

/** CSV lines for a spreadsheet, with the byte order mark that marks them as UTF-8. */
export function csvOf(rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(cellOf).join(',')).join('\r\n')}\r\n`
}

// A spreadsheet would run a cell that begins like a formula, with the wide signs of East Asian keyboards too.
function cellOf(cell: Cell): string {
  if (typeof cell === 'number') return String(cell)
  const text = /^[=+\-@\t\r＝＋－＠]/.test(cell ?? '') ? `'${cell}` : (cell ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
