import { sql } from 'kysely'
import type { Deps } from '../../platform/http/context.ts'
import type { ClockReading } from './check-ports.ts'

const TIMEOUT_MS = 7_000
// The header counts whole seconds, so the true time is half a second later on average.
const HALF_SECOND_MS = 500

/** Our clock against the Date header of the broker's server, or against the database's clock if it has none. */
export async function readClock({ db, clock }: Deps, restUrl: string): Promise<ClockReading> {
  const begunMs = clock.now().getTime()
  const brokerMs = await readDate(restUrl)
  const middleMs = (begunMs + clock.now().getTime()) / 2
  if (brokerMs !== undefined) {
    return { offsetMs: middleMs - brokerMs - HALF_SECOND_MS, against: 'the broker’s (measured to half a second)' }
  }
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the database told no time')
  return { offsetMs: clock.now().getTime() - row.at.getTime(), against: 'the database’s; the broker’s is not known' }
}

async function readDate(url: string): Promise<number | undefined> {
  const response = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => undefined)
  const atMs = Date.parse(response?.headers.get('date') ?? '')
  return Number.isNaN(atMs) ? undefined : atMs
}
