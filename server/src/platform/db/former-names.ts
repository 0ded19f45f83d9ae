import { sql } from 'kysely'
import type { Tx } from './client.ts'

type Named = { readonly id: string; readonly name: string }

/** Before a bot or a strategy gets another name: what happened under this one keeps it. */
export async function keepFormerName(tx: Tx, { id, name }: Named, newName: string, now: Date): Promise<void> {
  if (name === newName) return
  await tx
    .insertInto('former_names')
    .values({ named_id: id, until_at: now, name })
    .onConflict((on) => on.doNothing())
    .execute()
}

/** The name that a row, by its alias in the statement, had at an instant. */
export function nameAt(alias: string, at: string) {
  return sql<string>`name_at(${sql.ref(`${alias}.id`)}, ${sql.ref(`${alias}.name`)}, ${sql.ref(at)})`
}
