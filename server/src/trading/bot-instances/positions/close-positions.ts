import { setTimeout as pause } from 'node:timers/promises'
import type {
  closeAllPositions as closeAll,
  closePosition as closeOne,
} from '@trading-bot/contract/rest/trading/closing'
import { refuse } from '@trading-bot/contract/rest/refusals'
import { sql } from 'kysely'
import { type AuditScene, recordAudit } from '../../../platform/audit/record-audit.ts'
import type { Queryable, Tx } from '../../../platform/db/client.ts'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { notifyEngine } from '../bot-store.ts'

// Positions close within moments; the answer waits no longer than a trader on the phone would.
const LOOKS = 12
const LOOK_EVERY_MS = 250

export const closePosition: UseCase<typeof closeOne> = async (context, { id, position_id }) => {
  const { db, actor } = context
  const [position] = await findPositions(db, actor.userId, position_id)
  if (!position || position.user_bot_id !== id) return refuse('NOT_FOUND')
  if (position.is_closed) return { message: `${position.symbol} is already closed.`, still_open: [] }
  await db.transaction().execute((tx) => requestClosing(tx, context, [position]))
  const left = await waitUntilClosed(db, [position])
  return {
    message: left.length === 0 ? `${position.symbol} is closed.` : `${position.symbol} is being closed.`,
    still_open: left,
  }
}

export const closeAllPositions: UseCase<typeof closeAll> = async (context) => {
  const { db, actor } = context
  const positions = await findPositions(db, actor.userId, null)
  if (positions.length === 0) return { message: 'No position is open.', still_open: [] }
  await db.transaction().execute((tx) => requestClosing(tx, context, positions))
  const left = await waitUntilClosed(db, positions)
  return { message: closedText(positions.length - left.length, left.length), still_open: left }
}

type Position = {
  readonly id: string
  readonly user_bot_id: string
  readonly symbol: string
  readonly is_closed: boolean
}

/** Whoever asks owns the bot; an archived one may still hold something. */
async function findPositions(db: Queryable, userId: string, positionId: string | null): Promise<readonly Position[]> {
  const { rows } = await sql<Position>`
    select p.id, p.user_bot_id, p.symbol, p.closed_at is not null as is_closed
    from positions p join user_bots b on b.id = p.user_bot_id
    where b.user_id = ${userId}
      and ${positionId === null ? sql`p.closed_at is null` : sql`p.id = ${positionId}`}
    order by p.opened_at, p.id`.execute(db)
  return rows
}

/**
 * Records one request for each position and tells the engine, which records the exit before it sends it. A position that
 * was asked for before keeps its first request, so that many clicks are one request with one audit line.
 */
async function requestClosing(tx: Tx, scene: AuditScene, positions: readonly Position[]): Promise<void> {
  const { actor, clock } = scene
  if (!actor) throw new Error('only a signed-in user asks to close a position')
  const requests = positions.map(({ id, user_bot_id }) => ({
    position_id: id,
    user_bot_id,
    requested_by: actor.userId,
    requested_at: clock.now(),
  }))
  const added = await tx
    .insertInto('position_close_requests')
    .values(requests)
    .onConflict((on) => on.doNothing())
    .returning(['position_id', 'user_bot_id'])
    .execute()
  for (const { position_id, user_bot_id } of added) {
    await recordAudit(tx, scene, {
      action: 'position.close',
      subject: { kind: 'user-bot', id: user_bot_id },
      after: { position_id },
    })
  }
  for (const botId of new Set(positions.map(({ user_bot_id }) => user_bot_id))) await notifyEngine(tx, botId)
}

/** Returns the symbols that are not closed within a few seconds. */
async function waitUntilClosed(db: Queryable, positions: readonly Position[]): Promise<string[]> {
  const ids = positions.map(({ id }) => id)
  for (let look = 0; ; look++) {
    const open = await db
      .selectFrom('positions')
      .select('symbol')
      .where('id', 'in', ids)
      .where('closed_at', 'is', null)
      .orderBy('symbol')
      .execute()
    if (open.length === 0 || look === LOOKS) return open.map(({ symbol }) => symbol)
    await pause(LOOK_EVERY_MS)
  }
}

function closedText(closed: number, left: number): string {
  const count = (number: number) => `${number} position${number === 1 ? ' is' : 's are'}`
  if (left === 0) return `${count(closed)} closed.`
  return closed === 0
    ? `${count(left)} still being closed.`
    : `${count(closed)} closed, ${count(left)} still being closed.`
}
