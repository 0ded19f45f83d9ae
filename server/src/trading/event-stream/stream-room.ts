import type { Listener } from '../../platform/http/event-stream.ts'
import type { Db } from '../../platform/db/client.ts'
import { tradeView } from '../bot-instances/index.ts'
import {
  type ChangeRow,
  goodSessions,
  isKeptSince,
  type Moment,
  MOST_OVERTAKING,
  ownersOf,
  readCommitted,
  readMissed,
  readMoment,
  type Whose,
} from './change-store.ts'

// A client that missed more reloads everything, which is cheaper for both sides.
const MOST_MISSED = 5_000n

// A change that is committed later than this after a higher one is found by the client's next reload.
const LOOK_BACK_MS = 60_000

/** The listening clients, and those that wait to be admitted. */
export type StreamRoom = {
  readonly newcomers: Set<Listener>
  readonly seats: Set<Listener>
  /** Everything committed up to this moment has been sent to all seats; undefined before the first look. */
  sent: Moment | undefined
  /** The newest changes of the looks before, to know how far down one may still appear. */
  looks: readonly { readonly atMs: number; readonly topId: bigint }[]
}

export function emptyRoom(): StreamRoom {
  return { newcomers: new Set(), seats: new Set(), sent: undefined, looks: [] }
}

export function everybodyIn({ newcomers, seats }: StreamRoom): Listener[] {
  return [...newcomers, ...seats]
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

/** After everybody else is up to date: they begin where the others are. */
export async function admitNewcomers(db: Db, room: StreamRoom): Promise<void> {
  const { newcomers, seats, sent } = room
  if (!sent) return
  for (const newcomer of newcomers) {
    const { lastId } = newcomer
    const isNear = lastId !== undefined && lastId <= sent.topId && sent.topId - lastId <= MOST_MISSED
    const isResumed = isNear && (await isKeptSince(db, lastId))
    // Disconnected while its position was looked up.
    if (!newcomers.delete(newcomer)) continue
    newcomer.send({ event: 'ready', data: { is_resumed: isResumed } }, isResumed ? lastId : sent.topId)
    seats.add(newcomer)
    if (!isResumed) continue
    const missed = { lastId, until: sent.snapshot, whose: whoseOf([newcomer]) }
    for await (const page of readMissed(db, missed)) for (const change of page) sendChange(newcomer, change)
  }
}

/** Sends what was committed since the last look. */
export async function publishChanges(db: Db, room: StreamRoom): Promise<void> {
  const { newcomers, seats, sent } = room
  if (seats.size + newcomers.size === 0) return
  const now = await readMoment(db)
  if (seats.size > 0 && sent) {
    const aboveId = lowestOvertaken(room, sent)
    const between = { from: sent.snapshot, until: now.snapshot, aboveId, whose: whoseOf([...seats]) }
    for await (const page of readCommitted(db, between))
      for (const change of page) for (const listener of seats) sendChange(listener, change)
  }
  room.sent = now
  const nowMs = performance.now()
  const recent = room.looks.filter(({ atMs }) => atMs > nowMs - LOOK_BACK_MS)
  const last = room.looks.filter(({ atMs }) => atMs <= nowMs - LOOK_BACK_MS).slice(-1)
  room.looks = [...last, ...recent, { atMs: nowMs, topId: now.topId }]
}

/** The newest change of a minute ago; of a shorter time as far back as is looked at all. */
function lowestOvertaken({ looks }: StreamRoom, sent: Moment): bigint {
  const [oldest] = looks
  const isOld = oldest && performance.now() - oldest.atMs >= LOOK_BACK_MS
  return isOld ? oldest.topId : sent.topId - MOST_OVERTAKING
}

function whoseOf(listeners: readonly Listener[]): Whose {
  return listeners.some(({ isAdmin }) => isAdmin) ? 'everybody' : listeners.map(({ userId }) => userId)
}

function sendChange(listener: Listener, change: ChangeRow): void {
  if (maySee(listener, change.user_id))
    listener.send({ event: 'order', data: tradeView(change) }, BigInt(change.change_id))
}

export function isAnybodyConcerned(room: StreamRoom, userId: string): boolean {
  return everybodyIn(room).some((listener) => maySee(listener, userId))
}

/** An empty id stands for all bots. */
export async function publishBots(db: Db, { seats }: StreamRoom, ids: ReadonlySet<string>): Promise<void> {
  if (ids.has('')) for (const listener of seats) listener.send({ event: 'bots', data: { bot_id: null } })
  const named = [...ids].filter((id) => id !== '')
  for (const { id, user_id } of named.length > 0 ? await ownersOf(db, named) : []) {
    for (const listener of seats) {
      if (maySee(listener, user_id)) listener.send({ event: 'bots', data: { bot_id: id } })
    }
  }
}

/** What strategies say is for administrators alone. An empty id stands for all bots. */
export function publishOutput({ seats }: StreamRoom, botIds: ReadonlySet<string>): void {
  for (const id of botIds) {
    const data = { bot_id: id === '' ? null : id }
    for (const listener of seats) if (listener.isAdmin) listener.send({ event: 'output', data })
  }
}

function maySee(listener: Listener, userId: string): boolean {
  return listener.isAdmin || listener.userId === userId
}
