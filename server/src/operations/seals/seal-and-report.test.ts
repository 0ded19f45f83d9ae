import { createServer } from 'node:http'
import { DAY_MS, HOUR_MS } from '@trading-bot/core/time'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sendAuditHead } from '../../platform/providers/operator-webhook.ts'
import { mailsTo, signUp } from '../../testing/test-accounts.ts'
import { serverForFile } from '../../testing/test-server.ts'
import { sealAndReport } from './seal-and-report.ts'

const OPERATOR = 'night@example.in'
const SUBJECT = 'The record of what was done may have been changed'
const server = serverForFile({
  operator: { email: OPERATOR, telegramChat: undefined, webhook: undefined },
  auditWebhook: 'http://127.0.0.1:1/heads',
})
const lines: string[] = []
const log = {
  info: (_: unknown, line: string) => lines.push(line),
  error: (_: unknown, line: string) => lines.push(line),
}
const seal = () => sealAndReport(server.deps, log as never)

test('each seal is logged and posted to the audit’s webhook with its signature; a chain begun anew is an alert, once a day', async () => {
  await signUp(server)
  server.moveTime(HOUR_MS)
  await seal()
  expect(lines).toEqual(['history sealed'])
  expect(await mailsTo(server, OPERATOR)).toEqual([])
  const [job] = await headJobs()
  expect(job).toMatchObject({ chain: 'audit', number: 1, hash: expect.any(String), signature: expect.any(String) })
  expect(job).not.toHaveProperty('leaves')
  await server.asOwner((db) => sql`delete from seals`.execute(db))
  for (let hour = 0; hour < 3; hour++) {
    server.moveTime(HOUR_MS)
    await seal()
  }
  expect(await mailsTo(server, OPERATOR)).toEqual([SUBJECT])
  server.moveTime(DAY_MS)
  await seal()
  expect(await mailsTo(server, OPERATOR)).toEqual([SUBJECT, SUBJECT])
  const logs = server.db.selectFrom('system_logs').select(['level', 'message']).where('category', '=', 'security')
  expect(await logs.execute()).toEqual(Array(2).fill({ level: 'CRITICAL', message: SUBJECT }))
  expect(lines).toEqual(['history sealed', ...Array(4).fill(SUBJECT)])
  expect(await server.db.selectFrom('seals').selectAll().execute()).toEqual([])
})

test('a head that nobody took is an error, so that the job tries again', async () => {
  const posted: unknown[] = []
  const webhook = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (body: string) => posted.push(JSON.parse(body)))
    response.end()
  })
  await new Promise<void>((resolve) => webhook.listen(0, '127.0.0.1', resolve))
  const address = webhook.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`
  await sendAuditHead(url, { chain: 'audit', number: 1 })
  expect(posted).toEqual([{ chain: 'audit', number: 1 }])
  await new Promise((resolve) => webhook.close(resolve))
  await expect(sendAuditHead(url, {})).rejects.toThrow('The webhook of the audit is unreachable.')
})

async function headJobs(): Promise<object[]> {
  const { rows } = await sql<{ payload: object }>`
    select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'send_audit_head'`.execute(server.db)
  return rows.map(({ payload }) => payload)
}
