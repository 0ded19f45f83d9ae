// deploy/systemd, run by systemd itself: deploy/README.md is followed to the letter on a clean Debian root, up to a Python
// bot in the sandbox of its unit; then an upgrade, and a way back that is refused.
import { randomBytes } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readImage } from '../../product/deploy/deployed-processes.ts'
import { root } from '../../product/deploy/install-checkers.ts'
import { until } from '../../product/testing/until.ts'
import { type CleanRoot, showFolder, startCleanRoot } from './clean-root.ts'

const UNITS = ['api-1', 'api-2', 'engine', 'feed', 'worker']
const PASSWORDS = { owner: 'owner-of-the-tables', application: 'application-role' }
const ADMIN = 'Monsoon-over-Kochi-9'
const home = '/opt/trading-bot'
let machine: CleanRoot

beforeAll(async () => {
  machine = await startCleanRoot((folder) => {
    const place = path.join(folder, home)
    // "The built project in /opt/trading-bot": what the image has, and the folder that the guide is about.
    for (const file of [...readImage().files, 'deploy'])
      if (file === 'node_modules') showFolder(path.join(root, file), path.join(place, file))
      else cpSync(path.join(root, file), path.join(place, file), { recursive: true })
    cpSync(path.join(root, 'proof/processes/try-python.mjs'), path.join(place, 'try-python.mjs'))
  })
}, 600_000)
afterAll(() => machine?.stop())

const must = (script: string, answers?: string) => {
  const { status, output } = machine.run(script, answers)
  const why = status === 0 ? '' : `${output}${machine.run('journalctl --no-pager --lines 30').output}`
  expect([script, status, why]).toEqual([script, 0, ''])
  return output
}
const healthOf = (port: number) =>
  machine
    .run(
      `node -e "fetch('http://127.0.0.1:${port}/api/health/').then((a) => console.log(a.status), () => console.log(0))"`,
    )
    .output.trim()
const stateOf = (unit: string) => machine.run(`systemctl is-active ${unit}`).output.trim()

test('the guide leads from a clean root to five running units and a first administrator', async () => {
  const guide = readFileSync(path.join(root, 'deploy/README.md'), 'utf8')
    .split('\n## ')
    .find((part) => part.startsWith('systemd\n'))!
  const block = /```\n([\s\S]*?)```/.exec(guide)![1]!
  const [before = '', after = ''] = block.split(/^# fill in .*$/m)
  await until('PostgreSQL', () => machine.run('sudo -u postgres psql -c "select 1"').status === 0)
  const answers = `${PASSWORDS.owner}\n${PASSWORDS.owner}\n`
  for (const line of commandsOf(before)) must(`cd ${home} && ${line}`, line.includes('--pwprompt') ? answers : '')
  fillIn(path.join(machine.folder, 'etc/trading-bot'))
  const commands = commandsOf(after)
  for (const line of commands) must(`cd ${home} && ${line}`, line.includes('create-admin') ? `${ADMIN}\n` : '')
  expect(commands.at(-1)).toContain('create-admin')
  for (const name of UNITS) await until(name, () => stateOf(`trading-bot@${name}`) === 'active')
  await until('both APIs', () => healthOf(3001) === '200' && healthOf(3002) === '200')
})

test('a Python bot runs in its sandbox under the unit', () => {
  const output = must(`cd ${home} && node try-python.mjs http://127.0.0.1:3001 asha '${ADMIN}'`)
  const answer = JSON.parse(output) as { success: boolean; output: string; cage: { kind: string; sentence: string } }
  if (!answer.success) console.log(output)
  expect(answer).toMatchObject({ success: true, cage: { kind: 'bubblewrap' } })
  expect(answer.output).toContain('python runs as')
  console.log(`the sandbox: ${JSON.stringify(answer.cage)}`)
})

test('an upgrade restarts the units one after the other, and a release that is too old ends with 78', async () => {
  must('systemctl restart trading-bot-migrate')
  for (const name of UNITS) {
    must(`systemctl restart trading-bot@${name}`)
    await until(name, () => stateOf(`trading-bot@${name}`) === 'active')
  }
  await until('both APIs', () => healthOf(3001) === '200' && healthOf(3002) === '200')
  must(
    `sudo -u postgres psql trading_bot -c "insert into migrations (name, hash) values ('9999_of_a_later_release.sql', 'x')"`,
  )
  machine.run('systemctl restart trading-bot@api-1')
  await until('the refusal', () => stateOf('trading-bot@api-1') === 'failed')
  const status = machine.run('systemctl show --property=ExecMainStatus trading-bot@api-1').output.trim()
  expect(status).toBe('ExecMainStatus=78')
  expect(machine.run('journalctl --no-pager --unit trading-bot@api-1 --lines 20').output).toContain(
    '9999_of_a_later_release',
  )
  expect(healthOf(3002)).toBe('200')
  must(`sudo -u postgres psql trading_bot -c "delete from migrations where name like '9999%'"`)
  must('systemctl restart trading-bot@api-1')
  await until('the API again', () => healthOf(3001) === '200')
  console.log(
    'figure: a clean root, five units, Python in its sandbox, an upgrade and a refused way back. Not shown here: cgroups that bound memory (this kernel has none for a namespace), and prices, which need a broker’s account',
  )
})

function commandsOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
}

/** What the guide asks an operator to fill in. */
function fillIn(folder: string): void {
  const bus = readFileSync(path.join(folder, 'keys/bus.env'), 'utf8')
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.env'))) {
    const file = path.join(folder, name)
    const filled = readFileSync(file, 'utf8')
      .replace(
        /nats:\/\/(\w+):PASSWORD@/,
        (_, role: string) => `nats://${role}:${new RegExp(`BUS_${role.toUpperCase()}_PASSWORD=(.*)`).exec(bus)![1]}@`,
      )
      .replaceAll('trading_bot_application:PASSWORD', `trading_bot_application:${PASSWORDS.application}`)
      .replaceAll('trading_bot_owner:PASSWORD', `trading_bot_owner:${PASSWORDS.owner}`)
      // Without PgBouncer the two lines are left out.
      .replace(/^DATABASE_(URL|DIRECT_URL)=.*(6432|5432).*\n/gm, (line) => (name.startsWith('api') ? '' : line))
      .replace(
        /^(AUTH_SECRET|CREDENTIALS_KEY)=$/gm,
        (_, secret: string) => `${secret}=${randomBytes(32).toString('base64')}`,
      )
    writeFileSync(file, filled)
  }
}
