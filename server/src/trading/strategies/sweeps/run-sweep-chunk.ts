import { setTimeout as pause } from 'node:timers/promises'
import { DAY_MS } from '@trading-bot/core/time'
import * as z from 'zod/mini'
import { databaseTrouble } from '../../../platform/db/database-trouble.ts'
import { waitForDatabase } from '../../../platform/db/start/wait-for-database.ts'
import type { Deps } from '../../../platform/http/context.ts'
import { joinSweep, SweepBasis, SweptResult } from './join-sweep.ts'
import { type OpenSweep, openSweep } from './open-sweep.ts'
import {
  beginChunk,
  endSweep,
  findSweep,
  forgetStart,
  isRunning,
  lockSweep,
  readDoneShare,
  readResults,
  saveProgress,
  saveResults,
  tidySweeps,
} from './sweep-store.ts'

const Job = z.object({ sweepId: z.string(), chunk: z.int() })
type Job = z.infer<typeof Job>

// A process that dies with its chunk leaves it to another; one that kills every process must not go on for ever.
const MOST_STARTS = 3
const LOOK_EVERY_MS = 250
const TAKE_BACK_EVERY_MS = 500
const OVERDUE_MS = 60 * 60_000
const KEPT_MS = 30 * DAY_MS
// Longer than between two chunks, so that a worker reads the bars of a sweep once.
const KEPT_OPEN_MS = 10_000
const HISTORY_CHANGED = 'The stored history changed while the sweep ran. Run it again.'

/** Runs chunks of sweeps, one at a time: a finished one is never run again, one whose worker died by any other. */
export function openSweepRunner(deps: Deps): { readonly run: (payload: unknown) => Promise<void> } {
  const { db, clock } = deps
  let opened: { readonly id: string; readonly sweep: Promise<OpenSweep | string> } | undefined
  let forget: NodeJS.Timeout | undefined
  /** Starts that the database's absence ended, until they are no longer counted. */
  const takingBack: Promise<void>[] = []

  const openOnce = async (id: string): Promise<OpenSweep | string> => {
    clearTimeout(forget)
    if (opened?.id !== id) {
      const row = (await findSweep(db, id))!
      opened = { id, sweep: openSweep(deps, row) }
    }
    try {
      return await opened.sweep
    } catch (error) {
      opened = undefined
      throw error
    }
  }

  const run = async (payload: unknown): Promise<void> => {
    const job = Job.parse(payload)
    await Promise.all(takingBack.splice(0))
    const begun = await beginChunk(db, job, clock.now())
    if (!begun) return
    const fail = (error: string) => endSweep(db, job.sweepId, { state: 'failed', error }, clock.now())
    if (begun.starts > MOST_STARTS) return fail(`The server stopped ${MOST_STARTS} times while this ran.`)
    try {
      const sweep = await openOnce(job.sweepId)
      if (typeof sweep === 'string') return await fail(sweep)
      const { first, combinations } = begun
      const chunk = sweep.expanded.combinations.slice(first, first + combinations)
      const results = await whileWanted(deps, job.sweepId, (isWanted) => sweep.evaluate(chunk, isWanted))
      if (typeof results === 'string') return await fail(results)
      if (results) await endChunk(deps, job, sweep, results)
    } catch (error) {
      // A database that is away passes: the job is tried again, and this process has not stopped.
      if (databaseTrouble(error)) {
        takingBack.push(takeBackStart(deps, job))
        // The next chunk meets what it met.
        takingBack.at(-1)?.catch(() => undefined)
        throw error
      }
      await fail(`It ended with an error: ${error instanceof Error ? error.message : String(error)}`)
    } finally {
      forget = setTimeout(() => {
        opened = undefined
      }, KEPT_OPEN_MS)
      forget.unref()
    }
  }
  return { run }
}

/** Every minute: no sweep stays under way for ever. */
export async function tidyOldSweeps({ db, clock }: Deps): Promise<void> {
  const now = clock.now()
  const ago = (ms: number) => new Date(now.getTime() - ms)
  await tidySweeps(db, { movedBefore: ago(OVERDUE_MS), madeBefore: ago(KEPT_MS), now })
}

/** As soon as the database is back. A process that stops before that has stopped, so its start stays counted. */
async function takeBackStart({ db }: Deps, job: Job): Promise<void> {
  const soon = () => pause(TAKE_BACK_EVERY_MS, undefined, { ref: false })
  await waitForDatabase(
    () => forgetStart(db, job),
    () => undefined,
    soon,
  )
}

/** Looks from time to time whether the sweep was cancelled, or failed in another worker. */
async function whileWanted<T>({ db }: Deps, id: string, work: (isWanted: () => boolean) => Promise<T>): Promise<T> {
  let isWanted = true
  const timer = setInterval(() => {
    isRunning(db, id).then(
      (is) => {
        isWanted = is
      },
      () => undefined,
    )
  }, LOOK_EVERY_MS)
  try {
    return await work(() => isWanted)
  } finally {
    clearInterval(timer)
  }
}

/** Keeps the results; the last chunk joins them all and ends the sweep in the same transaction. */
async function endChunk({ db, clock }: Deps, job: Job, sweep: OpenSweep, results: SweptResult[]): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const row = await lockSweep(tx, job.sweepId)
    if (row?.state !== 'running') return
    const basis = row.basis === null ? sweep.basis : SweepBasis.parse(row.basis)
    if (basis.data.hash !== sweep.basis.data.hash)
      return endSweep(tx, row.id, { state: 'failed', error: HISTORY_CHANGED }, now)
    if (!(await saveResults(tx, job, results, now))) return
    const share = await readDoneShare(tx, row.id)
    if (share < 1) return saveProgress(tx, row.id, Math.min(99, Math.floor(share * 100)), basis)
    const all = z
      .array(z.array(SweptResult))
      .parse(await readResults(tx, row.id))
      .flat()
    const tookMs = now.getTime() - (row.started_at ?? now).getTime()
    const report = joinSweep(basis, sweep.expanded, all, { choice: sweep.choice, tookMs })
    await endSweep(tx, row.id, { state: 'finished', report }, now)
  })
}
