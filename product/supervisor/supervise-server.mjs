import { fork } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { growingPauses, inSeconds } from './growing-pauses.mjs'
import { SERVER_FLAGS } from './server-flags.mjs'

/**
 * @typedef {import('./start-product.mjs').Ready} Ready
 * @typedef {'final' | 'passing' | 'unknown'} Outlook what another try can do: nothing, succeed, or who knows
 */

// Before the first success an unexplained end is more likely a broken build than an accident.
const UNEXPLAINED_ENDS_ALLOWED = 4
// One that dies sooner than this after it was ready is started again after a pause, which is always the first one.
const SETTLED_MS = 10_000

/**
 * The server, started again whenever it dies, with growing pauses between starts that do not become ready.
 * @param {string} script @param {NodeJS.ProcessEnv} env @param {AbortSignal} signal
 * @param {{ say: (line: string) => void, onDead: (sentence: string) => void, logTo?: 1 | 2 }} output `logTo` is standard
 *   output or standard error
 */
export async function superviseServer(script, env, signal, { say, onDead, logTo = 1 }) {
  const start = (/** @type {NodeJS.ProcessEnv} */ itsEnv) => launch(script, itsEnv, say, logTo)
  let child = start(env)
  const endIt = () => void stopChild(child)
  signal.addEventListener('abort', endIt, { once: true })
  const pauses = growingPauses()

  /** @param {NodeJS.ProcessEnv} itsEnv @param {number} unexplainedEndsAllowed */
  const untilReady = async (itsEnv, unexplainedEndsAllowed) => {
    for (let unexplainedEnds = 0; ; ) {
      try {
        return await child.ready
      } catch (error) {
        const end = /** @type {NotReady} */ (error)
        if (end.outlook === 'unknown') unexplainedEnds += 1
        const isGivenUp = end.outlook === 'final' || unexplainedEnds > unexplainedEndsAllowed
        if (isGivenUp || signal.aborted) {
          // It says so before it goes: nothing of it may outlive the supervisor.
          await stopChild(child)
          throw end
        }
        await child.exited
        const pauseMs = pauses.next()
        say(`${end.message} Starting it again ${inSeconds(pauseMs)}.`)
        await pause(pauseMs, undefined, { signal })
        child = start(itsEnv)
      }
    }
  }

  const ready = await untilReady(env, UNEXPLAINED_ENDS_ALLOWED)
  // A restart must listen on the first start's port, even if that was chosen freely.
  const sameEnv = { ...env, PORT: String(ready.port) }
  const watch = async () => {
    for (;;) {
      const readyAt = Date.now()
      // It was ready, so whatever ended it was not its start.
      pauses.reset()
      await child.exited
      if (signal.aborted) return
      if (Date.now() - readyAt >= SETTLED_MS) {
        say('The server ended unexpectedly; starting it again.')
      } else {
        const pauseMs = pauses.next()
        say(`The server ended unexpectedly soon after its start; starting it again ${inSeconds(pauseMs)}.`)
        await pause(pauseMs, undefined, { signal })
      }
      child = start(sameEnv)
      await untilReady(sameEnv, Number.POSITIVE_INFINITY)
    }
  }
  watch().catch((error) => signal.aborted || onDead(error.message))
  return { ready, pid: () => child.process.pid, stop: () => stopChild(child) }
}

class NotReady extends Error {
  /** @param {string} message @param {Outlook} outlook */
  constructor(message, outlook) {
    super(message)
    this.outlook = outlook
  }
}

/** @param {string} script @param {NodeJS.ProcessEnv} env @param {(line: string) => void} say @param {1 | 2} logTo */
function launch(script, env, say, logTo) {
  // A separate process group: Ctrl-C reaches the supervisor only. The IPC channel shows the server when we are gone.
  const child = fork(script, [], {
    env,
    execArgv: SERVER_FLAGS,
    detached: true,
    stdio: ['ignore', logTo, 2, 'ipc'],
  })
  /** @type {Promise<void>} */
  const exited = new Promise((resolve) => child.once('exit', () => resolve()))
  /** @type {Promise<Ready>} */
  const ready = new Promise((resolve, reject) => {
    child.on('message', (/** @type {any} */ news) => {
      if (news.type === 'ready') resolve(news)
      if (news.type === 'waiting') say(news.sentence)
      if (news.type === 'failed') reject(new NotReady(news.sentence, news.outlook))
    })
    child.once('exit', (code, killedBy) =>
      reject(
        new NotReady(
          `The server ended before it was ready (${killedBy ?? code}).`,
          killedBy === null ? 'unknown' : 'passing',
        ),
      ),
    )
  })
  // Heard of later, or not at all when it is told to end.
  ready.catch(() => undefined)
  return { process: child, exited, ready }
}

/** @param {ReturnType<typeof launch>} child */
async function stopChild(child) {
  if (child.process.exitCode !== null || child.process.signalCode !== null) return
  child.process.kill('SIGTERM')
  const timer = setTimeout(() => child.process.kill('SIGKILL'), 10_000)
  await child.exited
  clearTimeout(timer)
}
