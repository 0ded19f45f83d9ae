import { setTimeout as pause } from 'node:timers/promises'
import { growingPauses, inSeconds } from '../growing-pauses.mjs'
import { startNatsServer } from '../nats-server.mjs'

/**
 * nats-server, started again on its port whenever it dies.
 * @param {AbortSignal} signal @param {(line: string) => void} say
 */
export async function superviseNats(signal, say) {
  let nats = await startNatsServer({ say })
  const { url, port } = nats
  const watch = async () => {
    const pauses = growingPauses()
    while (!signal.aborted) {
      await nats.exited
      if (signal.aborted) return
      const pauseMs = pauses.next()
      say(`nats-server ended unexpectedly; starting it again ${inSeconds(pauseMs)}.`)
      await pause(pauseMs, undefined, { signal })
      nats = await startNatsServer({ port, say })
    }
  }
  // It throws only once it was told to end.
  watch().catch(() => undefined)
  return { url, pid: () => nats.pid, stop: () => nats.stop() }
}
