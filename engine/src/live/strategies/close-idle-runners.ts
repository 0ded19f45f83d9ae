import type { LiveEngine } from '../live-engine.ts'

/** A run that nobody follows any more ends: a script would keep its process for nobody. */
export function closeIdleRunners({ runners, followers }: LiveEngine): void {
  for (const [key, runner] of runners) {
    if ((followers.get(key)?.size ?? 0) > 0) continue
    runners.delete(key)
    runner.close()
  }
}
