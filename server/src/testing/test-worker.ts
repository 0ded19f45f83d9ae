import { pino } from 'pino'
import { openDatabase } from '../platform/db/client.ts'
import { startJobs } from '../start-jobs.ts'
import type { TestServer } from './test-server.ts'

/** A process of its own from the database's point of view; its log lines are kept. */
export async function startTestWorker(server: TestServer) {
  const lines: string[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
  const database = openDatabase(server.deps.config.databaseUrl, () => undefined, 8)
  const config = { ...server.deps.config, role: 'worker' } as const
  const jobs = await startJobs({ ...server.deps, config, db: database.db }, database.pool, log)
  const stop = async () => {
    await jobs.stop()
    await database.close()
  }
  return { lines, stop }
}
