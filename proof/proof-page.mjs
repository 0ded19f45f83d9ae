import { stripVTControlCharacters } from 'node:util'

/**
 * @typedef {{ part: string, result: string, seconds: number, figure: string, commit: string, date: string, machine: string }} Row
 *   one part as it was run last
 */

const COLUMNS = /** @type {const} */ (['part', 'result', 'seconds', 'figure', 'commit', 'date', 'machine'])

/**
 * What a part says last: its line that begins with `figure: `, else the count of its tests, else its last line.
 * @param {string} output
 */
export function figureOf(output) {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .map((line) => line.trim())
  const named = lines.findLast((line) => line.startsWith('figure: '))?.slice('figure: '.length)
  const tests = lines.findLast((line) => /^Tests {2}/.test(line))
  return (named ?? tests ?? lines.findLast((line) => line !== '') ?? '').replace(/\s+/g, ' ').replaceAll('|', '/')
}

/**
 * The new row in place of the part's old one; rows of parts that are gone are left out.
 * @param {readonly Row[]} known @param {Row} row @param {readonly string[]} order
 */
export function mergeRows(known, row, order) {
  const byPart = new Map([...known, row].map((each) => [each.part, each]))
  return order.flatMap((part) => byPart.get(part) ?? [])
}

/** @param {readonly Row[]} rows */
export function proofPage(rows) {
  return `# What was proven

Written by \`npm run proof\`: each part as it was run last, with the commit it ran on. A part that is run again
(\`npm run proof -- --only NAME\`) replaces its row. What each part proves, and its short form in \`npm test\`, is in
[proof/README.md](../proof/README.md).

${markdown(COLUMNS, rows)}
`
}

/** @param {readonly Row[]} rows */
export function proofTable(rows) {
  return markdown(['part', 'result', 'seconds', 'figure'], rows)
}

/** @param {readonly (typeof COLUMNS)[number][]} columns @param {readonly Row[]} rows */
function markdown(columns, rows) {
  const line = (/** @type {readonly (string | number)[]} */ cells) => `| ${cells.join(' | ')} |`
  const body = rows.map((row) => line(columns.map((column) => row[column])))
  return [line(columns), `|${columns.map(() => '---|').join('')}`, ...body].join('\n')
}

/** The rows of a page that was written before. @param {string} text @returns {Row[]} */
export function readRows(text) {
  const lines = text.split('\n').filter((line) => line.startsWith('| '))
  return lines.slice(1).map((line) => {
    const [part = '', result = '', seconds = '', figure = '', commit = '', date = '', machine = ''] = line
      .slice(2, -2)
      .split(' | ')
    return { part, result, seconds: Number(seconds), figure, commit, date, machine }
  })
}
