import { expect, test } from 'vitest'
import { runExchange } from './run-exchange.ts'
import { restClient } from './testing/rest-client.ts'

test('the standalone exchange runs in real time, lists its instruments and has test accounts', async () => {
  const running = await runExchange({
    market: { seed: 7, hours: 'demo' },
    port: 0,
    accounts: 2,
    onBug: (error) => {
      throw error
    },
  })
  const client = restClient(running.server.restUrl)
  const master = await client.get(new URL(running.server.masterUrl).pathname)
  // NIFTY 50 with two indices, and thirteen of the stocks at the BSE.
  expect(JSON.parse(master.text)).toHaveLength(52 + 13)
  const [account, other] = running.accounts
  expect(account!.clientCode).not.toBe(other!.clientCode)
  expect(account).toMatchObject({
    clientCode: expect.stringMatching(/^[A-Z]\d{6}$/),
    mpin: expect.stringMatching(/^\d{4}$/),
    apiKey: expect.stringMatching(/^[A-Za-z0-9]{8}$/),
    totpSecret: expect.stringMatching(/^[A-Z2-7]{26}$/),
  })
  expect(running.totpNow(account!)).toMatch(/^\d{6}$/)
  client.close()
  await running.close()
})
