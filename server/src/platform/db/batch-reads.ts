import type { Queryable } from './client.ts'

type Read<Key, Row, At> = (db: Queryable, keys: readonly Key[], at: At) => Promise<ReadonlyMap<Key, Row>>

type Batch<Key, Row, At> = {
  readonly at: At
  readonly keys: Set<Key>
  readonly rows: Promise<ReadonlyMap<Key, Row>>
  readonly send: () => void
}

/** Statements of one kind under way on a database, and the batches that wait for one of them to end. */
type Lane<Key, Row, At> = { running: number; readonly waiting: Batch<Key, Row, At>[] }

// One statement that is slow for its own reasons does not hold up the others.
const MOST_RUNNING = 2

/**
 * One statement for many callers: as long as the database is idle each call is read at once; while statements run, the
 * calls that come meanwhile wait together for the next. Nothing is remembered: what a call gets was read after it was
 * made, so that it sees every change committed before. `at` is whatever the callers of one statement must share.
 * Keys are compared as they are: an id is in lower case, as the database writes it.
 */
export function batchReads<Key, Row, At = undefined>(read: Read<Key, Row, At>) {
  const lanes = new WeakMap<Queryable, Lane<Key, Row, At>>()

  return async (db: Queryable, key: Key, at: At): Promise<Row | undefined> => {
    // A transaction sees its own changes, and its statements run one after the other.
    if (db.isTransaction) return (await read(db, [key], at)).get(key)
    const lane = lanes.get(db) ?? { running: 0, waiting: [] }
    lanes.set(db, lane)
    const open = lane.waiting.find((batch) => isSame(batch.at, at))
    const batch = open ?? newBatch(db, lane, at)
    batch.keys.add(key)
    if (!open) start(lane)
    return (await batch.rows).get(key)
  }

  function newBatch(db: Queryable, lane: Lane<Key, Row, At>, at: At): Batch<Key, Row, At> {
    const keys = new Set<Key>()
    const { promise, resolve } = withResolver<ReadonlyMap<Key, Row>>()
    const send = () => {
      const rows = read(db, [...keys], at).finally(() => {
        lane.running -= 1
        start(lane)
      })
      resolve(rows)
    }
    const batch = { at, keys, rows: promise, send }
    lane.waiting.push(batch)
    return batch
  }

  function start(lane: Lane<Key, Row, At>): void {
    while (lane.running < MOST_RUNNING) {
      const next = lane.waiting.shift()
      if (!next) return
      lane.running += 1
      next.send()
    }
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function withResolver<T>() {
  let resolve: (value: T | PromiseLike<T>) => void = () => undefined
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
