import { parseArgs } from 'node:util'
import { Register } from '@trading-bot/contract/rest/accounts/auth'
import { systemClock } from '../../platform/clock.ts'
import { readConfig } from '../../platform/config.ts'
import { ConfigError } from '../../platform/config-error.ts'
import { openDatabase } from '../../platform/db/client.ts'
import { addAccount, passwordWeakness } from '../../accounts/auth/index.ts'
import { argon2Passwords } from '../../platform/security/passwords.ts'

type Input = {
  readonly env: NodeJS.ProcessEnv
  readonly args: readonly string[]
  readonly askPassword: () => Promise<string>
}

/** Creates the first administrator of a production database; returns the sentence that the operator reads. */
export async function addAdministrator({ env, args, askPassword }: Input): Promise<string> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      username: { type: 'string', default: '' },
      email: { type: 'string', default: '' },
      'first-name': { type: 'string', default: 'Platform' },
      'last-name': { type: 'string', default: 'Administrator' },
      phone: { type: 'string', default: '0000000000' },
    },
  })
  const config = readConfig(env)
  const password = await askPassword()
  const input = Register.safeParse({
    username: values.username,
    email: values.email,
    first_name: values['first-name'],
    last_name: values['last-name'],
    phone_number: values.phone,
    password,
    password_confirm: password,
  })
  if (!input.success) throw new ConfigError(input.error.issues.map(({ message }) => message).join('; '))
  const weakness = passwordWeakness(password, input.data)
  if (weakness) throw new ConfigError(weakness)
  const { password_confirm: _, ...account } = input.data
  const database = openDatabase(config.databaseDirectUrl, () => undefined, 1)
  const deps = { db: database.db, clock: systemClock, config, passwords: argon2Passwords }
  const isNew = await addAccount(deps, { ...account, is_admin: true, is_demo: false })
  await database.close()
  if (!isNew) throw new ConfigError('An account with this username or e-mail exists already.')
  return `Administrator ${account.username} created. Sign in and set up the second factor.\n`
}
