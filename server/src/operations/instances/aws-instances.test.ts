// Instances of an AWS account, over the protocol that AWS uses.
import {
  controlCloudInstance,
  controlInstance,
  listCloudInstances,
  listInstanceLogs,
  listInstances,
  readInstance,
  readInstanceMetrics,
} from '@trading-bot/contract/rest/operations/instances'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { awsMachines } from '../../platform/providers/aws-machines.ts'
import { type FakeAws, startFakeAws } from '../../testing/fakes/fake-aws.ts'
import { signUpAdmin } from '../../testing/test-accounts.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const WEB = 'i-0123456789abcdef0'
const BATCH = 'i-0aaaaaaaaaaaaaaa1'

let server: TestServer
let aws: FakeAws
let token: string
let adminId: string
beforeAll(async () => {
  aws = await startFakeAws()
  server = await startTestServer({}, { machines: awsMachines(aws.settings, { now: () => new Date() }) })
  const admin = await signUpAdmin(server)
  token = admin.access
  adminId = admin.user.id
})
beforeEach(() =>
  aws.reset(
    { id: WEB, name: 'web', state: 'running', type: 't3.small', publicIp: '3.1.2.3', cost: '0.0208' },
    { id: BATCH, name: 'batch', state: 'stopped', type: 't3.large' },
  ),
)
afterAll(async () => {
  await server.stop()
  await aws.stop()
})

test('EC-01 EN-09 CALL GET /admin/aws-ec2/instances/ returns every field, with CloudWatch’s figures where there are any', async () => {
  const { body } = await server.call(listCloudInstances, {}, token)
  expect(body).toEqual({
    success: true,
    instances: [
      {
        id: BATCH,
        name: 'batch',
        state: 'stopped',
        type: 't3.large',
        public_ip: null,
        private_ip: '10.0.0.7',
        region: 'ap-south-1a',
        cost_per_hour: null,
        launch_time: '2026-11-01T04:30:00.000Z',
        is_own: false,
        usage: { cpu: null, memory: null, disk: null },
      },
      expect.objectContaining({
        id: WEB,
        state: 'running',
        public_ip: '3.1.2.3',
        cost_per_hour: 0.0208,
        usage: { cpu: 42.5, memory: 61, disk: null },
      }),
    ],
  })
})

test('EC-02 CALL GET /admin/ec2/ and CALL GET /admin/ec2/{id}/ return AWS’s states, over any number of pages', async () => {
  const states = { pending: 'pending', 'shutting-down': 'stopping', stopping: 'stopping', terminated: 'terminated' }
  for (const [at, state] of Object.keys(states).entries()) {
    const id = `i-0bbbbbbbbbbbbbbb${at}`
    aws.instances.set(id, { id, name: state, state, type: 't3.nano' })
  }
  aws.state.pageSize = 2
  const { body } = await server.call(listInstances, {}, token)
  expect(Object.fromEntries(body.map(({ name, state }) => [name, state]))).toEqual({
    ...states,
    web: 'running',
    batch: 'stopped',
  })
  expect((await server.call(readInstance, { id: WEB }, token)).body).toMatchObject({ name: 'web' })
})

test('CALL POST /admin/aws-ec2/control/ and CALL POST /admin/ec2/{id}/control/ act at AWS, audited and logged', async () => {
  const started = await server.call(controlCloudInstance, { instance_id: BATCH, action: 'start' }, token)
  expect(started.body).toMatchObject({ success: true, message: 'batch is starting.', instance: { state: 'pending' } })
  const stopped = await server.call(controlInstance, { id: WEB, action: 'stop' }, token)
  expect(stopped.body).toMatchObject({ message: 'web is stopping.', instance: { state: 'stopping' } })
  await server.call(controlInstance, { id: WEB, action: 'reboot' }, token)
  expect(aws.actions).toEqual([`StartInstances ${BATCH}`, `StopInstances ${WEB}`, `RebootInstances ${WEB}`])
  const lines = server.db.selectFrom('audit_lines').select(['action', 'subject_id']).where('actor_id', '=', adminId)
  expect(await lines.where('subject_kind', '=', 'instance').orderBy('id').execute()).toEqual([
    { action: 'instance.start', subject_id: BATCH },
    { action: 'instance.stop', subject_id: WEB },
    { action: 'instance.reboot', subject_id: WEB },
  ])
  const { logs } = (await server.call(listInstanceLogs, { instance_id: BATCH }, token)).body
  expect(logs).toMatchObject([{ level: 'SUCCESS', message: 'batch is starting', instance_id: BATCH }])
})

