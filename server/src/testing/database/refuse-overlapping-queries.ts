// A statement on a connection that still executes another fails its test: the driver queues it with a warning, refuses
// it in its next version, and in a transaction the second runs on when the first has failed. (Kysely's transactions run
// one statement after the other by themselves; this is about connections that are taken from the pool.)
import pg from 'pg'
import { afterEach } from 'vitest'

type Query = (...args: unknown[]) => unknown
type Guard = { readonly pending: WeakMap<object, number>; readonly overlaps: string[] }

// The engine sends a decision's statements together on purpose, on connections that are opened for it.
const PIPELINED_ON_PURPOSE = /engine-adapters\/store\//

/** Files that only pass a statement on. */
const PASSING_ON = /refuse-overlapping-queries\.ts|platform\/db\/statement-names\.ts/

const guard = installOnce()

afterEach(() => {
  const overlaps = takeOverlaps()
  if (overlaps.length > 0) throw new Error(`Two statements at once on one connection: ${overlaps.join('; ')}`)
})

/** The overlapping statements since the last look. */
export function takeOverlaps(): string[] {
  return guard.overlaps.splice(0)
}

/** Files share the driver, and each of them loads this module again. */
function installOnce(): Guard {
  const known = pg.Client.prototype as unknown as { guard?: Guard; query: Query }
  known.guard ??= install(known)
  return known.guard
}

function install(client: { query: Query }): Guard {
  const pending = new WeakMap<object, number>()
  const overlaps: string[] = []
  const { query } = client
  client.query = function (this: { pipeline?: boolean }, ...args: unknown[]) {
    const running = pending.get(this) ?? 0
    if (running > 0 && !isOnPurpose(this)) overlaps.push(`${textOf(args[0])}${callerOf()}`)
    const answer = query.apply(this, args)
    if (!(answer instanceof Promise)) return answer
    pending.set(this, running + 1)
    const settle = () => pending.set(this, (pending.get(this) ?? 1) - 1)
    answer.then(settle, settle)
    return answer
  }
  return { pending, overlaps }
}

function isOnPurpose({ pipeline }: { pipeline?: boolean }): boolean {
  return pipeline === true && PIPELINED_ON_PURPOSE.test(new Error().stack ?? '')
}

function textOf(statement: unknown): string {
  const text = typeof statement === 'string' ? statement : (statement as { text?: string }).text
  return String(text).trim().slice(0, 80)
}

function callerOf(): string {
  const lines = new Error().stack?.split('\n') ?? []
  return lines.find((line) => line.includes('/src/') && !PASSING_ON.test(line))?.trimEnd() ?? ''
}
