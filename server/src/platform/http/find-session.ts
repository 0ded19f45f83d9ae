import { sql } from 'kysely'
import { batchReads } from '../db/batch-reads.ts'
import { askedIds, runPrepared } from '../db/prepared.ts'

type SessionRow = {
  readonly id: string
  readonly user_id: string
  readonly expires_at: Date
  readonly authenticated_at: Date
  readonly is_admin: boolean
  readonly second_factor_on_at: Date | null
  readonly passkeys: number
}

/** A session that has not ended, of a user who may sign in; its time may be over. */
export const findSession = batchReads<string, SessionRow>(async (db, ids) => {
  const statement = sql<SessionRow>`
    select s.id, s.user_id, s.expires_at, s.authenticated_at, u.is_admin, u.second_factor_on_at, u.passkeys
    from ${askedIds(ids)} join sessions s on s.id = asked.id join users u on u.id = s.user_id
    where s.ended_at is null and u.status = 'active'`
  return new Map((await runPrepared(db, statement)).map((row) => [row.id, row]))
})
