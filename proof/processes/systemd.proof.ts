// deploy/systemd, run by systemd itself: deploy/README.md is followed to the letter on a clean Debian root, up to a
// customer's Python bot that trades on paper under the units; then an upgrade and the way back, through which it trades on,
// and a way back that is refused.
import { randomBytes } from 'node:crypto'
import { appendFileSync, cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readImage } from '../../product/deploy/deployed-processes.ts'
import { root } from '../../product/deploy/install-checkers.ts'
import { until } from '../../product/testing/until.ts'
import { type CleanRoot, showFolder, startCleanRoot } from './clean-root.ts'
import type { OutsideWorld } from './outside-world.ts'

// In the order of an upgrade (docs/operations.md).
const UNITS = ['feed', 'worker', 'api-1', 'api-2', 'engine']
const PASSWORDS = { owner: 'owner-of-the-tables', application: 'application-role' }
const ADMIN = 'Monsoon-over-Kochi-9'
const home = '/opt/trading-bot'
// The sources, for what is not the product: the world outside, and the people who use the product.
const outside = '/srv/outside'
const worldFile = '/srv/outside-world.json'
const runScript = `cd ${outside} && node --import tsx proof/processes`
// The bot buys and sells once in four minutes, and a restart may cost it one of its turns.
const SLOW = { limitMs: 600_000, everyMs: 1_000 }
const LATER_MIGRATION = '9999_of_a_later_release.sql'
const FILLED = `orders where state = 'FILLED' and mode = 'paper'`
let machine: CleanRoot

beforeAll(async () => {
  machine = await startCleanRoot((folder) => {
    const place = path.join(folder, home)
    // "The built project in /opt/trading-bot": what the image has, and the folder that the guide is about.
    for (const file of [...readImage().files, 'deploy'])
      if (file === 'node_modules') showFolder(path.join(root, file), path.join(place, file))
      else cpSync(path.join(root, file), path.join(place, file), { recursive: true })
    prepareReleases(place)
    showFolder(root, path.join(folder, outside))
  })
}, 600_000)
afterAll(() => machine?.stop())

const must = (script: string, answers?: string) => {
  const { status, output } = machine.run(script, answers)
  const why = status === 0 ? '' : `${output}${machine.run('journalctl --no-pager --lines 30').output}`
  expect([script, status, why]).toEqual([script, 0, ''])
  return output
}
/** Status and version, as in "200 0.1.0". */
const healthOf = (port: number) => {
  const ask = `fetch('http://127.0.0.1:${port}/api/health/').then(async (a) => console.log(a.status, (await a.json()).version), () => {})`
  return machine.run(`node -e "${ask}"`).output.trim()
}
const query = (sql: string) => must(`sudo -u postgres psql -tA trading_bot -c "${sql}"`).trim()
const countOf = (rows: string) => Number(query(`select count(*) from ${rows}`))
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
  fillIn(path.join(machine.folder, 'etc/trading-bot'), await startOutsideWorld())
  const commands = commandsOf(after)
  for (const line of commands) must(`cd ${home} && ${line}`, line.includes('create-admin') ? `${ADMIN}\n` : '')
  expect(commands.at(-1)).toContain('create-admin')
  for (const name of UNITS) await until(name, () => stateOf(`trading-bot@${name}`) === 'active')
  await untilHealthy(/^200 /)
})

test('a sold Python bot runs in its sandbox under the units and trades on paper', async () => {
  const output = must(`${runScript}/sell-a-bot.ts http://127.0.0.1:3001 asha '${ADMIN}' ${worldFile}`)
  const { test, bot } = JSON.parse(output) as { test: { output: string; sandbox: object }; bot: object }
  expect(test).toMatchObject({ success: true, sandbox: { kind: 'bubblewrap' } })
  expect(test.output).toContain('python runs as')
  expect(bot).toMatchObject({ status: 'running', mode: 'paper' })
  console.log(`the sandbox: ${JSON.stringify(test.sandbox)}`)
  await untilTraded('ENTRY')
}, 900_000)

