// A buyer from the plan to the live start in each hosting mode, in a real browser on a server whose mode the test
// changes: what is refused stands there in one sentence, with what may be done.
import path from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { assignAddress } from '@trading-bot/contract/rest/accounts/users'
import type { HostingMode } from '@trading-bot/contract/rest/operations/compliance'
import { LIVE_CONSENT, readParticipation } from '@trading-bot/contract/rest/trading/bots'
import { saveCredentials } from '@trading-bot/contract/rest/trading/credentials'
import { enterApproval, enterEmpanelment } from '@trading-bot/contract/rest/trading/hosting'
import { DAY_MS } from '@trading-bot/core/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedCatalogue } from '../../server/src/demo/seed-catalogue.ts'
import { SIMULATED } from '../../server/src/platform/compliance-settings.ts'
import { adminForFile, relog } from '../../server/src/testing/test-accounts.ts'
import { buy, signUpBuyer } from '../../server/src/testing/test-plans.ts'
import { BROKER_KEYS, configure } from '../../server/src/testing/test-runners.ts'
import { serverForFile } from '../../server/src/testing/test-server.ts'
import { registerAlgos, releaseForLive } from '../../server/src/testing/test-traders.ts'
import { recordHosting } from '../../server/src/trading/hosting/index.ts'
import { launchBrowser, openAs, shows } from './open-as.ts'

// The pages as they were built last: npm test builds them first, npm run build does it alone.
const server = serverForFile({ liveTrading: true }, {}, undefined, path.resolve(import.meta.dirname, '../../web/dist'))
const admin = adminForFile(server)
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
  await seedCatalogue(server.deps)
})
afterAll(() => browser.close())

/** As if the platform had been started with this mode. */
async function startIn(hosting: HostingMode): Promise<void> {
  Object.assign(server.deps.config, { compliance: { ...SIMULATED, hosting } })
  await recordHosting(server.deps)
}

const LIVE = { auto_trade: true, backtest_mode: false }
const OWN = { bot_type: 'ema_strategy', symbol: 'SBIN-EQ', allowed_symbols: ['SBIN-EQ'], ema_period: 20 }
let addresses = 0

/** With everything that a live start needs but what the mode asks for, and the acceptance of the sheet. */
async function addBuyer(plan: 'regular' | 'bot plan') {
  const buyer = await signUpBuyer(server)
  const regular = buyer.plans.find(({ allows_live }) => allows_live)!
  const choice = plan === 'regular' ? { plan_id: regular.id } : { bot_plan_id: buyer.botPlan('ema_strategy').id }
  await buy(server, buyer.token, choice)
  await configure(server, buyer.token, { capital_amount: 200_000, ...LIVE, ...(plan === 'regular' && OWN) })
  await server.call(saveCredentials, BROKER_KEYS, buyer.token)
  await server.db.updateTable('credentials').set({ is_verified: true }).where('user_id', '=', buyer.user.id).execute()
  await releaseForLive(server)
  await registerAlgos(server)
  await server.asOwner((db) => db.deleteFrom('sheet_acceptances').execute())
  addresses += 1
  const address = { id: buyer.user.id, outbound_address: `203.0.113.${addresses}` }
  await server.call(assignAddress, address, await relog(server, admin.access))
  return { ...buyer, address: address.outbound_address }
}
type Buyer = Awaited<ReturnType<typeof addBuyer>>

const needs = (page: Page) => page.getByRole('list', { name: 'What your bot needs' }).getByRole('listitem')

async function acceptSheet(page: Page): Promise<void> {
  await shows(needs(page), 'Your acceptance of how version 1 decides')
  await page.getByRole('link', { name: 'Read and accept it' }).first().click()
  await page.getByRole('button', { name: 'Accept version 1' }).click()
  await shows(page.locator('body'), 'Accepted on')
}

