// npm run audit: where the software comes from. Ends with an error when something is wrong; what could not be asked is
// said, and is an error with --strict. Writes the bill of materials (CycloneDX) and the list of licences to dist/.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkBinaries, POSTGRES } from './postgres-binaries.mjs'
import { findForbidden, findUnpinned, listPackages } from './lock-file.mjs'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
const isStrict = process.argv.includes('--strict')
let faults = 0

const { packages } = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
const all = listPackages(packages, licenseOf)
report('packages without a checksum from the registry', findUnpinned(packages))
report(
  'packages with a licence that is not allowed',
  findForbidden(all).map(({ name, license }) => `${name} (${license})`),
)
const binaries = checkBinaries(root)
report('PostgreSQL binaries that were not reviewed', binaries === null ? [] : [binaries])
askForAdvisories()
writeBill()
writeLicences()
process.exitCode = faults === 0 ? 0 : 1

/** @param {string} what @param {readonly string[]} found */
function report(what, found) {
  console.log(`${found.length === 0 ? 'ok    ' : 'FAILED'} ${what}: ${found.length === 0 ? 'none' : found.join(', ')}`)
  if (found.length > 0) faults++
}

/** @param {string} folder */
function licenseOf(folder) {
  const file = path.join(root, folder, 'package.json')
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')).license : undefined
}

function askForAdvisories() {
  const { stdout } = npm('audit', '--json')
  const answer = parse(stdout)
  const counts = answer?.metadata?.vulnerabilities
  if (!counts) {
    console.log('unknown  advisories: the registry did not answer, so nothing is known about published weaknesses')
    if (isStrict) faults++
    return
  }
  const severe = Object.entries(answer.vulnerabilities ?? {})
    .filter(([, { severity }]) => severity === 'high' || severity === 'critical')
    .map(([name, { severity }]) => `${name} (${severity})`)
  report(`severe advisories (${counts.total} in all)`, severe)
}

function writeBill() {
  const bill = parse(npm('sbom', '--sbom-format', 'cyclonedx').stdout)
  if (!bill) return report('bill of materials', ['npm sbom gave none'])
  const hashes = [{ alg: 'SHA-256', content: POSTGRES.digests[`${process.platform}-${process.arch}`] ?? '' }]
  bill.components.push({
    type: 'application',
    name: 'postgresql',
    version: POSTGRES.version,
    'bom-ref': `postgresql@${POSTGRES.version}`,
    licenses: [{ license: { id: 'PostgreSQL' } }],
    hashes,
    externalReferences: [
      { type: 'vcs', url: 'https://github.com/zonkyio/embedded-postgres-binaries' },
      { type: 'website', url: 'https://www.postgresql.org/' },
    ],
  })
  write('sbom.cdx.json', `${JSON.stringify(bill, null, 2)}\n`)
}

function writeLicences() {
  const lines = all.map(({ name, version, license }) => `${name}@${version}: ${license}`)
  write('licences.txt', `${[...new Set(lines)].toSorted().join('\n')}\npostgresql@${POSTGRES.version}: PostgreSQL\n`)
}

/** @param {string} name @param {string} text */
function write(name, text) {
  fs.mkdirSync(path.join(root, 'dist'), { recursive: true })
  fs.writeFileSync(path.join(root, 'dist', name), text)
  console.log(`wrote  dist/${name}`)
}

/** @param {string[]} args */
function npm(...args) {
  return spawnSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
