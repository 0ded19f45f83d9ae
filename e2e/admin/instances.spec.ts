import type { Instance, InstanceLog } from '@trading-bot/contract/rest/operations/instances'
import type { Page } from '@playwright/test'
import { expectNoViolations } from '../fixtures/expect-no-violations.ts'
import { takePictures } from '../fixtures/pictures.ts'
import { instancesPage } from '../pages/admin/instances-page.ts'
import { expect, json, pauseClock, installClock, test, toast } from '../fixtures/test.ts'

const WEB: Instance = {
  id: 'i-0123456789abcdef0',
  name: 'web',
  state: 'running',
  type: 't3.small',
  public_ip: '3.1.2.3',
  private_ip: '10.0.0.7',
  region: 'ap-south-1a',
  cost_per_hour: 0.0208,
  launch_time: '2026-11-01T04:30:00.000Z',
  is_own: false,
  usage: { cpu: 85, memory: 60, disk: 59.4 },
}
const LOG: InstanceLog = {
  id: '1',
  level: 'WARNING',
  message: 'web: cpu at 85 %',
  instance_id: WEB.id,
  timestamp: '2026-11-15T03:45:00.000Z',
  details: { instance_id: WEB.id, cpu: 85 },
}

async function showInstances(page: Page, instances: Instance[]) {
  await page.route('**/admin/aws-ec2/instances/', (route) => route.fulfill(json(200, { success: true, instances })))
}

test('EC-01 the platform’s own machine shows its real figures and has no controls', async ({ adminPage: page }) => {
  const { heading, instances, logs, cards, refresh, updated, log, open } = instancesPage(page)
  await open()
  await expect(heading).toBeVisible()
  await expect(instances).toHaveText('Instances (1)')
  const card = cards.first()
  for (const part of ['Running', 'CPU', 'Memory', 'Disk', 'Public IP', 'Private IP', 'Region', 'Cost per hour']) {
    await expect(card).toContainText(part)
  }
  await expect(card).not.toContainText('estimated')
  await expect(card.getByRole('button')).toHaveCount(0)
  await expect(card).toContainText('controlled where it stands')
  await expect(updated).toContainText(/Last updated: \d\d \w+ \d{4}, \d\d:\d\d/)
  await refresh.click()
  await expect(toast(page, 'Data refreshed successfully')).toBeVisible()
  await logs.click()
  await expect(log).toContainText('reported')
})

test('EC-01 EN-09 a card shows name, id, state, type, addresses, region, price and launch; bars are coloured by level', async ({
  adminPage: page,
}) => {
  await showInstances(page, [WEB, { ...WEB, id: 'i-2', name: 'idle', state: 'stopped', cost_per_hour: null }])
  const { card, open } = instancesPage(page)
  await open()
  const web = card('web')
  for (const part of [
    WEB.id,
    'Running',
    't3.small',
    '3.1.2.3',
    '10.0.0.7',
    'ap-south-1a',
    '$0.0208',
    '01 Nov 2026, 10:00',
  ]) {
    await expect(web).toContainText(part)
  }
  await expect(web.locator('[data-usage="cpu"]')).toHaveAttribute('data-level', 'high')
  await expect(web.locator('[data-usage="memory"]')).toHaveAttribute('data-level', 'raised')
  await expect(web.locator('[data-usage="disk"]')).toHaveAttribute('data-level', 'normal')
  await expect(card('idle')).toContainText('Not known')
  await expect(card('idle').locator('[data-usage]')).toHaveCount(0)
})

test('EC-01 without measurements the bars show estimates labelled as such', async ({ adminPage: page }) => {
  await showInstances(page, [{ ...WEB, usage: { cpu: null, memory: 42, disk: null } }])
  const { card, open } = instancesPage(page)
  await open()
  await expect(card('web').locator('[data-usage="cpu"]')).toContainText('estimated')
  await expect(card('web').locator('[data-usage="memory"]')).not.toContainText('estimated')
  await expect(card('web').locator('[data-usage="memory"]')).toContainText('42 %')
})

