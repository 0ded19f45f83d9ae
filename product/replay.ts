// npm run replay -- JOURNAL [--print]: steps the accounts of a journal through all that was recorded and compares what
// they want and come to. ENGINE_JOURNAL writes journals; a failing day of the simulation leaves its own.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readLine } from '../core/src/trading/account/journal/journal-line.ts'
import { type Replay, replayJournal } from '../core/src/trading/account/journal/replay-journal.ts'
import { clientIdOf } from '../engine/src/live/book/client-id.ts'

const MOST_DIFFERENCES = 20
const say = (line: string) => console.log(line)
// Whoever reads only the first lines has seen enough.
process.stdout.on('error', () => process.exit())

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { print: { type: 'boolean', default: false } },
  })
  const [file] = positionals
  if (file === undefined) throw new Error('Name a journal: npm run replay -- JOURNAL [--print]')
  report(replay(file, values.print))
} catch (error) {
  console.error(`\n  Nothing could be replayed. ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
}

function replay(file: string, isPrinted: boolean): Replay {
  const texts = readFileSync(file, 'utf8').split('\n')
  // The last line of an engine that was killed may be cut.
  const lines = texts.filter((text) => text.endsWith('}')).map(readLine)
  return replayJournal(lines, {
    clientIdOf,
    onStep({ atMs, accountId, input }, effects) {
      if (!isPrinted) return
      say(`${new Date(atMs).toISOString()} ${accountId} ${JSON.stringify(input)}`)
      for (const effect of effects) say(`    ${effect}`)
    },
  })
}

function report({ steps, differences, figures }: Replay): void {
  for (const { line, accountId, what, recorded, replayed } of differences.slice(0, MOST_DIFFERENCES)) {
    say(`line ${line}, account ${accountId}, ${what} differs:`)
    say(`  recorded  ${recorded}`)
    say(`  replayed  ${replayed}`)
  }
  for (const [accountId, { realisedPaise, inUsePaise, entriesToday, openOrders }] of figures) {
    const money = `realised ₹${(realisedPaise / 100).toFixed(2)}, in use ₹${(inUsePaise / 100).toFixed(2)}`
    say(`account ${accountId}: ${money}, ${entriesToday} entries today, ${openOrders.length} open orders`)
    for (const order of openOrders) say(`    ${order}`)
  }
  say(`${steps} steps replayed, ${differences.length} differences`)
  if (differences.length > 0) process.exitCode = 1
}
