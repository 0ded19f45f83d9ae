import { listEngines } from '@trading-bot/contract/rest/operations/engines'
import * as api from '@trading-bot/contract/rest/operations/instances'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answer, recorded, refuse, sentTo } from '../../testing/answers.ts'
import { startClock } from '../../testing/clock.ts'
import { button, dialog, expectSaid, expectTexts, rowsOf } from '../../testing/controls.ts'
import { signInAs, toast, visit } from '../../testing/open-app.tsx'

const PLACE = { type: 't3.small', public_ip: '3.1.2.3', private_ip: '10.0.0.7', region: 'ap-south-1a' }
const RUN = { state: 'running', cost_per_hour: 0.0208, launch_time: '2026-11-01T04:30:00.000Z', is_own: false } as const
const USAGE = { cpu: 85, memory: 60, disk: 59.4 }
const WEB: api.Instance = { id: 'i-0123456789abcdef0', name: 'web', ...PLACE, ...RUN, usage: USAGE }
const IDLE: api.Instance = { ...WEB, id: 'i-2', name: 'idle', state: 'stopped', cost_per_hour: null }
const card = (name: string) => page.getByRole('article', { name })
const tab = (name: RegExp) => page.getByRole('tab', { name })

const open = () => visit('/admin/ec2')
const show = (...instances: api.Instance[]) => answer(api.listCloudInstances, { success: true, instances })

beforeEach(() => signInAs('admin'))

test('EC-01 the platform’s own machine shows its real figures, has no controls, and names the engine that trades or shards without one', async () => {
  await open()
  await expect.element(page.getByRole('heading', { level: 1, name: 'EC2 Management' })).toBeVisible()
  await expect.element(tab(/^Instances/)).toHaveTextContent('Instances (1)')
  const own = page.getByRole('article')
  await expectTexts(own, 'Running', 'CPU', 'Memory', 'Disk', 'Public IP', 'Private IP', 'Region', 'Cost per hour')
  await expect.element(own).not.toHaveTextContent('estimated')
  expect(own.getByRole('button').elements()).toEqual([])
  await expect.element(own).toHaveTextContent('controlled where it stands')
  await expect.element(page.getByText(/^Last updated: \d\d \w+ \d{4}, \d\d:\d\d/)).toBeVisible()
  await expectSaid(button('Refresh'), 'Data refreshed successfully')
  await tab(/^Engines/).click()
  await expect.poll(() => rowsOf('Engines').elements()).toHaveLength(1)
  await expect.element(rowsOf('Engines')).toHaveTextContent(/0\.2 s ago/)
  await expect.element(page.getByText('64 of 64')).toBeVisible()
  for (const title of ['Capacity', 'Own addresses'])
    await expect.element(page.getByRole('columnheader', { name: title })).toBeInViewport({ ratio: 1 })

  const resting = { ...recorded(listEngines).engines[0]!, shards: 0, rests_until: '2026-11-18T09:02:10Z' }
  answer(listEngines, { engines: [resting], shards: 64, unheld_shards: 0, unheld_bots: 0, last_takeover_at: null })
  await open()
  await tab(/^Engines/).click()
  await expect.element(rowsOf('Engines')).toHaveTextContent('0, rests until 14:32:10')

  answer(listEngines, { engines: [], shards: 64, unheld_shards: 64, unheld_bots: 3, last_takeover_at: null })
  await open()
  await tab(/^Engines/).click()
  const alert = page.getByRole('alert', { name: 'Shards without an engine' })
  await expect.element(alert).toHaveTextContent('3 running bots are not traded.')
  await expect.element(page.getByText('No engine runs')).toBeVisible()
})

test('EC-01 EC-02 EN-09 a card shows its figures, with bars by level or labelled estimates; start and stop match the state and ask for confirmation', async () => {
  show(WEB, IDLE, { ...WEB, id: 'i-3', name: 'unmeasured', usage: { cpu: null, memory: 42, disk: null } })
  await open()
  await expectTexts(card('web'), WEB.id, 'Running', 't3.small', '3.1.2.3', '10.0.0.7', 'ap-south-1a', '$0.0208')
  await expectTexts(card('web'), '01 Nov 2026, 10:00')
  const bar = (name: string, usage: string) => card(name).css(`[data-usage="${usage}"]`)
  for (const [usage, level] of Object.entries({ cpu: 'high', memory: 'raised', disk: 'normal' }))
    await expect.element(bar('web', usage)).toHaveAttribute('data-level', level)
  await expect.element(card('idle')).toHaveTextContent('Not known')
  expect(card('idle').css('[data-usage]').elements()).toEqual([])
  await expect.element(bar('unmeasured', 'cpu')).toHaveTextContent('estimated')
  await expect.element(bar('unmeasured', 'memory')).toHaveTextContent('42 %')
  await expect.element(bar('unmeasured', 'memory')).not.toHaveTextContent('estimated')

  answer(api.controlCloudInstance, { success: true, message: 'web is stopping.', instance: WEB })
  await expect.element(button('Start', card('web'))).toBeDisabled()
  await expect.element(button('Stop', card('idle'))).toBeDisabled()
  await button('Stop', card('web')).click()
  expect(sentTo(api.controlCloudInstance)).toEqual([])
  await expectSaid(button('Stop instance', dialog), 'web is stopping.')
  refuse(api.controlCloudInstance, 503, { error: 'AWS does not answer.' })
  await button('Start', card('idle')).click()
  await expectSaid(button('Start instance', dialog), 'AWS does not answer.')
  expect(sentTo(api.controlCloudInstance).map(({ body }) => body)).toEqual([
    { instance_id: WEB.id, action: 'stop' },
    { instance_id: 'i-2', action: 'start' },
  ])
})

test('EC-01 an empty list shows "No EC2 Instances Found"; each failure shows its text', async () => {
  show()
  await open()
  await expect.element(page.getByText('No EC2 Instances Found')).toBeVisible()
  await expect.element(tab(/^Instances/)).toHaveTextContent('Instances (0)')
  refuse(api.listCloudInstances, 500)
  refuse(api.listInstanceLogs, 500)
  await expectSaid(button('Refresh'), 'Failed to refresh data')
  expect(toast(/Failed to fetch/).elements()).toEqual([])
  await open()
  await expect.element(toast('Failed to fetch EC2 instances')).toBeVisible()
  await expect.element(toast('Failed to fetch EC2 logs')).toBeVisible()
  await expect.element(button('Try again')).toBeVisible()
})

test('EC-01 EC-02 both lists are refreshed every 30 seconds; logs show time, level, message and details', async () => {
  const [log] = recorded(api.listInstanceLogs).logs
  answer(api.listInstanceLogs, { success: true, logs: [{ ...log!, timestamp: '2026-11-15T03:45:00.000Z' }] })
  const requests = () => sentTo(api.listCloudInstances).length + sentTo(api.listInstanceLogs).length
  startClock()
  await open()
  await expect.element(tab(/^Logs/)).toHaveTextContent('Logs (1)')
  await tab(/^Logs/).click()
  const logs = page.getByRole('table', { name: 'EC2 logs' })
  await expectTexts(logs, '15 Nov 2026, 09:15', 'WARNING', 'vm: cpu at 97.7 %', 'cpu: 97.7')
  const loaded = requests()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(requests()).toBe(loaded)
  await vi.advanceTimersByTimeAsync(10_000)
  await expect.poll(requests).toBe(loaded + 2)
})
