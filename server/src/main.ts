// Config, database, features, listen: the only file that wires everything together.
import './connect-domains.ts'
import { openWebhook } from './billing/payments/index.ts'
import path from 'node:path'
import type { Logger } from 'pino'
import { openLog } from './platform/logs/open-log.ts'
import { systemClock } from './platform/clock.ts'
import { type Config, readConfig } from './platform/config.ts'
import { ConfigError } from './platform/config-error.ts'
import { type Database, openDatabase } from './platform/db/client.ts'
import { databaseTrouble } from './platform/db/database-trouble.ts'
import { checkRole, prepareDatabase } from './platform/db/start/prepare-database.ts'
import { waitForDatabase } from './platform/db/start/wait-for-database.ts'
import { watchReplica } from './platform/db/watch-replica.ts'
import { DEMO_SIGN_INS } from './platform/demo-sign-ins.ts'
import { seedDemo } from './demo/seed-demo.ts'
import { refuseDemoInPublic } from './demo/refuse-demo-in-public.ts'
import { type OpenMarket, openMarket, startTrading, type Trading } from './trading/engine-adapters/index.ts'
import { addPlatformGauges } from './operations/health/index.ts'
import { reportMachine } from './operations/instances/index.ts'
import { watchStorage } from './operations/storage/index.ts'
import { openCalendar } from './trading/market-calendar/index.ts'
import { busNotices, databaseNotices, openEventStream } from './trading/event-stream/index.ts'
import { startAccountChecks } from './trading/account-checks/index.ts'
import { startEgressProbes } from './trading/egress/index.ts'
import { recordHosting } from './trading/hosting/index.ts'
import { recordLogicHashes } from './trading/strategies/index.ts'
import { choosePrices, tradesHere } from './choose-prices.ts'
import { startJobs } from './start-jobs.ts'
import { startTelemetry } from './start-telemetry.ts'
import { buildApp } from './platform/http/build-app.ts'
import type { Deps } from './platform/http/context.ts'
import { chooseMachines } from './platform/providers/choose-machines.ts'
import { choosePayments } from './platform/providers/choose-payments.ts'
import { openScripts, scriptsOnceOpen } from './platform/providers/open-scripts.ts'
import { countScripts } from './platform/telemetry/count-scripts.ts'
import { ROUTES } from './routes.ts'
import { argon2Passwords } from './platform/security/passwords.ts'
import { EXIT_CODES, exitWithSupervisor, notifySupervisor, onceStopped, type Outlook } from './platform/supervised.ts'

const root = path.resolve(import.meta.dirname, '../..')
// Browsers and prices do not wait behind a backtest. Above the start, which runs before anything below it has a value.
const JOBLESS: ReadonlySet<Config['role']> = new Set(['api', 'feed'])

exitWithSupervisor()
try {
  await start()
} catch (error) {
  const sentence = error instanceof ConfigError ? error.message : `The server could not start: ${String(error)}.`
  const outlook = outlookOf(error)
  notifySupervisor({ type: 'failed', sentence, outlook })
  process.stderr.write(`${sentence}\n`)
  process.exit(EXIT_CODES[outlook])
}

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const log = openLog(config)
  const { metrics, ...telemetry } = await startTelemetry(config, log)
  // Takes a second of its own; nobody waits for it who runs no script.
  const scripts = scriptsOnceOpen(openScripts(config).then((opened) => countScripts(opened, metrics)))
  const { database, direct, stores, close } = await openDatabases(config, log)
  const tell = (error: unknown, sentence: string) => log.error({ err: error }, sentence)
  const hours = await openCalendar(config, { db: database.db, pool: direct.pool }, (error) =>
    tell(error, 'the market calendar could not be read'),
  )
  const market = await openMarket(config, database.db, hours.calendar, log)
  // Until the engine starts a price is not known.
  let trading: Trading | undefined
  const prices = choosePrices({ config, db: direct.db, market, calendar: hours.calendar, log, trading: () => trading })
  const deps: Deps = {
    ...stores,
    clock: systemClock,
    config,
    calendar: hours.calendar,
    passwords: argon2Passwords,
    payments: choosePayments(config, database.db, systemClock),
    broker: market.desk,
    scripts,
    machines: chooseMachines(config, database.db, systemClock),
    checks: { database: () => answers(database) },
    storage: () => storage.state(),
    ...prices.deps,
  }
  const storage = watchStorage(deps, [database.pool, direct.pool], tell)
  await refuseDemoInPublic(deps)
  // Before the jobs: what is seeded lies in the past, and must be there before the past is sealed.
  if (config.demo) await seedDemo(deps)
  await recordStart(deps)
  addPlatformGauges(deps, metrics)
  prices.share(deps, { pool: direct.pool, metrics })
  // As early as it can: after an engine has died, its accounts wait for this.
  if (tradesHere(config)) trading = await startTrading(deps, direct.pool, prices.market, log, telemetry.ofEngine())
  const report = await reportMachine(deps, {
    tradesHere: tradesHere(config),
    onError: (error) => log.warn({ err: error }, "the machine's metrics could not be reported"),
  })
  const checks = startChecks(deps, trading, market.urls, log)
  const eventStream = streamChanges(deps, direct, log)
  const webFolder = path.join(root, 'web/dist')
  const app = await buildApp(deps, { routes: ROUTES, webFolder, log, eventStream, webhook: openWebhook(deps), metrics })
  await listen(app, config)
  const jobs = jobsOnceScriptsRun(deps, direct, log)
  onceStopped(async () => {
    report.stop()
    await storage.stop()
    await app.close()
    await checks.stop()
    await trading?.stop()
    await prices.stop()
    await telemetry.stop()
    await (await jobs)?.stop()
    await deps.scripts.close()
    await market.close()
    hours.close()
    await close()
  })
  await jobs
}