test('EC-02 start, stop and reboot match the state and ask for confirmation; a refusal is shown', async ({
  adminPage: page,
}) => {
  await showInstances(page, [WEB, { ...WEB, id: 'i-2', name: 'idle', state: 'stopped' }])
  const sent: unknown[] = []
  await page.route('**/admin/aws-ec2/control/', (route) => {
    sent.push(route.request().postDataJSON())
    return route.fulfill(
      sent.length === 1
        ? json(200, { success: true, message: 'web is stopping.', instance: WEB })
        : json(503, { error: 'AWS does not answer. Look at the state of the instance before you try again.' }),
    )
  })
  const { card, dialog, open } = instancesPage(page)
  await open()
  await expect(card('web').getByRole('button', { name: 'Start' })).toBeDisabled()
  await expect(card('idle').getByRole('button', { name: 'Stop' })).toBeDisabled()
  await card('web').getByRole('button', { name: 'Stop' }).click()
  expect(sent).toEqual([])
  await dialog.getByRole('button', { name: 'Stop instance' }).click()
  await expect(toast(page, 'web is stopping.')).toBeVisible()
  await card('idle').getByRole('button', { name: 'Start' }).click()
  await dialog.getByRole('button', { name: 'Start instance' }).click()
  await expect(toast(page, 'AWS does not answer.')).toBeVisible()
  expect(sent).toEqual([
    { instance_id: WEB.id, action: 'stop' },
    { instance_id: 'i-2', action: 'start' },
  ])
})

test('EC-02 logs show time, level, instance, message and details; the tab counts them', async ({ adminPage: page }) => {
  await page.route('**/admin/aws-ec2/logs/?limit=100', (route) =>
    route.fulfill(json(200, { success: true, logs: [LOG] })),
  )
  const { logs, log, open } = instancesPage(page)
  await open()
  await expect(logs).toHaveText('Logs (1)')
  await logs.click()
  for (const part of ['15 Nov 2026, 09:15', 'WARNING', WEB.id, 'web: cpu at 85 %', 'cpu: 85']) {
    await expect(log).toContainText(part)
  }
})

test('EC-01 an empty list shows "No EC2 Instances Found"; each failure shows its text', async ({ adminPage: page }) => {
  await showInstances(page, [])
  const { refresh, instances, open } = instancesPage(page)
  await open()
  await expect(page.getByText('No EC2 Instances Found')).toBeVisible()
  await expect(instances).toHaveText('Instances (0)')
  await page.route('**/admin/aws-ec2/**', (route) => route.fulfill(json(500, {})))
  await refresh.click()
  await expect(toast(page, 'Failed to refresh data')).toBeVisible()
  await open()
  await expect(toast(page, 'Failed to fetch EC2 instances')).toBeVisible()
  await expect(toast(page, 'Failed to fetch EC2 logs')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('EC-01 both lists are refreshed every 30 seconds', async ({ adminPage: page }) => {
  await installClock(page)
  const requests: string[] = []
  page.on('request', (call) => {
    if (call.url().includes('/admin/aws-ec2/')) requests.push(call.url())
  })
  const { cards, open } = instancesPage(page)
  await open()
  await cards.first().waitFor()
  await pauseClock(page)
  const before = requests.length
  await page.clock.runFor(25_000)
  expect(requests.length).toBe(before)
  await page.clock.runFor(6_000)
  await expect.poll(() => requests.length).toBe(before + 2)
})

test('an operator sees the engine that trades, its shards and the last takeover, and is told of shards without one', async ({
  adminPage: page,
}) => {
  const { open } = instancesPage(page)
  await open()
  await page.getByRole('tab', { name: 'Engines' }).click()
  const engines = page.getByRole('table', { name: 'Engines' })
  await expect(engines.locator('tbody tr')).toHaveCount(1)
  await expect(engines).toContainText(/\d\.\d s ago/)
  for (const title of ['Capacity', 'Own addresses'])
    await expect(engines.getByRole('columnheader', { name: title })).toBeInViewport({ ratio: 1 })
  await expect(page.getByText('64 of 64')).toBeVisible()
  await expectNoViolations(page, 'admin/ec2, engines')
  await takePictures(page, 'engines')

  const nobody = { engines: [], shards: 64, unheld_shards: 64, unheld_bots: 3, last_takeover_at: null }
  await page.route('**/admin/engines/', (route) => route.fulfill(json(200, nobody)))
  await expect(page.getByRole('alert', { name: 'Shards without an engine' })).toContainText(
    '3 running bots are not traded.',
  )
  await expect(page.getByText('No engine runs')).toBeVisible()
  await takePictures(page, 'engines-missing')
})
