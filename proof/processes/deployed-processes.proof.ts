// What deploy/ describes, started as plain processes: the commands, settings and order are read out of its own files, the
// files are those that the image gets.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Deployed, readCompose, readImage, readUnits } from '../../product/deploy/deployed-processes.ts'
import { findCaddy } from '../../product/deploy/install-checkers.ts'
import { startPgBouncer } from '../../server/src/testing/database/start-pgbouncer.ts'
import { type BusRole, newBusPasswords, type NatsServer, startNatsServer } from '../../product/programs/nats-server.mjs'
import { freePort, startPostgres } from '../../product/database/postgres.mjs'
import { root, statusOf } from '../../product/testing/run-start.ts'
import { until } from '../../product/testing/until.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'trading-bot-deploy-'))
const image = path.join(folder, 'app')
const SECRETS = {
  POSTGRES_PASSWORD: 'application-password',
  POSTGRES_OWNER_PASSWORD: 'owner-password',
  AUTH_SECRET: randomBytes(32).toString('base64'),
  CREDENTIALS_KEY: randomBytes(32).toString('base64'),
  PUBLIC_URL: 'https://bot.example.in',
  SITE: 'bot.example.in',
}
const POOLER_PORT = '6432'
let postgres: Awaited<ReturnType<typeof startPostgres>>
let pooler: Awaited<ReturnType<typeof startPgBouncer>>
let nats: NatsServer
const children: ChildProcess[] = []

beforeAll(async () => {
  for (const file of readImage().files) {
    mkdirSync(path.dirname(path.join(image, file)), { recursive: true })
    // The packages are many; everything else must be found in the image's folder itself.
    if (file === 'node_modules') symlinkSync(path.join(root, file), path.join(image, file))
    else cpSync(path.join(root, file), path.join(image, file), { recursive: true })
  }
  postgres = await startPostgres({ root, folder: path.join(folder, 'postgres') })
  nats = await startNatsServer({ passwords: newBusPasswords() })
  const owner = new pg.Client(postgres.url)
  await owner.connect()
  await owner.query(`create role trading_bot_owner superuser login password '${SECRETS.POSTGRES_OWNER_PASSWORD}'`)
  await owner.end()
  const pooled = new URL(postgres.url)
  pooled.username = 'trading_bot_application'
  pooled.password = SECRETS.POSTGRES_PASSWORD
  pooler = await startPgBouncer(pooled.href, 10)
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await pooler.stop()
  await nats.stop()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('the processes of the compose file start in their order, are healthy behind the proxy and end in order', async () => {
  const deployed = readCompose(SECRETS)
  expect(deployed.map(({ name }) => name)).toEqual([
    'migrate',
    'api-1',
    'api-2',
    'engine-1',
    'engine-2',
    'feed',
    'worker',
  ])
  const running = await startAll(deployed)
  const [first, second] = running
  const site = await freePort()
  const proxy = launch(
    [findCaddy(), 'run', '--config', path.join(root, 'deploy/Caddyfile'), '--adapter', 'caddyfile'],
    {
      SITE: `http://127.0.0.1:${site}`,
      API: `127.0.0.1:${first?.port}`,
      API_2: `127.0.0.1:${second?.port}`,
      XDG_DATA_HOME: path.join(folder, 'caddy'),
      XDG_CONFIG_HOME: path.join(folder, 'caddy'),
    },
  )
  await until('the proxy', async () => (await statusOf(`http://127.0.0.1:${site}/api/health/`)) === 200)
  const page = await fetch(`http://127.0.0.1:${site}/login`)
  expect(page.status).toBe(200)
  expect(page.headers.get('strict-transport-security')).toContain('max-age')
  // Without one of the two nobody notices.
  first?.child.kill('SIGTERM')
  expect(await first?.exited).toBe(0)
  for (let calls = 0; calls < 10; calls++) expect(await statusOf(`http://127.0.0.1:${site}/api/health/`)).toBe(200)
  proxy.child.kill('SIGTERM')
  await stopAll(running.slice(1))
  console.log(`figure: ${running.length} processes healthy behind the proxy, no failed call while one of two APIs ends`)
})

test('the processes of the systemd units start with the settings of their files, each in its role', async () => {
  const running = await startAll(readUnits())
  expect(running.map(({ name }) => name)).toEqual(['api-1', 'api-2', 'engine', 'feed', 'worker'])
  await stopAll(running)
})

type Started = {
  readonly name: string
  readonly port: number
  readonly child: ChildProcess
  readonly exited: Promise<number | null>
  readonly output: () => string
}

/** Migrates first, as both files say, then starts the rest and waits until each is ready. */
async function startAll(deployed: readonly Deployed[]): Promise<Started[]> {
  for (const { command, env } of deployed.filter(({ isMigration }) => isMigration)) {
    const migration = launch(command, onLoopback(env, 'migrate', 0))
    expect([await migration.exited, migration.output()]).toEqual([0, expect.stringContaining('up to date')])
  }
  const running: Started[] = []
  for (const { name, command, env } of deployed.filter(({ isMigration }) => !isMigration)) {
    const port = await freePort()
    running.push({ name, port, ...launch(command, onLoopback(env, name, port)) })
  }
  for (const { name, port, child, output } of running)
    await until(`${name} to be ready:\n${output()}`, async () => {
      if (child.exitCode !== null) throw new Error(`${name} ended:\n${output()}`)
      return (await statusOf(`http://127.0.0.1:${port}/api/health/`)) === 200
    })
  return running
}

async function stopAll(running: readonly Started[]): Promise<void> {
  for (const { child } of running) child.kill('SIGTERM')
  expect(await Promise.all(running.map(({ exited }) => exited))).toEqual(running.map(() => 0))
}

/** The same settings, but for what is a container's or a machine's own: addresses, passwords and folders. */
function onLoopback(env: Readonly<Record<string, string>>, name: string, port: number): Record<string, string> {
  const dataDir = path.join(folder, 'data', name)
  mkdirSync(dataDir, { recursive: true })
  const { NATS_CA_FILE: _, ...rest } = env
  const here = {
    ...rest,
    ...SECRETS,
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    ...(env['NATS_URL'] && { NATS_URL: nats.urlOf(new URL(env['NATS_URL']).username as BusRole) }),
    DATABASE_URL: local(env['DATABASE_URL'], SECRETS.POSTGRES_PASSWORD),
    ...(env['DATABASE_DIRECT_URL'] && {
      DATABASE_DIRECT_URL: local(env['DATABASE_DIRECT_URL'], SECRETS.POSTGRES_PASSWORD),
    }),
  }
  const ownerUrl = env['DATABASE_OWNER_URL']
  return ownerUrl ? { ...here, DATABASE_OWNER_URL: local(ownerUrl, SECRETS.POSTGRES_OWNER_PASSWORD) } : here
}

function local(url: string | undefined, password: string): string {
  const here = new URL(url ?? '')
  here.host = new URL(here.port === POOLER_PORT ? pooler.url : postgres.url).host
  here.password = password
  return here.href
}

function launch([program = '', ...args]: readonly string[], env: Readonly<Record<string, string>>) {
  const command = path.basename(program) === 'node' ? process.execPath : program
  const child = spawn(command, args, {
    cwd: image,
    env: { PATH: process.env['PATH'], HOME: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += String(part)))
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { child, exited, output: () => output }
}
