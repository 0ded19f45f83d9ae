import type { Queryable, Tx } from './client.ts'

const UNDONE = new Error('tried out, and taken back')

/** What the work returns, with nothing of it left: a preview cannot differ from what happens. */
export async function tryOut<Result>(db: Queryable, work: (tx: Tx) => Promise<Result>): Promise<Result | undefined> {
  let result: Result | undefined
  const undo = db.transaction().execute(async (tx) => {
    result = await work(tx)
    throw UNDONE
  })
  await undo.catch((error: unknown) => {
    if (error !== UNDONE) throw error
  })
  return result
}
