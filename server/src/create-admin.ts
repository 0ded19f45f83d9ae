// npm run admin:create -- --username asha --email asha@example.in: the first administrator of a production database.
// The password is typed (or piped) in, so that it stands in no shell history and no process list.
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { Register } from '@trading-bot/contract/rest/auth'
import { systemClock } from './clock.ts'
import { ConfigError, readConfig } from './config.ts'
import { openDatabase } from './db/client.ts'
import { addAccount } from './features/auth/index.ts'
import { argon2Passwords } from './security/passwords.ts'

try {
  await createAdmin()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

async function createAdmin(): Promise<void> {
  const { values } = parseArgs({
    options: {
      username: { type: 'string', default: '' },
      email: { type: 'string', default: '' },
      'first-name': { type: 'string', default: 'Platform' },
      'last-name': { type: 'string', default: 'Administrator' },
      phone: { type: 'string', default: '0' },
    },
  })
  const config = readConfig(process.env)
  const password = await askPassword()
  const wish = Register.safeParse({
    username: values.username,
    email: values.email,
    first_name: values['first-name'],
    last_name: values['last-name'],
    phone_number: values.phone,
    password,
    password_confirm: password,
  })
  if (!wish.success) throw new ConfigError(wish.error.issues.map(({ message }) => message).join('; '))
  const { password_confirm: _, ...account } = wish.data
  const database = openDatabase(config.databaseUrl, () => undefined, 1)
  const deps = { db: database.db, clock: systemClock, passwords: argon2Passwords }
  const isNew = await addAccount(deps, { ...account, is_admin: true, is_demo: false })
  await database.close()
  if (!isNew) throw new ConfigError('An account with this username or e-mail exists already.')
  process.stdout.write(`Administrator ${account.username} created. Sign in and set up the second factor.\n`)
}

async function askPassword(): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr, terminal: false })
  const answer = await terminal.question('Password: ')
  terminal.close()
  return answer
}
