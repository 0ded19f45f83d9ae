import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { growingPauses, inSeconds } from '../supervisor/growing-pauses.mjs'
import { PostgresNotStarted, startPostgres } from './postgres.mjs'

/**
 * The embedded PostgreSQL, started again whenever it dies, on the same port so that the server's connections find it.
 * @param {string} root @param {string} dataDir @param {AbortSignal} signal @param {(line: string) => void} say
 * @param {Record<string, string>} [settings] beside those that every embedded PostgreSQL has
 */
export async function supervisePostgres(root, dataDir, signal, say, settings = {}) {
  const folder = path.join(dataDir, 'postgres')
  let postgres = await startUntilUp({ root, folder, settings }, false, signal, say)
  const { url, applicationUrl } = postgres
  const port = Number(new URL(url).port)
  const watch = async () => {
    while (!signal.aborted) {
      await postgres.exited
      if (signal.aborted) return
      say('PostgreSQL ended unexpectedly; starting it again.')
      postgres = await startUntilUp({ root, folder, port, settings }, true, signal, say)
    }
    await postgres.stop()
  }
  // It throws only once it was told to end.
  const watched = watch().catch(() => undefined)
  return {
    url,
    applicationUrl,
    orphanPid: postgres.diesWithUs ? undefined : postgres.pid,
    pid: () => postgres.pid,
    stop: async () => {
      await postgres.stop()
      await watched
    },
  }
}

/**
 * @param {{ root: string, folder: string, port?: number, settings: Record<string, string> }} options
 * @param {boolean} hasRun a cluster that has run is not missing or misconfigured: whatever keeps it down is waited for
 * @param {AbortSignal} signal @param {(line: string) => void} say
 */
async function startUntilUp(options, hasRun, signal, say) {
  const pauses = growingPauses()
  for (;;) {
    try {
      return await startPostgres(options)
    } catch (error) {
      const mayPass = hasRun || (error instanceof PostgresNotStarted && error.isTransient)
      if (!mayPass || signal.aborted) throw error
      const pauseMs = pauses.next()
      const reason = error instanceof Error ? error.message : String(error)
      say(`Waiting for PostgreSQL; next try ${inSeconds(pauseMs)}. ${reason}`)
      await pause(pauseMs, undefined, { signal })
    }
  }
}
