import type { LiveEngine } from '../live-engine.ts'

/** A run that nobody follows any more ends: a script would keep its process for nobody. */
export function closeIdleRunners({ runs, followers }: LiveEngine): void {
  for (const [key, run] of runs) {
    if ((followers.get(key)?.size ?? 0) > 0) continue
    runs.delete(key)
    run.close()
  }
}
