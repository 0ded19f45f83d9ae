// Lists that are loaded whole: filters, order, pages and the file of what is shown.
import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { expectNoViolations } from '../fixtures/expect-no-violations.ts'
import { expect, json, test } from '../fixtures/test.ts'
import { paperBot, paperOrder, paperPosition } from '../fixtures/trading.ts'
import { subscriptionsPage } from '../pages/billing/subscriptions-page.ts'
import { dashboardPage } from '../pages/trading/dashboard-page.ts'

type Rows = { positions?: readonly object[]; orders?: readonly object[] }

async function show(page: Page, { positions = [], orders = [] }: Rows): Promise<void> {
  await page.route('**/api/bots/', (route) => route.fulfill(json(200, { data: [paperBot(1)] })))
  await page.route(/\/bots\/[\w-]+\/positions\/$/, (route) => route.fulfill(json(200, positions)))
  await page.route(/\/bots\/[\w-]+\/orders\//, (route) => route.fulfill(json(200, orders)))
  await dashboardPage(page).open()
}

async function choose(page: Page, list: string, label: string, option: string): Promise<void> {
  await page
    .getByRole('region', { name: `Filters of ${list}` })
    .getByRole('combobox', { name: label })
    .click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

async function linesOf(download: Download): Promise<string[]> {
  return (await readFile(await download.path(), 'utf8')).replace('\uFEFF', '').trim().split('\r\n')
}

const ORDERS = Array.from({ length: 60 }, (_, at) =>
  paperOrder(100 + at, {
    symbol: `${['SBIN', 'TCS', 'INFY'][at % 3]}-EQ`,
    order_type: at % 2 ? 'SELL' : 'BUY',
    purpose: at % 2 ? 'stop' : 'entry',
    state: at === 0 ? 'rejected' : 'filled',
    price: 800 + at,
    pnl: at % 2 ? at - 30 : null,
    timestamp: new Date(Date.UTC(2026, 10, 16, 5, 0, at)).toISOString(),
  }),
)

test('today’s orders are filtered, sorted and paged, the address keeps it, and the file has what is shown', async ({
  traderPage: page,
}) => {
  await show(page, { orders: ORDERS })
  const { orders, region } = dashboardPage(page)
  const list = region('Today’s Orders')
  await expect(orders).toHaveCount(10)
  await page.getByRole('button', { name: 'Show all 60 orders' }).click()
  await expect(orders).toHaveCount(25)
  await list.getByRole('button', { name: 'Page 3' }).click()
  await expect(orders).toHaveCount(10)
  await list.getByRole('button', { name: 'Filter today’s orders' }).click()
  await choose(page, 'today’s orders', 'Symbol', 'TCS-EQ')
  await choose(page, 'today’s orders', 'Side', 'Sell')
  await choose(page, 'today’s orders', 'Reason', 'Stop loss')
  await expect(orders).toHaveCount(10)
  await expect(list).toContainText('10 of 60 match')
  await list.getByRole('button', { name: 'P&L' }).click()
  await expect(orders.first()).toContainText('+₹25.00')
  await list.getByRole('button', { name: 'P&L' }).click()
  await expect(orders.first()).toContainText('−₹29.00')
  await page.reload()
  await expect(orders).toHaveCount(10)
  await expect(orders.first()).toContainText('−₹29.00')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    list.getByRole('button', { name: 'Download today’s orders as CSV' }).click(),
  ])
  const lines = await linesOf(download)
  expect(lines).toHaveLength(11)
  expect(lines[1]).toMatch(/^16 Nov 2026 10:30:01,TCS-EQ,SELL,Stop loss,.*,801,-29,Filled,/)
  await list.getByRole('searchbox').fill('nothing like it')
  await expect(list).toContainText('Nothing matches these filters.')
  await expectNoViolations(page, 'filters of orders')
  await list.getByRole('button', { name: 'Clear filters' }).click()
  await expect(orders).toHaveCount(25)
})

test('positions are filtered and sorted on a desktop and a phone; five of them need no filter', async ({
  traderPage: page,
}) => {
  const held = Array.from({ length: 60 }, (_, at) =>
    paperPosition(at + 1, {
      symbol: `S${at}-EQ`,
      side: at % 4 ? 'LONG' : 'SHORT',
      unrealised_pnl: at === 7 ? null : at,
    }),
  )
  await show(page, { positions: held })
  const { positions, phone, region } = dashboardPage(page)
  const list = region('Open Positions')
  await expect(positions).toHaveCount(50)
  await list.getByRole('button', { name: 'Unrealised P&L' }).click()
  await expect(positions.first()).toContainText('S59-EQ')
  await list.getByRole('button', { name: 'Page 2' }).click()
  await expect(positions).toHaveCount(10)
  await expect(positions.last()).toContainText('S7-EQ')
  await list.getByRole('button', { name: 'Filter open positions' }).click()
  await choose(page, 'open positions', 'Side', 'Short')
  await expect(positions).toHaveCount(15)
  await page.setViewportSize({ width: 390, height: 844 })
  await choose(page, 'open positions', 'Order', 'Worst P&L first')
  await expect(phone.positions.first()).toContainText('S0-EQ')
  await expect(phone.positions).toHaveCount(15)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    list.getByRole('button', { name: 'Download open positions as CSV' }).click(),
  ])
  expect(await linesOf(download)).toHaveLength(16)
  await show(page, { positions: held.slice(0, 5) })
  await expect(phone.positions).toHaveCount(5)
  await expect(list.getByRole('button', { name: /Filter|CSV/ })).toHaveCount(0)
})

test('payments are filtered by plan, status and day, and sorted', async ({ traderPage: page }) => {
  const payments = Array.from({ length: 12 }, (_, at) => ({
    id: `0190b5a0-0000-7000-8000-${String(at).padStart(12, '0')}`,
    order_id: `order_${at}`,
    provider_payment_id: null,
    plan_name: at % 2 ? 'EMA Monthly' : 'Starter',
    purpose: at === 0 ? 'purchase' : 'renewal',
    amount: 500 + at,
    amount_refunded: 0,
    refund_due: null,
    currency: 'INR',
    status: at === 11 ? 'failed' : 'success',
    is_simulated: true,
    invoice_number: null,
    created_at: `2026-${String(at + 1).padStart(2, '0')}-10T05:00:00.000Z`,
    paid_at: null,
  }))
  await page.route('**/api/subscriptions/payments/', (route) => route.fulfill(json(200, payments)))
  const { payments: list, open } = subscriptionsPage(page)
  await open()
  const rows = list.getByRole('listitem')
  await expect(rows).toHaveCount(10)
  await expect(rows.first()).toContainText('10 Dec 2026')
  await list.getByRole('button', { name: 'Page 2' }).click()
  await expect(rows).toHaveCount(2)
  await list.getByRole('button', { name: 'Filter payments' }).click()
  await choose(page, 'payments', 'Plan', 'EMA Monthly')
  await choose(page, 'payments', 'Status', 'Success')
  await expect(rows).toHaveCount(5)
  await list.getByLabel('From').fill('2026-04-10')
  await list.getByLabel('To').fill('2026-08-10')
  await choose(page, 'payments', 'Order', 'Smallest first')
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText('₹503.00')
  await expectNoViolations(page, 'filters of payments')
})
