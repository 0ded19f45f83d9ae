// npm run spec: the requirement numbers and calls that no test names yet, from docs/requirements.md and docs/calls.tsv.
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

/** @param {string} folder */
export function readSpec(folder) {
  const numbers = [
    ...fs.readFileSync(path.join(folder, 'docs/requirements.md'), 'utf8').matchAll(/^- ([A-Z]{1,2}-\d\d) /gm),
  ]
  const calls = fs
    .readFileSync(path.join(folder, 'docs/calls.tsv'), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => `CALL ${line.split('\t').slice(0, 2).join(' ')}`)
  return [...numbers.map((match) => String(match[1])), ...calls]
}

/** Only titles count: a number in a comment proves nothing. @param {string} source */
export function namedIn(source) {
  const titles = [
    ...source.matchAll(/\b(?:test|it|describe)(?:\.\w+(?:\([^)]*\))?)*\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1/g),
  ].map((match) => match[2] ?? '')
  const python = [...source.matchAll(/def test_\w+\([^)]*\)[^:]*:\s*"""([^"]*)"""/g)].map((match) => match[1] ?? '')
  return [...titles, ...python].flatMap((title) => [
    ...(title.match(/\b[A-Z]{1,2}-\d\d\b/g) ?? []),
    ...(title.match(/CALL (?:GET|POST|PUT|DELETE) \/[^\s,;:]*/g) ?? []),
  ])
}

/** @param {string} folder @returns {string[]} */
function testFiles(folder) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const place = path.join(folder, entry.name)
    if (entry.isDirectory())
      return ['node_modules', 'dist', '.git', '.data'].includes(entry.name) ? [] : testFiles(place)
    return /\.(test|spec)\.tsx?$|test_\w+\.py$/.test(entry.name) ? [place] : []
  })
}

function unnamed() {
  const named = new Set(testFiles(root).flatMap((file) => namedIn(fs.readFileSync(file, 'utf8'))))
  const all = readSpec(root)
  return { all, open: all.filter((number) => !named.has(number)) }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { all, open } = unnamed()
  for (const number of open) console.log(number)
  console.log(
    `${all.length - open.length} of ${all.length} requirements and calls are named by a test; ${open.length} are open.`,
  )
}
