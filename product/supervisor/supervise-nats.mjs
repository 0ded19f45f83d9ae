import { setTimeout as pause } from 'node:timers/promises'
import { growingPauses, inSeconds } from './growing-pauses.mjs'
import { newBusPasswords, startNatsServer } from '../programs/nats-server.mjs'

/**
 * nats-server with a user for each role, started again on its port whenever it dies, with growing pauses between starts that fail.
 * @param {AbortSignal} signal @param {(line: string) => void} say
 */
export async function superviseNats(signal, say) {
  const passwords = newBusPasswords()
  let nats = await startNatsServer({ say, passwords })
  const { url, urlOf, port } = nats
  const startAgain = async () => {
    const pauses = growingPauses()
    for (;;) {
      const pauseMs = pauses.next()
      say(`nats-server ended unexpectedly; starting it again ${inSeconds(pauseMs)}.`)
      await pause(pauseMs, undefined, { signal })
      try {
        return await startNatsServer({ port, say, passwords })
      } catch (error) {
        say(error instanceof Error ? error.message : String(error))
      }
    }
  }
  const watch = async () => {
    while (!signal.aborted) {
      await nats.exited
      if (signal.aborted) return
      nats = await startAgain()
    }
  }
  // It throws only once it was told to end.
  watch().catch(() => undefined)
  return { url, urlOf, pid: () => nats.pid, stop: () => nats.stop() }
}
