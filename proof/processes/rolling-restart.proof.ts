// Two API processes on one database, restarted one after the other while users poll: whoever meets a process that is
// about to end is answered, or finds the other one at the second try.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Asker, openStream, pollScreens, signIn } from '../load/screens.ts'
import { freePort, startPostgres } from '../../product/database/postgres.mjs'
import { prepareDataDir } from '../../product/testing/prepared-data-dir.ts'
import { newDataDir, root, statusOf } from '../../product/testing/run-start.ts'
import { until } from '../../product/testing/until.ts'

const EVERY_MS = 10

test('API processes restart one after the other under load, and no call fails beyond one retry', {
  timeout: 180_000,
}, async () => {
  const { dataDir, remove } = newDataDir()
  await prepareDataDir(dataDir)
  const postgres = await startPostgres({ root, folder: path.join(dataDir, 'postgres') })
  const { askers, close } = await signIn(postgres.url, dataDir, 20)
  await close()
  const ports = [await freePort(), await freePort()]
  const running = await Promise.all(ports.map((port) => startApi(port, postgres.url, dataDir)))
  const streams = await Promise.all(
    ports.map((port, at) => openStream(`http://127.0.0.1:${port}`, askers[at]?.token ?? '')),
  )
  const ended = streams.map((stream) => once(stream, 'end'))
  const load = pollBoth(ports, askers)
  for (const [at, port] of ports.entries()) {
    await until('calls before the restart', () => load.answered() > 50 * (at + 1))
    running[at]?.kill('SIGTERM')
    expect(await exitOf(running[at])).toBe(0)
    // Told to end, not cut off: the browser resumes on the other process.
    await ended[at]
    running[at] = await startApi(port, postgres.url, dataDir)
  }
  const { answered, failed, badAnswers } = await load.stop()
  expect({ failed, badAnswers }).toEqual({ failed: 0, badAnswers: [] })
  expect(answered).toBeGreaterThan(100)
  console.log(`figure: ${answered} calls answered, ${failed} failed beyond one retry`)
  for (const child of running) child.kill('SIGTERM')
  await Promise.all(running.map(exitOf))
  await postgres.stop()
  remove()
})

async function startApi(port: number, databaseUrl: string, dataDir: string) {
  const child = fork(path.join(root, 'server/dist/main.js'), [], {
    env: {
      ...process.env,
      ROLE: 'api',
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      NODE_ENV: '',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await until(`the API on port ${port}`, async () => {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`)
    return (await statusOf(`http://127.0.0.1:${port}/api/health/`)) === 200
  })
  return child
}

async function exitOf(child: ReturnType<typeof fork> | undefined): Promise<number | null> {
  if (child && child.exitCode === null) await once(child, 'exit')
  return child?.exitCode ?? null
}

/** Every user asks in turn, the processes alternating; a call without an answer is tried once more at the other one. */
function pollBoth(ports: readonly number[], askers: readonly Asker[]) {
  const agent = new Agent({ keepAlive: true })
  const screens = pollScreens(askers)
  const seen = { answered: 0, failed: 0, badAnswers: [] as number[] }
  let isStopped = false
  const ask = async (index: number) => {
    const { path: asked, headers, onAnswer } = screens.shot(index)
    const at = (attempt: number) => `http://127.0.0.1:${ports[(index + attempt) % ports.length]}${asked}`
    const answer = (await get(agent, at(0), headers)) ?? (await get(agent, at(1), headers))
    if (!answer) seen.failed += 1
    else {
      seen.answered += 1
      onAnswer?.(answer)
      // A process that still answers while it ends answers properly.
      if (![200, 304].includes(answer.statusCode ?? 0)) seen.badAnswers.push(answer.statusCode ?? 0)
    }
  }
  const run = async () => {
    const calls: Promise<void>[] = []
    for (let index = 0; !isStopped; index++) {
      calls.push(ask(index))
      await pause(EVERY_MS)
    }
    await Promise.all(calls)
    agent.destroy()
  }
  const done = run()
  return {
    answered: () => seen.answered,
    stop: async () => {
      isStopped = true
      await done
      return seen
    },
  }
}

/** Undefined when the connection was refused or ended before an answer. */
function get(
  agent: Agent,
  url: string,
  headers: Record<string, string> | undefined,
): Promise<IncomingMessage | undefined> {
  return new Promise((resolve) => {
    request(url, { agent, headers: headers ?? {} }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer))
      answer.once('error', () => resolve(undefined))
    })
      .once('error', () => resolve(undefined))
      .end()
  })
}