test('an unknown instance, a malformed id and an unknown action are refused with a sentence; nothing reaches AWS', async () => {
  const gone = await server.call(controlInstance, { id: 'i-0dddddddddddddddd', action: 'stop' }, token)
  expect(gone.status).toBe(404)
  expect(gone.body).toMatchObject({ message: 'This instance does not exist any more. Refresh the list.' })
  expect((await server.call(readInstance, { id: 'web' }, token)).status).toBe(404)
  const unknown = await server.call(controlCloudInstance, { instance_id: WEB, action: 'terminate' as never }, token)
  expect(unknown.body).toMatchObject({ action: ['Choose start, stop or reboot'] })
  expect(aws.actions).toEqual([])
})

test('an instance that disappears before the action is reported as not found and logged as failed', async () => {
  aws.state.isVanishing = true
  const reply = await server.call(controlInstance, { id: WEB, action: 'reboot' }, token)
  expect([reply.status, reply.body]).toMatchObject([404, { code: 'INSTANCE_GONE' }])
  const { logs } = (await server.call(listInstanceLogs, { level: 'ERROR', limit: 1 }, token)).body
  expect(logs[0]?.message).toBe('web: reboot failed. This instance does not exist any more. Refresh the list.')
})

test('a rejection by AWS is returned in its own words and logged', async () => {
  const wrong = await server.call(controlInstance, { id: WEB, action: 'start' }, token)
  expect(wrong.status).toBe(409)
  expect(wrong.body).toMatchObject({ message: expect.stringContaining('not in a state from which it can be started') })
  aws.state.isDenied = true
  expect((await server.call(listInstances, {}, token)).body).toMatchObject({
    message: 'AWS refused: You are not authorized to do this.',
  })
  const { logs } = (await server.call(listInstanceLogs, { level: 'ERROR' }, token)).body
  expect(logs[0]).toMatchObject({ instance_id: WEB, details: { action: 'start' } })
})

test('while AWS is down every call is refused with a sentence, and the list works without CloudWatch', async () => {
  aws.state.isDown = true
  for (const reply of [
    await server.call(listInstances, {}, token),
    await server.call(listCloudInstances, {}, token),
    await server.call(readInstanceMetrics, {}, token),
    await server.call(controlInstance, { id: WEB, action: 'stop' }, token),
  ]) {
    expect(reply.status).toBe(503)
    expect(reply.body).toMatchObject({ code: 'CLOUD_DOWN' })
  }
  aws.state.isDown = false
  for (const change of [{ hasMetrics: false }, { isWatchDown: true }]) {
    Object.assign(aws.state, change)
    const { body } = await server.call(listInstances, {}, token)
    expect(body.map(({ usage }) => usage.cpu)).toEqual([null, null])
  }
})

test('CALL GET /admin/aws-ec2/metrics/ returns CloudWatch’s series, 24 hours by default', async () => {
  const { body } = await server.call(readInstanceMetrics, { instance_id: WEB }, token)
  expect(body).toMatchObject({ success: true, hours: 24, metrics: [{ instance_id: WEB }] })
  expect(body.metrics[0]?.points.map(({ cpu, memory, disk }) => [cpu, memory, disk])).toEqual([
    [11.5, 60, null],
    [42.5, 61, null],
  ])
  expect((await server.call(readInstanceMetrics, { hours: 200 }, token)).body).toMatchObject({
    hours: ['Ask for 1 to 168 hours'],
  })
})
