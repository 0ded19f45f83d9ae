// Without AWS: the machines that run the platform, as they measured themselves.
import os from 'node:os'
import {
  controlInstance,
  listInstanceLogs,
  listInstances,
  readInstanceMetrics,
} from '@trading-bot/contract/rest/operations/instances'
import type { Egress } from '@trading-bot/engine/brokers/angel-one/requests/node-http-wire'
import { expect, test } from 'vitest'
import { describeOwnMachine, machineAddressesOf, openGauge } from '../../platform/providers/own-machine.ts'
import { adminForFile, relog } from '../../testing/test-accounts.ts'
import { serverForFile } from '../../testing/test-server.ts'
import { saveUsageReport, reportMachine } from './report-machine.ts'

const server = serverForFile({ dataDir: os.tmpdir() })
const admin = adminForFile(server)

const now = () => server.deps.clock.now()
const onError = (error: unknown) => {
  throw error
}
const machine = (id: string) => ({ ...describeOwnMachine(now()), id, name: id, startedAt: new Date('2026-11-01') })

test('EC-01 this machine reports itself with real figures', async () => {
  const report = await reportMachine(server.deps, { tradesHere: true, onError })
  report.stop()
  const own = (await server.call(listInstances, {}, admin.access)).body.find(({ name }) => name === os.hostname())
  expect(own).toMatchObject({ state: 'running', is_own: true, cost_per_hour: null, region: 'own machine' })
  expect(own?.usage.memory).toBeGreaterThan(0)
  for (const figure of Object.values(own?.usage ?? {})) {
    expect(figure).toBeGreaterThanOrEqual(0)
    expect(figure).toBeLessThanOrEqual(100)
  }
})

test('the CPU gauge measures the work between two readings', async () => {
  const gauge = openGauge(os.tmpdir())
  const { cpu: sinceBoot } = await gauge.read()
  expect(sinceBoot).toBeGreaterThan(0)
  expect((await openGauge('/nowhere/at/all').read()).disk).toBeNull()
})

test("the platform's own machine cannot be started, stopped or rebooted, and nothing is audited as done", async () => {
  await saveUsageReport(server.deps, machine('node-a'), { cpu: 5, memory: 20, disk: 30 }, undefined)
  for (const action of ['start', 'stop', 'reboot'] as const) {
    const refused = await server.call(controlInstance, { id: 'node-a', action }, admin.access)
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({
      message: 'This machine runs the platform itself: it is started and stopped where it stands, not from here.',
    })
  }
  const audited = server.db.selectFrom('audit_lines').select('id').where('subject_kind', '=', 'instance')
  expect(await audited.execute()).toEqual([])
  expect((await server.call(controlInstance, { id: 'node-zz', action: 'stop' }, admin.access)).status).toBe(404)
})

test('EC-02 CALL GET /admin/aws-ec2/logs/ lists new machines and full ones, each once, newest first', async () => {
  const full = { cpu: 85, memory: 20, disk: 30 }
  await saveUsageReport(server.deps, machine('node-b'), { cpu: 5, memory: 20, disk: 30 }, undefined)
  server.moveTime(60_000)
  await saveUsageReport(server.deps, machine('node-b'), full, { cpu: 5, memory: 20, disk: 30 })
  server.moveTime(60_000)
  await saveUsageReport(server.deps, machine('node-b'), full, full)
  const { body } = await server.call(listInstanceLogs, { instance_id: 'node-b' }, admin.access)
  expect(body.logs.map(({ level, message }) => [level, message])).toEqual([
    ['WARNING', 'node-b: cpu at 85 %'],
    ['INFO', 'node-b reported'],
  ])
  const first = body.logs[0]?.timestamp ?? ''
  const older = await server.call(listInstanceLogs, { instance_id: 'node-b', before: first, limit: 1 }, admin.access)
  expect(older.body.logs.map(({ message }) => message)).toEqual(['node-b reported'])
  expect((await server.call(listInstanceLogs, { limit: 1001 }, admin.access)).status).toBe(400)
})

test('CALL GET /admin/aws-ec2/metrics/ returns the measured series; no report means stopped, and a week is kept', async () => {
  await saveUsageReport(server.deps, machine('node-c'), { cpu: 10, memory: 20, disk: null }, undefined)
  server.moveTime(60_000)
  await saveUsageReport(server.deps, machine('node-c'), { cpu: 20, memory: 30, disk: null }, undefined)
  const { body } = await server.call(readInstanceMetrics, { instance_id: 'node-c', hours: 1 }, admin.access)
  expect(body.metrics[0]?.points.map(({ cpu, disk }) => [cpu, disk])).toEqual([
    [10, null],
    [20, null],
  ])
  const stateOf = async () => {
    const fresh = await relog(server, admin.access)
    return (await server.call(listInstances, {}, fresh)).body.find(({ id }) => id === 'node-c')?.state
  }
  expect(await stateOf()).toBe('running')
  server.moveTime(4 * 60_000)
  expect(await stateOf()).toBe('stopped')
  server.moveTime(7 * 86_400_000)
  expect(await stateOf()).toBeUndefined()
})

test('a machine that trades reports the addresses from which its orders can leave, also by translation or proxy', async () => {
  const outboundAddresses = new Map<string, Egress>([
    ['203.0.113.7', { localAddress: '10.0.0.5' }],
    ['203.0.113.8', { proxy: { host: '10.0.0.9', port: 3128, userInfo: null } }],
  ])
  const config = { ...server.deps.config, outboundAddresses }
  const reportedAddresses = async (tradesHere: boolean) => {
    const report = await reportMachine({ ...server.deps, config }, { tradesHere, onError })
    report.stop()
    const own = server.db.selectFrom('machines').select('outbound_addresses').where('name', '=', os.hostname())
    return (await own.executeTakeFirstOrThrow()).outbound_addresses
  }
  await server.db.updateTable('machines').set({ outbound_addresses: null }).execute()
  expect(await reportedAddresses(false)).toBeNull()
  expect(await reportedAddresses(true)).toEqual(expect.arrayContaining(['203.0.113.7', '203.0.113.8']))
  // Every engine can send through the proxy, so that none is nearer to its accounts.
  expect(machineAddressesOf(outboundAddresses)).toContain('203.0.113.7')
  expect(machineAddressesOf(outboundAddresses)).not.toContain('203.0.113.8')
  await server.db.updateTable('machines').set({ outbound_addresses: null }).execute()
})