test('a paper bot trades on through an upgrade, and back in the former release', async () => {
  const former = healthOf(3001)
  const held = query('select id from positions where opened_at is not null and closed_at is null')
  expect(held).not.toBe('')
  replaceBuild('next')
  must('systemctl restart trading-bot-migrate')
  const upgradedAt = await restartUnits(/^200 next$/)
  await untilTraded('EXIT', `and position_id = '${held}' and created_at > '${upgradedAt}'`)
  // It migrated nothing, so that the former build is all that is needed.
  replaceBuild('former')
  const backAt = await restartUnits(new RegExp(`^${former}$`))
  await untilTraded('ENTRY', `and created_at > '${backAt}'`)
}, 1_200_000)

test('a release that is older than the database ends with 78, and the later one goes on', async () => {
  replaceBuild('later')
  must('systemctl restart trading-bot-migrate')
  await restartUnits(/^200 later$/)
  replaceBuild('former')
  machine.run('systemctl restart trading-bot@api-1')
  await until('the refusal', () => stateOf('trading-bot@api-1') === 'failed')
  const status = machine.run('systemctl show --property=ExecMainStatus trading-bot@api-1').output.trim()
  expect(status).toBe('ExecMainStatus=78')
  expect(machine.run('journalctl --no-pager --unit trading-bot@api-1 --lines 20').output).toContain(LATER_MIGRATION)
  expect(healthOf(3002)).toBe('200 later')
  replaceBuild('later')
  must('systemctl restart trading-bot@api-1')
  await untilHealthy(/^200 later$/)
  expect(query('select status from user_bots')).toBe('running')
  console.log(
    `figure: a clean root, five units, a sold Python bot in its sandbox, ${countOf(FILLED)} paper orders filled before and after an upgrade and back in the former release, and a refused way back. Broker, payment provider and mail server were our own. Not shown here: cgroups that bound memory (this kernel has none for a namespace)`,
  )
})

/** Two more releases beside the first one: the same build by another name, the later one with a migration of its own. */
function prepareReleases(place: string): void {
  for (const release of ['former', 'next', 'later']) {
    const copy = path.join(place, 'releases', release)
    cpSync(path.join(place, 'server'), copy, { recursive: true })
    if (release === 'later')
      writeFileSync(path.join(copy, 'migrations', LATER_MIGRATION), 'create table later (id int);')
    if (release === 'former') continue
    const main = path.join(copy, 'dist/main.js')
    writeFileSync(main, readFileSync(main, 'utf8').replace(/^var VERSION = .*$/m, `var VERSION = "${release}";`))
  }
}

function replaceBuild(release: 'former' | 'next' | 'later'): void {
  must(`cd ${home} && rm -r server && cp -r releases/${release} server`)
}

/** Returns the database's time once all units are new. */
async function restartUnits(health: RegExp): Promise<string> {
  for (const name of UNITS) {
    must(`systemctl restart trading-bot@${name}`)
    await until(name, () => stateOf(`trading-bot@${name}`) === 'active')
  }
  await untilHealthy(health)
  return query('select now()')
}

async function untilHealthy(health: RegExp): Promise<void> {
  await until(`both APIs to answer ${health}`, () => [3001, 3002].every((port) => health.test(healthOf(port))))
}

/** Waits for an order of this purpose that the engine's unit filled. */
async function untilTraded(purpose: 'ENTRY' | 'EXIT', condition = ''): Promise<void> {
  const rows = `${FILLED} and purpose = '${purpose}' ${condition}`
  await until(`a filled ${purpose}`, () => countOf(rows) > 0, SLOW).catch((error: Error) => {
    const orders = query('select purpose, state, detail, created_at from orders')
    const journal = machine.run('journalctl --no-pager --unit trading-bot@engine --unit trading-bot@feed --lines 40')
    throw new Error(`${error.message}\n${orders}\n${journal.output}`)
  })
}

async function startOutsideWorld(): Promise<OutsideWorld> {
  must(`systemd-run --unit=outside-world bash -c '${runScript}/outside-world.ts ${worldFile}'`)
  await until('the world outside', () => machine.run(`test -s ${worldFile}`).status === 0)
  return JSON.parse(must(`cat ${worldFile}`)) as OutsideWorld
}

function commandsOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
}

/** What the guide asks an operator to fill in. */
function fillIn(folder: string, { settings }: OutsideWorld): void {
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
  const given = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
  appendFileSync(path.join(folder, 'common.env'), given.join(''))
}