async function startLive(
  page: Page,
  { registration }: Buyer,
  steps: (dialog: ReturnType<Page['getByRole']>) => Promise<void>,
) {
  await page.getByRole('button', { name: 'Start Bot' }).first().click()
  const dialog = page.getByRole('dialog')
  await steps(dialog)
  await dialog.getByLabel('Current password').fill(registration.password)
  await dialog.getByLabel('Your consent').fill(LIVE_CONSENT)
  await dialog.getByRole('button', { name: 'Start Bot' }).click()
  await dialog.waitFor({ state: 'detached', timeout: 7_000 })
}

const modeOf = async ({ token }: Buyer) =>
  (await server.call(readParticipation, {}, await relog(server, token))).body.bot?.mode

test('on paper a live start is refused in one sentence, and paper is offered', async () => {
  const buyer = await addBuyer('regular')
  await startIn('paper')
  const page = await openAs(browser, server, buyer.token, '/dashboard')
  await shows(needs(page), 'This platform trades on paper only.', 'Trade on paper meanwhile')
  expect(await modeOf(buyer)).toBeUndefined()
  await page.close()
})

test('own logic: a strategy of the platform is refused; the holder of a regular plan reads, accepts, confirms the parameters and starts', async () => {
  await startIn('own-logic')
  const subscriber = await addBuyer('bot plan')
  const refused = await openAs(browser, server, subscriber.token, '/dashboard')
  await shows(needs(refused), 'that needs a regular plan', 'Choose a regular plan')
  await refused.close()

  const buyer = await addBuyer('regular')
  const page = await openAs(browser, server, buyer.token, '/dashboard')
  await acceptSheet(page)
  await page.goto('/dashboard')
  await startLive(page, buyer, async (dialog) => {
    await shows(dialog, buyer.address, 'SBIN-EQ')
    await dialog.getByRole('button', { name: 'Start Bot' }).click()
    await shows(dialog, 'Confirm that these are your own parameters')
    await dialog.getByLabel('These are my own parameters', { exact: false }).check()
  })
  expect(await modeOf(buyer)).toBe('live')
  await page.close()
})

test('provider: without an empanelment and the broker’s approval nothing starts; with them the subscriber of a strategy does', async () => {
  await startIn('provider')
  const buyer = await addBuyer('bot plan')
  const page = await openAs(browser, server, buyer.token, '/dashboard')
  await shows(
    needs(page),
    'The algo provider’s empanelment with the exchange is not entered.',
    'The broker’s approval of this strategy version is not entered.',
  )
  const operator = await relog(server, admin.access)
  const inYears = (years: number) => new Date(server.deps.clock.now().getTime() + years * 365 * DAY_MS).toISOString()
  await enterDocuments(operator, inYears(1))
  await page.reload()
  await shows(needs(page), 'Your acceptance of how version 1 decides')
  await acceptSheet(page)
  await page.goto('/dashboard')
  await startLive(page, buyer, async (dialog) => shows(dialog, 'Algo House', buyer.address))
  expect(await modeOf(buyer)).toBe('live')
  await page.close()
})

async function enterDocuments(operator: string, validUntil: string): Promise<void> {
  const version = await server.db
    .selectFrom('bot_versions')
    .innerJoin('bots', (join) =>
      join.onRef('bots.id', '=', 'bot_versions.bot_id').onRef('bots.deployed_version', '=', 'bot_versions.number'),
    )
    .select('bot_versions.logic_hash')
    .where('bots.bot_type', '=', 'ema_strategy')
    .executeTakeFirstOrThrow()
  const made = [
    await server.call(
      enterEmpanelment,
      {
        broker: 'Angel One',
        provider_name: 'Algo House',
        number: 'NSE/EMP/7',
        valid_until: validUntil,
        egress_address: '198.51.100.7',
      },
      operator,
    ),
    await server.call(
      enterApproval,
      {
        broker: 'Angel One',
        logic_hash: version.logic_hash ?? '',
        reference: 'AO/77',
        approved_on: '2026-11-01',
        valid_until: null,
      },
      operator,
    ),
  ]
  expect(made.map(({ status, body }) => [status, status === 201 ? '' : JSON.stringify(body)])).toEqual([
    [201, ''],
    [201, ''],
  ])
}
