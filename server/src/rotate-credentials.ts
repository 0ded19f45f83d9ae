// npm run credentials:rotate: re-seals every stored secret. CREDENTIALS_KEY is the new key, CREDENTIALS_KEY_OLD the one
// it replaces. Safe to run twice and to interrupt: each row records which key it is sealed with.
import { decodeSecret, readConfig } from './platform/config.ts'
import { ConfigError } from './platform/config-error.ts'
import { openDatabase } from './platform/db/client.ts'
import { rotateFactors } from './accounts/auth/index.ts'
import { rotateCredentials } from './trading/credentials/index.ts'
import { rotateMails } from './platform/mail/rotate-mails.ts'

try {
  const config = readConfig(process.env)
  const old = process.env['CREDENTIALS_KEY_OLD']
  if (!old) throw new ConfigError('CREDENTIALS_KEY_OLD is missing: the key the stored secrets are sealed with now.')
  const keys = { from: decodeSecret('CREDENTIALS_KEY_OLD', old), to: config.sealKey }
  const database = openDatabase(config.databaseDirectUrl, () => undefined, 2)
  const credentials = await rotateCredentials(database.db, keys)
  const factors = await rotateFactors(database.db, keys)
  const mails = await rotateMails(database.db, keys)
  await database.close()
  process.stdout.write(`Sealed anew: ${credentials} credentials, ${factors} second factors, ${mails} waiting mails.\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
