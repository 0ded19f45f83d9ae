import type { Deps } from '../../platform/http/context.ts'
import type { ReportFilter } from './report-filter.ts'
import { rememberSlow } from '../../platform/db/remember-slow.ts'
import { countReported, type ReportTotals } from './report-store.ts'

// One cache per database: tests and benchmarks use several in one process.
const memories = new WeakMap<object, ReturnType<typeof rememberSlow<ReportTotals>>>()

export async function countOf({ db, clock }: Pick<Deps, 'db' | 'clock'>, filter: ReportFilter): Promise<ReportTotals> {
  const memory = memories.get(db) ?? rememberSlow<ReportTotals>()
  memories.set(db, memory)
  const { start_date, end_date, status, user_email } = filter
  return memory(JSON.stringify([start_date, end_date, status, user_email]), clock, () => countReported(db, filter))
}
