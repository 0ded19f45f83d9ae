// The restore drill: a backup of a product that sells and trades, restored elsewhere, sells and trades again.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { findBrokenBooks } from '../chaos/broken-books.ts'
import { buyOn } from '../chaos/buy-on.ts'
import { findRunningPostgres, startPostgres } from '../../product/database/postgres.mjs'
import { addTrade } from './add-trade.ts'
import { ask } from './customers.ts'
import { newDataDir, processesOf, type Running, root, runStart, untilReady } from '../../product/testing/run-start.ts'
import { runTool } from '../../product/testing/run-tool.ts'
import { until } from '../../product/testing/until.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

function freshDataDir(): string {
  const { dataDir, remove } = newDataDir()
  closers.push(() => {
    for (const { pid } of processesOf(dataDir)) process.kill(pid, 'SIGKILL')
    remove()
  })
  return dataDir
}

async function start(dataDir: string): Promise<Running> {
  const product = await runStart({ dataDir })
  closers.push(async () => {
    product.process.kill('SIGTERM')
    await product.exited
  })
  await untilReady(product)
  return product
}

async function connect(url: string | undefined): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  closers.push(() => client.end().catch(() => undefined))
  return client
}

async function count(client: pg.Client, from: string): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`select count(*) from ${from}`)
  return Number(rows[0]?.count)
}

function tradeOn(client: pg.Client) {
  let trades = 0
  let isOver = false
  const work = (async () => {
    for (; !isOver; trades++) await addTrade(client, { isOpen: false })
  })()
  const stop = async () => {
    isOver = true
    await work
  }
  return { count: () => trades, stop }
}

type Manifest = { tables: { schema: string; name: string; rows: number }[] }

async function expectRowsOf(client: pg.Client, backup: string): Promise<void> {
  const { tables } = JSON.parse(readFileSync(path.join(backup, 'manifest.json'), 'utf8')) as Manifest
  for (const { schema, name, rows } of tables) {
    expect([name, await count(client, `"${schema}"."${name}"`)]).toEqual([name, rows])
  }
}

test('a backup taken while the product sells and trades restores to a complete and working product', {
  timeout: 240_000,
}, async () => {
  const dataDir = freshDataDir()
  const product = await start(dataDir)
  const database = await connect(findRunningPostgres(path.join(dataDir, 'postgres'))?.url)
  await addTrade(database, { isOpen: true })
  const sale = buyOn([product.url], 2)
  const trade = tradeOn(database)
  await until('the first sales and trades', () => sale.buyers.length >= 4 && trade.count() >= 50)
  const before = [...sale.buyers]
  const backup = await runTool('backup.ts', ['--with-keys'], { DATA_DIR: dataDir })
  expect(backup).toMatchObject({ code: 0 })
  const sold = sale.buyers.length
  await until('sales to go on', () => sale.buyers.length > sold)
  await sale.stop()
  await trade.stop()
  const [name] = readdirSync(path.join(dataDir, 'backups'))
  const folder = path.join(dataDir, 'backups', name ?? '')

  const refused = await runTool('restore.ts', ['--from', folder, '--replace'], { DATA_DIR: dataDir })
  expect(refused.code).toBe(1)
  expect(refused.output).toContain('Trading Bot is already running on')
  await database.end()
  product.process.kill('SIGTERM')
  await product.exited

  const elsewhere = freshDataDir()
  const restored = await runTool('restore.ts', ['--from', folder, '--data-dir', elsewhere])
  expect(restored).toMatchObject({ code: 0 })
  const postgres = await startPostgres({ root, folder: path.join(elsewhere, 'postgres') })
  const rows = await connect(postgres.url)
  await expectRowsOf(rows, folder)
  expect(await findBrokenBooks(rows)).toEqual([])
  // The first product may have closed its open position on a signal, so the restored one gets another.
  await addTrade(rows, { isOpen: true })
  expect(await count(rows, OPEN_POSITIONS)).toBeGreaterThan(0)
  const orders = await count(rows, 'orders')
  await rows.end()
  await postgres.stop()

  const again = await start(elsewhere)
  for (const { username, password } of [...before, { username: 'admin', password: 'Admin@1234' }]) {
    expect([username, (await logIn(again.url, username, password))?.status]).toEqual([username, 200])
  }
  const token = String((await logIn(again.url, 'demo', 'Demo@1234'))?.body['access'])
  expect(await ask(again.url, '/credentials/verify/', token, {})).toMatchObject({ status: 200 })
  await expectTrading(again.url, token, elsewhere, orders)
  console.log(`figure: ${before.length} buyers and ${orders} orders restored, nothing lost, trading again`)
})

const OPEN_POSITIONS = `positions p join user_bots b on b.id = p.user_bot_id join users u on u.id = b.user_id
  where u.username = 'demo' and p.closed_at is null and p.opened_at is not null`

function logIn(url: string, username: string, password: string) {
  return ask(url, '/auth/login/', undefined, { username, password })
}

/** Closing an open position makes the engine send an order; on a signal it may have done so already. */
async function expectTrading(url: string, token: string, dataDir: string, restoredOrders: number): Promise<void> {
  const database = await connect(findRunningPostgres(path.join(dataDir, 'postgres'))?.url)
  const stopped = await ask(url, '/bots/participation/stop/', token, { close_positions: true })
  expect(stopped).toMatchObject({ status: 200 })
  await until('the positions to be closed', async () => (await count(database, OPEN_POSITIONS)) === 0)
  expect(await count(database, 'orders')).toBeGreaterThan(restoredOrders)
  expect(await findBrokenBooks(database)).toEqual([])
  await database.end()
}
