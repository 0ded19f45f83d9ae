// A process that stands for leader and says every few milliseconds whether it may speak; a test pauses it.
import pg from 'pg'
import { standForLeader } from '../stand-for-leader.ts'

export type CandidateNews =
  | { readonly type: 'leads' | 'steps down' }
  /** It would publish a price at this time. */
  | { readonly type: 'speaks'; readonly atMs: number }

const SPEAK_EVERY_MS = 5
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'] })
pool.on('error', () => undefined)
const tell = (news: CandidateNews) => process.send?.(news)

// With the test, however that ends.
process.once('disconnect', () => process.exit())
standForLeader({
  pool,
  onError: () => undefined,
  onLead: (term) => {
    tell({ type: 'leads' })
    const timer = setInterval(() => term.isConfirmed() && tell({ type: 'speaks', atMs: Date.now() }), SPEAK_EVERY_MS)
    return async () => {
      clearInterval(timer)
      tell({ type: 'steps down' })
    }
  },
})
