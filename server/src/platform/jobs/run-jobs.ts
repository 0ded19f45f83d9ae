// Background jobs on the same PostgreSQL: durable, retried with increasing delays, taken over when a worker dies.
import { Logger as WorkerLogger, parseCronItems, type Runner, run, type TaskList } from 'graphile-worker'
import type pg from 'pg'
import type { Logger } from 'pino'
import { sweepDeadWorkers } from './sweep-dead-workers.ts'

/** Cron times are UTC. */
export type Schedule = readonly { readonly task: string; readonly match: string }[]

type Input = { pool: pg.Pool; tasks: TaskList; schedule: Schedule; log: Logger }

export async function runJobs({ pool, tasks, schedule, log }: Input): Promise<{ stop: () => Promise<void> }> {
  const liveness = await sweepDeadWorkers(pool, log)
  const runner: Runner = await run({
    pgPool: pool,
    taskList: tasks,
    concurrency: 4,
    noHandleSignals: true,
    pollInterval: 2_000,
    parsedCronItems: parseCronItems(schedule.map(({ task, match }) => ({ task, match, identifier: task }))),
    logger: new WorkerLogger(() => (level, message) => logLine(log, level, message)),
    events: liveness.events,
  })
  return {
    stop: async () => {
      await runner.stop()
      await liveness.stop()
    },
  }
}

// Graphile logs every job it takes; only warnings and errors are passed on.
function logLine(log: Logger, level: string, message: string): void {
  if (level === 'error') log.error({ jobs: message })
  else if (level === 'warning') log.warn({ jobs: message })
  else log.debug({ jobs: message })
}
