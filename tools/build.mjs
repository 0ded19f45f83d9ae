// Builds the server as one bundle and the web client with pre-compressed files. Skipped when nothing changed.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

const SERVER_INPUTS = ['core/src', 'contract/src', 'engine/src', 'server/src', 'package-lock.json', 'tools/build.mjs']
const WEB_INPUTS = ['core/src', 'contract/src', 'web', 'package-lock.json', 'tools/build.mjs']

/** @param {(line: string) => void} say */
async function buildAll(say) {
  await buildOnce('server', SERVER_INPUTS, 'server/dist/main.js', say, buildServer)
  await buildOnce('web', WEB_INPUTS, 'web/dist/index.html', say, buildWeb)
}

/**
 * @param {string} name @param {string[]} inputs @param {string} product
 * @param {(line: string) => void} say @param {() => Promise<void>} build
 */
async function buildOnce(name, inputs, product, say, build) {
  const stampFile = path.join(root, 'node_modules/.cache/trading-bot', `${name}.stamp`)
  const stamp = stampOf(inputs)
  const isFresh = fs.existsSync(path.join(root, product)) && readIfThere(stampFile) === stamp
  if (isFresh) return
  const begun = Date.now()
  say(`Building the ${name} …`)
  await build()
  fs.mkdirSync(path.dirname(stampFile), { recursive: true })
  fs.writeFileSync(stampFile, stamp)
  say(`Built the ${name} in ${((Date.now() - begun) / 1000).toFixed(1)} s.`)
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
  const names = fs.readdirSync(place).filter((name) => name !== 'node_modules' && name !== 'dist')
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
  compressFolder(path.join(root, 'web/dist'))
}

/** @param {string} folder */
function compressFolder(folder) {
  for (const file of filesOf(folder)) {
    if (!/\.(js|css|html|svg|json)$/.test(file)) continue
    const bytes = fs.readFileSync(file)
    if (bytes.length < 1024) continue
    fs.writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
    fs.writeFileSync(`${file}.br`, brotliCompressSync(bytes))
  }
}

await buildAll((line) => console.log(`  ${line}`))
