// What was answered with 200 survives kill -9 of server or database, for accounts and payments.
import { expect, test } from 'vitest'
import { ask, buyPlan, codeOf, registrationOf } from './customers.ts'
import { copyPreparedDataDir } from './prepared-data-dir.ts'
import { newDataDir, pidOf, processesOf, runStart, untilReady } from './run-start.ts'
import { until } from './until.ts'

test('kill -9 of server and database during registration and payment loses no acknowledged write', async () => {
  const { dataDir, remove } = newDataDir()
  await copyPreparedDataDir(dataDir)
  const product = await runStart({ dataDir })
  await untilReady(product)
  const registered: ReturnType<typeof registrationOf>[] = []
  const verified: ReturnType<typeof registrationOf>[] = []
  const buyers: ReturnType<typeof registrationOf>[] = []
  let isOver = false

  const registerOn = async (worker: number) => {
    for (let count = 0; !isOver; count++) {
      const options = registrationOf(`user_${worker}_${count}`)
      const answer = await ask(product.url, '/auth/register/', undefined, options)
      if (answer?.status !== 200) continue
      registered.push(options)
      const otp = await codeOf(product.url, options.email)
      if (!otp) continue
      const proof = await ask(product.url, '/auth/verify-otp/', undefined, {
        email: options.email,
        otp,
        registration_data: options,
      })
      if (proof?.status !== 200) continue
      verified.push(options)
      if (await buyPlan(product.url, String(proof.body['access']), worker)) buyers.push(options)
    }
  }
  const work = Promise.all([0, 1, 2, 3].map(registerOn))
  for (const part of ['server', 'postgres', 'server', 'postgres'] as const) {
    const goal = verified.length + 5
    await until(`five more accounts before the ${part} dies`, () => verified.length >= goal)
    process.kill(pidOf(dataDir, part), 'SIGKILL')
    await untilReady(product)
  }
  isOver = true
  await work

  await untilReady(product)
  for (const options of registered)
    expect([options.email, await codeOf(product.url, options.email)]).not.toContain(undefined)
  for (const { username, password } of verified) {
    const answer = await ask(product.url, '/auth/login/', undefined, { username, password })
    expect([username, answer?.status]).toEqual([username, 200])
    const token = String(answer?.body['access'])
    const payments = ((await ask(product.url, '/subscriptions/payments/', token))?.body ?? []) as unknown as {
      status: string
    }[]
    const paid = payments.filter(({ status }) => status === 'success').length
    // Acknowledged: exactly one. Not acknowledged: at most one, and the subscription agrees.
    const isBuyer = buyers.some((buyer) => buyer.username === username)
    expect([username, isBuyer ? paid === 1 : paid <= 1]).toEqual([username, true])
    const mine = await ask(product.url, '/subscriptions/my-subscription/', token)
    expect([username, mine?.body['status'] === 'active']).toEqual([username, paid === 1])
  }
  expect(buyers.length).toBeGreaterThanOrEqual(10)
  expect(verified.length).toBeGreaterThanOrEqual(20)
  product.process.kill('SIGTERM')
  await product.exited
  expect(processesOf(dataDir)).toEqual([])
  remove()
})
