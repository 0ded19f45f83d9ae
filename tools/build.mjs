// Builds the server as one bundle and the web client with compressed files; a part is skipped when nothing changed.
// Arguments name the parts to build, without them it is all: node tools/build.mjs server web
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { takeTurns } from './take-turns.mjs'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

const SERVER_INPUTS = [
  'core/src',
  'contract/src',
  'engine/src',
  'server/src',
  'package-lock.json',
  'tools/build.mjs',
  'tools/bundle.mjs',
]
const WEB_INPUTS = ['core/src', 'contract/src', 'web', 'package-lock.json', 'tools/build.mjs']

// Tests and what only they use: a change of theirs needs no build.
const NOT_BUILT = /^(node_modules|dist|testing)$|\.test\.tsx?$/

const CACHE = path.join(root, 'node_modules/.cache/trading-bot')

/**
 * @typedef {{ name: string, inputs: string[], product: string, build: () => Promise<void>, after?: boolean }} Part
 *   `after` the others, whose files it needs
 */
/** @type {Part[]} */
const PARTS = [
  { name: 'server', inputs: SERVER_INPUTS, product: 'server/dist/main.js', build: buildServer },
  { name: 'web', inputs: WEB_INPUTS, product: 'web/dist/index.html', build: buildWeb },
  // A tenth smaller than gzip for twice the work of the build: npm start does it once the product runs.
  { name: 'brotli', inputs: WEB_INPUTS, product: 'web/dist/index.html', build: compressBest, after: true },
]
const wanted = PARTS.filter(({ name }) => process.argv.length === 2 || process.argv.includes(name))

/** Whoever comes second finds everything built. @param {(line: string) => void} say */
async function buildAll(say) {
  // Looked at first: where nothing is to build, such as in an image, nothing may be writable.
  if (wanted.every((part) => isFresh(part, stampOf(part.inputs)))) return
  const buildStale = async () => {
    await Promise.all(wanted.filter(({ after }) => !after).map((part) => buildIfStale(part, say)))
    for (const part of wanted.filter(({ after }) => after)) await buildIfStale(part, say)
  }
  await takeTurns(path.join(CACHE, 'build.lock'), buildStale, () => say('Another build is under way; waiting for it …'))
}

/** @param {Part} part @param {(line: string) => void} say */
async function buildIfStale(part, say) {
  const stamp = stampOf(part.inputs)
  if (isFresh(part, stamp)) return
  const begun = Date.now()
  if (!part.after) say(`Building the ${part.name} …`)
  // A build that does not end must not be taken for a fresh one.
  fs.rmSync(stampFileOf(part), { force: true })
  fs.mkdirSync(CACHE, { recursive: true })
  await part.build()
  fs.writeFileSync(stampFileOf(part), stamp)
  if (!part.after) say(`Built the ${part.name} in ${((Date.now() - begun) / 1000).toFixed(1)} s.`)
}

/** @param {Part} part @param {string} stamp */
function isFresh(part, stamp) {
  return fs.existsSync(path.join(root, part.product)) && readIfThere(stampFileOf(part)) === stamp
}

/** @param {Part} part */
function stampFileOf({ name }) {
  return path.join(CACHE, `${name}.stamp`)
}

/** By content, not by time: a fresh checkout of the same files needs no build. @param {string[]} inputs */
function stampOf(inputs) {
  const hash = createHash('sha256')
  for (const file of inputs.flatMap((input) => filesOf(path.join(root, input)))) {
    hash.update(path.relative(root, file)).update(fs.readFileSync(file))
  }
  return hash.digest('hex')
}

/** @param {string} place @returns {string[]} */
function filesOf(place) {
  if (!fs.statSync(place, { throwIfNoEntry: false })?.isDirectory()) return fs.existsSync(place) ? [place] : []
  const names = fs.readdirSync(place).filter((name) => !NOT_BUILT.test(name))
  return names.sort().flatMap((name) => filesOf(path.join(place, name)))
}

/** @param {string} file */
function readIfThere(file) {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
}

async function buildServer() {
  const { bundle } = await import('./bundle.mjs')
  await bundle({
    entryPoints: ['main', 'create-admin', 'migrate', 'rotate-credentials'].map((name) =>
      path.join(root, 'server/src', `${name}.ts`),
    ),
    outdir: path.join(root, 'server/dist'),
    sourcemap: true,
  })
}

async function buildWeb() {
  const { build } = await import('vite')
  await build({ root: path.join(root, 'web'), logLevel: 'warn' })
  fs.rmSync(path.join(CACHE, 'brotli.stamp'), { force: true })
  compressFiles('gz', (bytes) => gzipSync(bytes, { level: 9 }))
}

async function compressBest() {
  compressFiles('br', (bytes) => brotliCompressSync(bytes))
}

/** @param {string} ending @param {(bytes: Buffer) => Buffer} compress */
function compressFiles(ending, compress) {
  for (const file of filesOf(path.join(root, 'web/dist'))) {
    if (!/\.(js|css|html|svg|json)$/.test(file)) continue
    const bytes = fs.readFileSync(file)
    // Renamed into place: a running server may look for it at any moment.
    if (bytes.length >= 1024) fs.writeFileSync(`${file}.part`, compress(bytes))
    if (bytes.length >= 1024) fs.renameSync(`${file}.part`, `${file}.${ending}`)
  }
}

await buildAll((line) => console.log(`  ${line}`))
