import { expect, test } from 'vitest'
import { runExchange } from './run-exchange.ts'
import { restClient } from './testing/rest-client.ts'

test('alone it runs in real time, lists its instruments and has an account to try', async () => {
  const running = await runExchange({ seed: 7, hours: 'demo' }, 0, (error) => {
    throw error
  })
  const client = restClient(running.server.restUrl)
  const master = await client.get(new URL(running.server.masterUrl).pathname)
  expect(JSON.parse(master.text)).toHaveLength(52)
  expect(running.account).toMatchObject({
    clientCode: expect.stringMatching(/^[A-Z]\d{6}$/),
    mpin: expect.stringMatching(/^\d{4}$/),
    apiKey: expect.stringMatching(/^[A-Za-z0-9]{8}$/),
    totpSecret: expect.stringMatching(/^[A-Z2-7]{26}$/),
  })
  expect(running.totpNow()).toMatch(/^\d{6}$/)
  client.close()
  await running.close()
})
