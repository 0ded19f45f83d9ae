// npm run proof: what npm test does in short, in full and one part after the other (about an hour and a quarter).
//   npm run proof -- --from NAME   goes on after a cut      npm run proof -- --only NAME   runs one part
// Each part's result, time and last figure is a row of docs/proof.md, which a later run of that part replaces.
import { execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { PARTS } from './parts.mjs'
import { figureOf, mergeRows, proofPage, proofTable, readRows } from './proof-page.mjs'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const page = path.join(root, 'docs/proof.md')

const { values } = parseArgs({ options: { from: { type: 'string' }, only: { type: 'string' } } })
for (const name of [values.from, values.only]) refuseUnknown(name)
const begin = PARTS.findIndex(({ name }) => name === (values.only ?? values.from ?? PARTS[0]?.name))
const chosen = PARTS.slice(begin, values.only === undefined ? undefined : begin + 1)

/** @type {import('./proof-page.mjs').Row[]} */
const rows = []
for (const part of chosen) {
  console.log(`\n== ${part.name}: ${part.proves}`)
  const row = await run(part)
  rows.push(row)
  // At once, so that what was proven before a cut is kept.
  const known = fs.existsSync(page) ? readRows(fs.readFileSync(page, 'utf8')) : []
  const order = PARTS.map(({ name }) => name)
  fs.writeFileSync(page, proofPage(mergeRows(known, row, order)))
}
console.log(`\n${proofTable(rows)}`)
const failed = rows.filter(({ result }) => result !== 'passed')
console.log(failed.length === 0 ? '\nall proven' : `\nfailed: ${failed.map(({ part }) => part).join(', ')}`)
process.exit(failed.length === 0 ? 0 : 1)

/** @param {string | undefined} name */
function refuseUnknown(name) {
  if (name === undefined || PARTS.some((part) => part.name === name)) return
  console.error(`There is no part ${name}. Parts: ${PARTS.map((part) => part.name).join(', ')}`)
  process.exit(1)
}

/** @param {import('./parts.mjs').Part} part @returns {Promise<import('./proof-page.mjs').Row>} */
async function run({ name, commands }) {
  const begunAt = Date.now()
  const ended = await Promise.all(commands.map(runCommand))
  return {
    part: name,
    result: ended.every(({ code }) => code === 0) ? 'passed' : 'FAILED',
    seconds: Math.round((Date.now() - begunAt) / 1000),
    figure: ended.map(({ output }) => figureOf(output)).join('; '),
    commit: commit(),
    date: new Date(begunAt).toISOString().slice(0, 10),
    machine: `${os.cpus().length} × ${os.cpus()[0]?.model.trim() ?? os.arch()}, ${Math.round(os.totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`,
  }
}

/** @param {string} command @returns {Promise<{ code: number | null, output: string }>} */
function runCommand(command) {
  return new Promise((resolve) => {
    const child = spawn(command, { cwd: root, shell: true, stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (piece) => {
      output += piece
      process.stdout.write(piece)
    })
    child.once('close', (code) => resolve({ code, output }))
  })
}

function commit() {
  const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const isChanged = git('status', '--porcelain', '--', '.', ':!docs/proof.md') !== ''
  return `${git('rev-parse', '--short=8', 'HEAD')}${isChanged ? ' and changes' : ''}`
}