/** Jobs write down what they ran a script with, so they begin once that is known. */
async function jobsOnceScriptsRun(deps: Deps, { pool }: Database, log: Logger) {
  const { config, scripts } = deps
  await scripts.opened
  if (scripts.sandbox.kind !== 'bubblewrap') log.warn(scripts.sandbox.sentence)
  const jobs = JOBLESS.has(config.role) ? undefined : await startJobs(deps, pool, log)
  installLibraries(deps, log)
  return jobs
}

/** Before anything trades: what decides whether it may. */
async function recordStart(deps: Deps): Promise<void> {
  // A release may change what a native strategy does: its hash, and so its registration, changes with it.
  await recordLogicHashes(deps.db)
  await recordHosting(deps)
}

/** Of live accounts and of the addresses their orders leave from, where there is an engine. */
function startChecks(deps: Deps, trading: Trading | undefined, urls: OpenMarket['urls'], log: Logger) {
  const probes = tradesHere(deps.config) ? startEgressProbes(deps, log) : undefined
  const accounts = trading?.accounts && startAccountChecks(deps, trading.accounts, urls, log)
  return {
    stop: async () => {
      await probes?.stop()
      await accounts?.stop()
    },
  }
}

/** Once the product is ready, because nothing but scripts with libraries waits for it. */
function installLibraries({ scripts }: Deps, log: Logger): void {
  void scripts.installLibraries().then(() => {
    const libraries = scripts.libraries()
    if (libraries.kind === 'none') log.warn(libraries.sentence)
  })
}

type Databases = {
  /** For plain queries and transactions: a pooler may stand between. */
  readonly database: Database
  /** For what needs a session of its own. */
  readonly direct: Database
  readonly stores: Pick<Deps, 'db' | 'replica'>
  readonly close: () => Promise<void>
}

async function openDatabases(config: Config, log: Logger): Promise<Databases> {
  const migrations = path.join(root, 'server/migrations')
  const onWait = (sentence: string) => void (notifySupervisor({ type: 'waiting', sentence }) || log.warn(sentence))
  if (!config.production || config.databaseOwnerUrl)
    await waitForDatabase(() => prepareDatabase(config, migrations), onWait)
  const onLost = (error: Error) => log.warn({ err: error }, 'database connection lost')
  const { databaseUrl, databaseDirectUrl, preparedStatements: prepares } = config
  const isPooled = databaseUrl !== databaseDirectUrl
  const direct = openDatabase(databaseDirectUrl, onLost, undefined, { prepares: isPooled || prepares })
  const database = isPooled ? openDatabase(databaseUrl, onLost, undefined, { isPooled, prepares }) : direct
  if (config.production) await waitForDatabase(() => checkRole(database, migrations), onWait)
  const copy = config.databaseReplicaUrl ? openDatabase(config.databaseReplicaUrl, onLost) : undefined
  const replica =
    copy &&
    watchReplica({
      primary: database.db,
      replica: copy.db,
      onError: (error) => log.warn({ err: error }, 'the replica could not be asked: reports are read from the primary'),
    })
  const close = async () => {
    replica?.stop()
    await copy?.close()
    await database.close()
    if (isPooled) await direct.close()
  }
  return { database, direct, stores: { db: database.db, ...(replica && { replica }) }, close }
}

/** Listens, and tells the supervisor that the product is ready. */
async function listen(app: Awaited<ReturnType<typeof buildApp>>, { host, port, demo }: Config): Promise<void> {
  await app.listen({ host, port }).catch(explainBusyPort(port))
  const address = app.server.address()
  const signIns = DEMO_SIGN_INS.map(({ role, username, password }) => ({ role, username, password }))
  const taken = typeof address === 'object' && address ? address.port : port
  notifySupervisor({ type: 'ready', port: taken, signIns: demo ? signIns : [] })
}

function outlookOf(error: unknown): Outlook {
  if (error instanceof ConfigError) return 'final'
  return databaseTrouble(error) ? 'passing' : 'unknown'
}

function streamChanges(deps: Deps, { pool }: Database, log: Logger): ReturnType<typeof openEventStream> {
  const notices = deps.bus ? busNotices(pool, deps.bus) : databaseNotices(pool)
  return openEventStream(deps, notices, (error) => log.warn({ err: error }, 'changes could not be published'))
}

function explainBusyPort(port: number) {
  return (error: NodeJS.ErrnoException): never => {
    if (error.code !== 'EADDRINUSE') throw error
    throw new ConfigError(
      `Port ${port} is already in use. Stop the other program, or choose another port: PORT=3001 npm start`,
    )
  }
}

async function answers({ pool }: Database): Promise<boolean> {
  return pool.query('select 1').then(
    () => true,
    () => false,
  )
}
