// npm run verify-audit [-- --audit HASH --orders HASH]: compares every audit line and every ended order with its seal, and
// the seals with the newest ones that DATA_DIR has noted. The hashes are of seals that were noted elsewhere, such as in the
// log or at the audit's webhook.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { headsFile, readHeads } from '../server/src/platform/audit/chain-heads.ts'
import { signingKeyOf } from '../server/src/platform/audit/signing-key.ts'
import { type Finding, verifyHistory } from '../server/src/platform/audit/verify-history.ts'
import { decodeSecret } from '../server/src/platform/config.ts'
import { openDatabase } from '../server/src/platform/db/client.ts'
import { openEmbedded } from './database/open-embedded.ts'

const root = path.resolve(import.meta.dirname, '..')
const WORDS = { audit: 'audit lines', orders: 'orders' } as const
const say = (line: string) => console.log(`  ${line}`)

try {
  const findings = await verify()
  for (const finding of findings) report(finding)
  const isGenuine = findings.every(({ problems }) => problems.length === 0)
  say(isGenuine ? 'Genuine: nothing that was sealed has changed.' : 'NOT GENUINE: see the lines above.')
  if (!isGenuine) process.exitCode = 1
} catch (error) {
  console.error(`\n  Nothing could be verified. ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
}

async function verify(): Promise<Finding[]> {
  const { values: expected } = parseArgs({ options: { audit: { type: 'string' }, orders: { type: 'string' } } })
  const dataDir = path.resolve(root, process.env['DATA_DIR'] || '.data')
  const { fingerprint } = signingKeyOf(sealKey(dataDir))
  const heads = readHeads(dataDir)
  if (!heads.audit && !heads.orders)
    say(`No seal is noted in ${headsFile(dataDir)}: a chain that was begun anew would not show here.`)
  const own = process.env['DATABASE_URL']
  const { url, close } = own ? { url: own, close: async () => undefined } : await openEmbedded(root, dataDir)
  const database = openDatabase(url, () => undefined, 1)
  try {
    return await verifyHistory(database.db, { now: new Date(), fingerprint, heads, expected })
  } finally {
    await database.close()
    await close()
  }
}

function sealKey(dataDir: string): Buffer {
  const given = process.env['CREDENTIALS_KEY']
  if (given) return decodeSecret('CREDENTIALS_KEY', given)
  const file = path.join(dataDir, 'secrets/credentials_key')
  if (!existsSync(file)) throw new Error(`The key is missing: set CREDENTIALS_KEY, or put it into ${file}.`)
  return decodeSecret(file, readFileSync(file, 'utf8').trim())
}

function report({ chain, seals, records, unsealed, last, problems }: Finding): void {
  say(`${records} ${WORDS[chain]} in ${seals} seals; ${unsealed} newer ones are not sealed yet.`)
  if (last) say(`  Newest seal: ${last.number}, up to ${last.until.toISOString()}, ${last.hash}`)
  for (const problem of problems) say(`  ${problem}`)
}
