// What a running script may cost others: time to start, and time of their steps.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attackSandbox, openScript, ROWS, type TestRunner } from '../testing/attack-sandbox.ts'
import { openTestRunner } from '../testing/open-test-runner.ts'

let runner: TestRunner
beforeAll(async () => {
  runner = await openTestRunner()
}, 30_000)
afterAll(() => runner.close())

test('a warm bot is ready within 50 ms', async () => {
  const times: number[] = []
  for (let i = 0; i < 7; i++) {
    await attackSandbox(runner, 'pass')
    await runner.warm()
    const session = openScript(runner, 'def on_bar(bot, bar): pass')
    const begun = performance.now()
    expect((await session.load()).kind).toBe('ready')
    times.push(performance.now() - begun)
    await session.kill()
  }
  expect(times.sort((a, b) => a - b)[3]).toBeLessThan(50)
}, 20_000)

test('F28 other bots’ steps are on time while one script loops forever', async () => {
  const honest = openScript(runner, 'def on_bar(bot, bar): pass')
  await honest.load()
  let isOver = false
  const wild = attackSandbox(runner, 'x = []\nwhile True: x.append(10 ** 1000)', { stepMs: 1_500 }).then(() => {
    isOver = true
  })
  const times: number[] = []
  while (!isOver) {
    const begun = performance.now()
    await honest.step(ROWS, 'trade')
    times.push(performance.now() - begun)
  }
  await wild
  await honest.kill()
  times.sort((a, b) => a - b)
  expect(times.length).toBeGreaterThan(20)
  expect(times[Math.floor(times.length * 0.99)]).toBeLessThan(100)
}, 20_000)
