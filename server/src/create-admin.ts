// npm run admin:create -- --username asha --email asha@example.in: the first administrator of a production database.
// The password is typed (or piped) in, so that it appears in no shell history and no process list.
import { createInterface } from 'node:readline/promises'
import { addAdministrator } from './operations/users/index.ts'

try {
  process.stdout.write(await addAdministrator({ env: process.env, args: process.argv.slice(2), askPassword }))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

async function askPassword(): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr, terminal: false })
  const answer = await terminal.question('Password: ')
  terminal.close()
  return answer
}
