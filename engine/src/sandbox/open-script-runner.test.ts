import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemTimers } from '../ports/system-timers.ts'
import type { FoundSandbox } from './isolation/find-sandbox.ts'
import { findTestSandbox } from './testing/open-test-runner.ts'
import { openScript, ROWS, type TestRunner } from './testing/attack-sandbox.ts'
import { openScriptRunner } from './open-script-runner.ts'

// Finding it takes longer than any of these tests.
let sandbox: FoundSandbox
let runner: TestRunner
beforeAll(async () => {
  sandbox = await findTestSandbox()
})
beforeEach(() => openRunner())
afterEach(() => runner.close())
afterAll(() => sandbox.remove())

/** With one place for live bots and one for tests. */
function openRunner(memory = sandbox.memory): void {
  const kept = { ...sandbox, memory, remove: async () => undefined }
  runner = openScriptRunner(kept, systemTimers, { live: 1, test: 1 })
}

const HONEST = 'def on_bar(bot, bar): pass'
const LOOP = 'def on_bar(bot, bar):\n    while True: pass'

/** Whether it has been decided by now, without waiting for it. */
async function stateOf(load: Promise<{ kind: string }>): Promise<string> {
  const [answer] = await Promise.all([Promise.race([load, Promise.resolve(null)]), Promise.resolve()])
  return answer?.kind ?? 'waiting'
}

test('the rest waits in order, and a script that was killed for its time frees its place', async () => {
  const wild = openScript(runner, LOOP, { stepMs: 200 })
  expect((await wild.load()).kind).toBe('ready')
  const [second, third] = [openScript(runner, HONEST), openScript(runner, HONEST)]
  const loads = [second.load(), third.load()] as const
  expect(await Promise.all(loads.map(stateOf))).toEqual(['waiting', 'waiting'])
  expect((await wild.step(ROWS, 'trade')).kind).toBe('failed')
  expect((await loads[0]).kind).toBe('ready')
  expect(await stateOf(loads[1])).toBe('waiting')
  await second.stop()
  expect((await loads[1]).kind).toBe('ready')
})

test('a step that never ends is told with its line, one in native code too', async () => {
  const native = 'def on_bar(bot, bar):\n    pass\n    sum(range(10**12))'
  for (const [code, line] of [
    [LOOP, 2],
    [native, 3],
  ] as const) {
    const session = openScript(runner, code, { stepMs: 300 })
    await session.load()
    expect(await session.step(ROWS, 'trade')).toMatchObject({
      failure: 'budget',
      line,
      error: `The script took longer than 0.3 s for one step and was stopped in line ${line}: a loop that never ends, or too much work.`,
    })
    await session.kill()
  }
})

test('a live bot starts while tests hold and want every place', async () => {
  const tests = [openScript(runner, HONEST), openScript(runner, HONEST), openScript(runner, HONEST)]
  const loads = tests.map((one) => one.load())
  expect((await loads[0])?.kind).toBe('ready')
  const live = openScript(runner, HONEST, {}, { share: 'live' })
  expect((await live.load()).kind).toBe('ready')
  expect(await stateOf(loads[1]!)).toBe('waiting')
})

test('ending a session that waits ends its wait and takes no place', async () => {
  const [first, second, third] = [openScript(runner, HONEST), openScript(runner, HONEST), openScript(runner, HONEST)]
  await first.load()
  const loads = [second.load(), third.load()] as const
  await second.kill()
  expect(await loads[0]).toMatchObject({ kind: 'failed', error: 'The script was ended.' })
  await first.kill()
  expect((await loads[1]).kind).toBe('ready')
})

test('a wait that is no longer wanted ends', async () => {
  await openScript(runner, HONEST).load()
  let isWanted = true
  const waiting = openScript(runner, HONEST, {}, { isWanted: () => isWanted }).load()
  expect(await stateOf(waiting)).toBe('waiting')
  isWanted = false
  expect(await waiting).toMatchObject({ kind: 'failed', error: 'The script was ended.' })
})

test('a script that may not wait longer says that all sandboxes are in use', async () => {
  await openScript(runner, HONEST).load()
  const hasty = await openScript(runner, HONEST, { waitMs: 50 }).load()
  expect(hasty).toMatchObject({
    kind: 'failed',
    error: 'All sandboxes of this server are in use. Please try again in a moment.',
  })
})

test('closing the runner ends those that run and those that wait', async () => {
  await openScript(runner, HONEST).load()
  const waiting = openScript(runner, HONEST).load()
  await runner.close()
  expect((await waiting).kind).toBe('failed')
})

test('a script is ended with a true sentence when its memory grows past the limit, and the limit is released', async () => {
  let isReleased = false
  let exceed = () => {}
  const apply = async (pid: number, memoryMb: number, onExceeded: () => void) => {
    expect([pid > 1, memoryMb]).toEqual([true, 256])
    exceed = onExceeded
    return { wasExceeded: async () => true, release: async () => void (isReleased = true) }
  }
  await runner.close()
  openRunner({ apply })
  const session = openScript(runner, LOOP)
  await session.load()
  const step = session.step(ROWS, 'trade')
  exceed()
  expect(await step).toMatchObject({
    failure: 'memory',
    error: 'The script used more memory than it may and was stopped.',
  })
  await session.kill()
  expect(isReleased).toBe(true)
})

test('a script whose memory cannot be limited is not started', async () => {
  const apply = () => Promise.reject(new Error('no cgroup'))
  await runner.close()
  openRunner({ apply })
  expect(await openScript(runner, HONEST).load()).toMatchObject({
    failure: 'died',
    error: 'The memory of the script could not be limited, so it was not started.',
  })
})
