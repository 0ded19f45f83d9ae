import { batchStatements } from '../db/batch-statements.ts'
import type { Queryable } from '../db/client.ts'
import type { Clock } from '../clock.ts'
import type { Actor, Origin } from '../http/context.ts'
import { newId } from '../ids.ts'

export type AuditLine = {
  readonly action: string
  readonly subject: { readonly kind: string; readonly id: string }
  readonly before?: object
  readonly after?: object
}

export type AuditScene = { readonly clock: Clock; readonly actor: Actor | undefined; readonly origin: Origin }

/** Records who did what to which entity, in the transaction that does it; `before` and `after` never hold a secret. */
export async function recordAudit(tx: Queryable, scene: AuditScene, line: AuditLine): Promise<void> {
  await insertLines(tx, rowOf(scene, line))
}

const insertLines = batchStatements(async (tx, rows: readonly ReturnType<typeof rowOf>[]) => {
  await tx.insertInto('audit_lines').values(rows).execute()
  return rows.map(() => undefined)
})

/** The same as a query, so that a use case can run it inside a larger statement. */
export function insertAuditLine(tx: Queryable, scene: AuditScene, line: AuditLine) {
  return tx.insertInto('audit_lines').values(rowOf(scene, line))
}

function rowOf(scene: AuditScene, line: AuditLine) {
  const now = scene.clock.now()
  return {
    id: newId(now),
    at: now,
    actor_id: scene.actor?.userId ?? null,
    action: line.action,
    subject_kind: line.subject.kind,
    subject_id: line.subject.id,
    before: line.before ? JSON.stringify(line.before) : null,
    after: line.after ? JSON.stringify(line.after) : null,
    request_id: scene.origin.requestId,
    address: scene.origin.address,
  }
}
