import { setTimeout as pause } from 'node:timers/promises'
import { growingPauses, inSeconds } from './growing-pauses.mjs'
import { startNatsServer } from '../programs/nats-server.mjs'

/**
 * nats-server, started again on its port whenever it dies, with growing pauses between starts that fail.
 * @param {AbortSignal} signal @param {(line: string) => void} say
 */
export async function superviseNats(signal, say) {
  let nats = await startNatsServer({ say })
  const { url, port } = nats
  const startAgain = async () => {
    const pauses = growingPauses()
    for (;;) {
      const pauseMs = pauses.next()
      say(`nats-server ended unexpectedly; starting it again ${inSeconds(pauseMs)}.`)
      await pause(pauseMs, undefined, { signal })
      try {
        return await startNatsServer({ port, say })
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
  return { url, pid: () => nats.pid, stop: () => nats.stop() }
}
