import type { confirmPosition as confirm, releasePosition as release } from '@trading-bot/contract/rest/trading/closing'
import { Refusal, refuse } from '@trading-bot/contract/rest/refusals'
import { sql } from 'kysely'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { Tx } from '../../../platform/db/client.ts'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import type { Context } from '../../../platform/http/context.ts'
import { notifyEngine } from '../bot-store.ts'

type Input = { readonly id: string; readonly position_id: string }
type Answer = 'bots' | 'owners'

export const confirmPosition: UseCase<typeof confirm> = async (context, input) => {
  const position = await answer(context, input, 'bots')
  if (position instanceof Refusal) return position
  return { message: `${position.symbol} is the bot’s.` }
}

export const releasePosition: UseCase<typeof release> = async (context, input) => {
  const position = await answer(context, input, 'owners')
  if (position instanceof Refusal) return position
  return { message: `${position.symbol} is yours. The bot withdraws its stop and leaves the shares alone.` }
}

/** Records the owner's answer, once. An engine that starts later reads it, as one that runs does. */
async function answer(context: Context<'owner'>, input: Input, said: Answer): Promise<Position | Refusal> {
  const { db, actor, clock } = context
  return db.transaction().execute(async (tx) => {
    const position = await findPosition(tx, actor.userId, input)
    if (!position) return refuse('NOT_FOUND')
    const { symbol } = position
    if (position.is_closed) return refuse('POSITION_CLOSED', { values: { symbol } })
    if (!position.is_asked) return refuse('POSITION_NOT_ASKED')
    if (said === 'owners' && position.is_entering) return refuse('POSITION_ENTERING', { values: { symbol } })
    const added = await tx
      .insertInto('position_answers')
      .values({
        position_id: position.id,
        user_bot_id: position.user_bot_id,
        answer: said,
        answered_by: actor.userId,
        answered_at: clock.now(),
      })
      .onConflict((on) => on.doNothing())
      .executeTakeFirst()
    if (added.numInsertedOrUpdatedRows === 0n) return refuse('POSITION_ANSWERED')
    await recordAudit(tx, context, {
      action: said === 'bots' ? 'position.confirm' : 'position.release',
      subject: { kind: 'user-bot', id: position.user_bot_id },
      after: { position_id: position.id },
    })
    if (said === 'owners') await notifyEngine(tx, position.user_bot_id)
    return position
  })
}

type Position = {
  readonly id: string
  readonly user_bot_id: string
  readonly symbol: string
  readonly is_closed: boolean
  readonly is_asked: boolean
  readonly is_entering: boolean
}

async function findPosition(tx: Tx, userId: string, { id, position_id }: Input): Promise<Position | undefined> {
  const { rows } = await sql<Position>`
    select p.id, p.user_bot_id, p.symbol, p.closed_at is not null as is_closed, p.adopted_at is not null as is_asked,
      exists (
        select from orders o where o.position_id = p.id and o.purpose = 'ENTRY' and o.ended_at is null
      ) as is_entering
    from positions p join user_bots b on b.id = p.user_bot_id
    where b.user_id = ${userId} and b.id = ${id} and p.id = ${position_id}`.execute(tx)
  return rows[0]
}
