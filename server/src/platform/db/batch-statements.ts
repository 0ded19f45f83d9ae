import { type RawBuilder, sql } from 'kysely'
import type { Db, Queryable, Tx } from './client.ts'

/** The answers stand in the order of the inputs. */
type Run<Input, Output> = (db: Queryable, inputs: readonly Input[]) => Promise<readonly Output[]>

type Call = {
  readonly input: unknown
  readonly resolve: (output: unknown) => void
  readonly reject: (error: unknown) => void
}
type Shared = { readonly waiting: Map<Run<never, unknown>, Call[]>; isSending: boolean }

/** The transactions that many share, each with the calls that wait for the next statement. */
const transactions = new WeakMap<Queryable, Shared>()

/** A statement of a store, for one caller; in a transaction that many share, those who ask at the same time get one. */
export function batchStatements<Input, Output>(run: Run<Input, Output>) {
  return async (db: Queryable, input: Input): Promise<Output> => {
    const transaction = transactions.get(db)
    if (!transaction) return (await run(db, [input]))[0]!
    const { waiting } = transaction
    const answer = new Promise<unknown>((resolve, reject) => {
      const calls = waiting.get(run) ?? []
      waiting.set(run, calls)
      calls.push({ input, resolve, reject })
    })
    if (!transaction.isSending) void send(db, transaction)
    return answer as Promise<Output>
  }
}

async function send(db: Queryable, transaction: Shared): Promise<void> {
  const { waiting } = transaction
  transaction.isSending = true
  for (;;) {
    // Those who have just got their answers ask for the next statement first.
    await new Promise(setImmediate)
    // Few go before many, so that they catch up and ask together with them again.
    const [next] = [...waiting].toSorted(([, a], [, b]) => a.length - b.length)
    if (!next) break
    const [run, calls] = next
    waiting.delete(run)
    await run(db, calls.map(({ input }) => input) as never[]).then(
      (outputs) => calls.forEach(({ resolve }, index) => resolve(outputs[index])),
      (error: unknown) => calls.forEach(({ reject }) => reject(error)),
    )
  }
  transaction.isSending = false
}

/**
 * Does the same work for each item, all in one transaction that commits for all or for none; if one fails, each is done
 * in a transaction of its own. The items must concern different holders, whose lock the work takes first.
 */
export async function transactTogether<Item, Result>(
  db: Db,
  items: readonly Item[],
  work: (tx: Tx, item: Item) => Promise<Result>,
): Promise<PromiseSettledResult<Result>[]> {
  if (items.length > 1) {
    const results = await db
      .transaction()
      .execute((tx) => shareTransaction(tx, items, work))
      // Which of them failed, and why, is seen when each is alone.
      .catch(() => undefined)
    if (results) return results.map((value) => ({ status: 'fulfilled', value }))
  }
  const settled: PromiseSettledResult<Result>[] = []
  for (const item of items)
    settled.push(...(await Promise.allSettled([db.transaction().execute((tx) => work(tx, item))])))
  return settled
}

async function shareTransaction<Item, Result>(
  tx: Tx,
  items: readonly Item[],
  work: (tx: Tx, item: Item) => Promise<Result>,
): Promise<Result[]> {
  transactions.set(tx, { waiting: new Map(), isSending: false })
  // The transaction ends after the last of them, also when one has failed.
  const settled = await Promise.allSettled(items.map((item) => work(tx, item)))
  return settled.map((each) => {
    if (each.status === 'rejected') throw each.reason
    return each.value
  })
}

/** For a condition such as `.where('id', '=', anyOf(ids))`. */
export function anyOf(ids: readonly string[]): RawBuilder<string> {
  // One alone is planned with less effort than a list of one.
  return ids.length === 1 ? sql<string>`${ids[0]}` : sql<string>`any(${ids}::uuid[])`
}

/** One row or none for each key, in the order of the keys; an id may come in capitals from outside. */
export function rowFor<Row>(keys: readonly string[], rows: readonly Row[], keyOf: (row: Row) => string) {
  const found = new Map(rows.map((row) => [keyOf(row), row]))
  return keys.map((key) => found.get(key.toLowerCase()))
}
