import type { Listener } from '../../platform/http/event-stream.ts'
import type { Db } from '../../platform/db/client.ts'
import { tradeView } from '../bot-instances/index.ts'
import { type ChangeRow, goodSessions, ownersOf, readChanges, readTop } from './change-store.ts'

// A client that missed more reloads everything, which is cheaper for both sides.
const MOST_MISSED = 5_000n

/** The listening clients, each with the last change sent to it, and those that wait to be admitted. */
export type StreamRoom = { readonly newcomers: Set<Listener>; readonly seats: Map<Listener, bigint> }

export function everybodyIn({ newcomers, seats }: StreamRoom): Listener[] {
  return [...newcomers, ...seats.keys()]
}

export function leaveRoom({ newcomers, seats }: StreamRoom, listener: Listener): void {
  newcomers.delete(listener)
  seats.delete(listener)
}

export function finishListening(room: StreamRoom, listener: Listener, reason: 'token' | 'session' | 'shutdown'): void {
  listener.send({ event: 'end', data: { reason } })
  leaveRoom(room, listener)
  listener.end()
}

/** Ends streams of signed-out or suspended users and expired tokens, before anything else is sent. */
export async function endSpent(db: Db, room: StreamRoom, now: Date): Promise<void> {
  const all = everybodyIn(room)
  if (all.length === 0) return
  const good = await goodSessions(db, [...new Set(all.map(({ sessionId }) => sessionId))], now)
  const roles = new Map(good.map(({ id, is_admin }) => [id, is_admin]))
  for (const listener of all) {
    const isAdmin = roles.get(listener.sessionId)
    if (isAdmin === undefined) finishListening(room, listener, 'session')
    else if (listener.expiresAt <= now) finishListening(room, listener, 'token')
    else listener.isAdmin = isAdmin
  }
}

export async function admitNewcomers(db: Db, { newcomers, seats }: StreamRoom): Promise<void> {
  for (const newcomer of newcomers) {
    const { lastId } = newcomer
    const { topId, isKept } = await readTop(db, lastId ?? 0n)
    const isResumed = lastId !== undefined && isKept && lastId <= topId && topId - lastId <= MOST_MISSED
    const fromId = isResumed ? lastId : topId
    // Disconnected while its position was looked up.
    if (!newcomers.delete(newcomer)) continue
    newcomer.send({ event: 'ready', data: { is_resumed: isResumed } }, fromId)
    seats.set(newcomer, fromId)
  }
}

export async function publishChanges(db: Db, { seats }: StreamRoom): Promise<void> {
  if (seats.size === 0) return
  const audience = [...seats.keys()]
  const whose = audience.some(({ isAdmin }) => isAdmin) ? 'everybody' : audience.map(({ userId }) => userId)
  let fromId = [...seats.values()].reduce((lowest, id) => (id < lowest ? id : lowest))
  const { topId } = await readTop(db, fromId)
  while (fromId < topId) {
    const { changes, upToId } = await readChanges(db, fromId, topId, whose)
    for (const change of changes) for (const [listener, lastId] of seats) sendChange(listener, lastId, change)
    for (const [listener, lastId] of seats) if (lastId < upToId) seats.set(listener, upToId)
    fromId = upToId
  }
}

function sendChange(listener: Listener, lastId: bigint, change: ChangeRow): void {
  const id = BigInt(change.change_id)
  if (id <= lastId || !maySee(listener, change.user_id)) return
  listener.send({ event: 'order', data: tradeView(change) }, id)
}

/** An empty id stands for all bots. */
export async function publishBots(db: Db, { seats }: StreamRoom, ids: ReadonlySet<string>): Promise<void> {
  if (ids.has('')) for (const listener of seats.keys()) listener.send({ event: 'bots', data: { bot_id: null } })
  const named = [...ids].filter((id) => id !== '')
  for (const { id, user_id } of named.length > 0 ? await ownersOf(db, named) : []) {
    for (const listener of seats.keys()) {
      if (maySee(listener, user_id)) listener.send({ event: 'bots', data: { bot_id: id } })
    }
  }
}

/** What strategies say is for administrators alone. An empty id stands for all bots. */
export function publishOutput({ seats }: StreamRoom, botIds: ReadonlySet<string>): void {
  for (const id of botIds) {
    const data = { bot_id: id === '' ? null : id }
    for (const listener of seats.keys()) if (listener.isAdmin) listener.send({ event: 'output', data })
  }
}

function maySee(listener: Listener, userId: string): boolean {
  return listener.isAdmin || listener.userId === userId
}
