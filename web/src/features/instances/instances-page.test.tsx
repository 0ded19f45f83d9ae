import { listEngines } from '@trading-bot/contract/rest/operations/engines'
import {
  controlCloudInstance,
  type Instance,
  listCloudInstances,
  listInstanceLogs,
} from '@trading-bot/contract/rest/operations/instances'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answer, recorded, refuse, sentTo } from '../../testing/answers.ts'
import { startClock } from '../../testing/clock.ts'
import { button, dialog, rowsOf } from '../../testing/controls.ts'
import { signInAs, toast, visit } from '../../testing/open-app.tsx'

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
const IDLE: Instance = { ...WEB, id: 'i-2', name: 'idle', state: 'stopped', cost_per_hour: null }
const card = (name: string) => page.getByRole('article', { name })
const tab = (name: RegExp) => page.getByRole('tab', { name })

const open = () => visit('/admin/ec2')
const show = (...instances: Instance[]) => answer(listCloudInstances, { success: true, instances })

beforeEach(() => signInAs('admin'))

test('EC-01 the platform’s own machine shows its real figures and has no controls', async () => {
  await open()
  await expect.element(page.getByRole('heading', { level: 1, name: 'EC2 Management' })).toBeVisible()
  await expect.element(tab(/^Instances/)).toHaveTextContent('Instances (1)')
  const own = page.getByRole('article')
  for (const part of ['Running', 'CPU', 'Memory', 'Disk', 'Public IP', 'Private IP', 'Region', 'Cost per hour'])
    await expect.element(own).toHaveTextContent(part)
  await expect.element(own).not.toHaveTextContent('estimated')
  expect(own.getByRole('button').elements()).toEqual([])
  await expect.element(own).toHaveTextContent('controlled where it stands')
  await expect.element(page.getByText(/^Last updated: \d\d \w+ \d{4}, \d\d:\d\d/)).toBeVisible()
  await button('Refresh').click()
  await expect.element(toast('Data refreshed successfully')).toBeVisible()
})

test('EC-01 EN-09 a card shows name, id, state, type, addresses, region, price and launch; bars are coloured by level', async () => {
  show(WEB, IDLE)
  await open()
  for (const part of [
    WEB.id,
    'Running',
    't3.small',
    '3.1.2.3',
    '10.0.0.7',
    'ap-south-1a',
    '$0.0208',
    '01 Nov 2026, 10:00',
  ])
    await expect.element(card('web')).toHaveTextContent(part)
  for (const [usage, level] of [
    ['cpu', 'high'],
    ['memory', 'raised'],
    ['disk', 'normal'],
  ])
    await expect.element(card('web').css(`[data-usage="${usage}"]`)).toHaveAttribute('data-level', level)
  await expect.element(card('idle')).toHaveTextContent('Not known')
  expect(card('idle').css('[data-usage]').elements()).toEqual([])
})

test('EC-01 without measurements the bars show estimates labelled as such', async () => {
  show({ ...WEB, usage: { cpu: null, memory: 42, disk: null } })
  await open()
  await expect.element(card('web').css('[data-usage="cpu"]')).toHaveTextContent('estimated')
  await expect.element(card('web').css('[data-usage="memory"]')).toHaveTextContent('42 %')
  await expect.element(card('web').css('[data-usage="memory"]')).not.toHaveTextContent('estimated')
})

test('EC-02 start, stop and reboot match the state and ask for confirmation; a refusal is shown', async () => {
  show(WEB, IDLE)
  answer(controlCloudInstance, { success: true, message: 'web is stopping.', instance: WEB })
  await open()
  await expect.element(button('Start', card('web'))).toBeDisabled()
  await expect.element(button('Stop', card('idle'))).toBeDisabled()
  await button('Stop', card('web')).click()
  expect(sentTo(controlCloudInstance)).toEqual([])
  await button('Stop instance', dialog).click()
  await expect.element(toast('web is stopping.')).toBeVisible()
  refuse(controlCloudInstance, 503, { error: 'AWS does not answer.' })
  await button('Start', card('idle')).click()
  await button('Start instance', dialog).click()
  await expect.element(toast('AWS does not answer.')).toBeVisible()
  expect(sentTo(controlCloudInstance).map(({ body }) => body)).toEqual([
    { instance_id: WEB.id, action: 'stop' },
    { instance_id: 'i-2', action: 'start' },
  ])
})

test('EC-02 logs show time, level, instance, message and details; the tab counts them', async () => {
  const [log] = recorded(listInstanceLogs).logs
  answer(listInstanceLogs, { success: true, logs: [{ ...log!, timestamp: '2026-11-15T03:45:00.000Z' }] })
  await open()
  await expect.element(tab(/^Logs/)).toHaveTextContent('Logs (1)')
  await tab(/^Logs/).click()
  for (const part of ['15 Nov 2026, 09:15', 'WARNING', 'vm: cpu at 97.7 %', 'cpu: 97.7'])
    await expect.element(page.getByRole('table', { name: 'EC2 logs' })).toHaveTextContent(part)
})

test('EC-01 an empty list shows "No EC2 Instances Found"; each failure shows its text', async () => {
  show()
  await open()
  await expect.element(page.getByText('No EC2 Instances Found')).toBeVisible()
  await expect.element(tab(/^Instances/)).toHaveTextContent('Instances (0)')
  refuse(listCloudInstances, 500)
  refuse(listInstanceLogs, 500)
  await button('Refresh').click()
  await expect.element(toast('Failed to refresh data')).toBeVisible()
  await open()
  await expect.element(toast('Failed to fetch EC2 instances')).toBeVisible()
  await expect.element(toast('Failed to fetch EC2 logs')).toBeVisible()
  await expect.element(button('Try again')).toBeVisible()
})

test('EC-01 both lists are refreshed every 30 seconds', async () => {
  const requests = () => sentTo(listCloudInstances).length + sentTo(listInstanceLogs).length
  startClock()
  await open()
  await expect.element(page.getByRole('article')).toBeVisible()
  const loaded = requests()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(requests()).toBe(loaded)
  await vi.advanceTimersByTimeAsync(10_000)
  await expect.poll(requests).toBe(loaded + 2)
})

test('an operator sees the engine that trades, its shards and the last takeover, and is told of shards without one', async () => {
  await open()
  await tab(/^Engines/).click()
  await expect.poll(() => rowsOf('Engines').elements()).toHaveLength(1)
  await expect.element(rowsOf('Engines')).toHaveTextContent(/0\.2 s ago/)
  await expect.element(page.getByText('64 of 64')).toBeVisible()
  for (const title of ['Capacity', 'Own addresses'])
    await expect.element(page.getByRole('columnheader', { name: title })).toBeInViewport({ ratio: 1 })

  answer(listEngines, { engines: [], shards: 64, unheld_shards: 64, unheld_bots: 3, last_takeover_at: null })
  await open()
  await tab(/^Engines/).click()
  await expect
    .element(page.getByRole('alert', { name: 'Shards without an engine' }))
    .toHaveTextContent('3 running bots are not traded.')
  await expect.element(page.getByText('No engine runs')).toBeVisible()
})
