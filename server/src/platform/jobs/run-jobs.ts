// Background jobs on the same PostgreSQL: durable, retried with increasing delays, taken over when a worker dies.
import { Logger as WorkerLogger, parseCronItems, type Runner, run, type TaskList } from 'graphile-worker'
import type pg from 'pg'
import type { Logger } from 'pino'
import { awaitedPool } from './awaited-pool.ts'
import { sweepDeadWorkers } from './sweep-dead-workers.ts'

/** Cron times are UTC. */
export type Schedule = readonly { readonly task: string; readonly match: string }[]

/** A job that has thrown several times, or will not be tried again. */
export type FailingJob = { readonly task: string; readonly reason: string; readonly isFinal: boolean }

type Input = {
  pool: pg.Pool
  tasks: TaskList
  /** Tasks that keep a processor busy for seconds: one of them at a time, beside the others. */
  heavyTasks?: TaskList
  schedule: Schedule
  log: Logger
  onFailing?: (job: FailingJob) => void
}

// Retries by then span some minutes, longer than a restart or a short outage.
const KEEPS_FAILING = 5

const LIGHT_AT_ONCE = 4

// A statement that takes longer at a stop waits for a lock or for a database that has gone.
const SETTLES_WITHIN_MS = 10_000

export async function runJobs({
  pool,
  tasks,
  heavyTasks = {},
  schedule,
  log,
  onFailing = () => {},
}: Input): Promise<{ stop: () => Promise<void> }> {
  const liveness = await sweepDeadWorkers(pool, log)
  liveness.events.on('job:error', ({ job, error }) => {
    const isFinal = job.attempts >= job.max_attempts
    if (!isFinal && job.attempts !== KEEPS_FAILING) return
    onFailing({ task: job.task_identifier, reason: error instanceof Error ? error.message : String(error), isFinal })
  })
  const { view, settle } = awaitedPool(pool)
  const start = (taskList: TaskList, concurrency: number, crons: Schedule): Promise<Runner> =>
    run({
      pgPool: view,
      taskList,
      concurrency,
      noHandleSignals: true,
      pollInterval: 2_000,
      parsedCronItems: parseCronItems(crons.map(({ task, match }) => ({ task, match, identifier: task }))),
      logger: new WorkerLogger(() => (level, message) => logLine(log, level, message)),
      events: liveness.events,
    })
  const runners = [await start(tasks, LIGHT_AT_ONCE, schedule)]
  if (Object.keys(heavyTasks).length > 0) runners.push(await start(heavyTasks, 1, []))
  return {
    stop: async () => {
      await Promise.all(runners.map((runner) => runner.stop()))
      await settle(SETTLES_WITHIN_MS)
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
