import type { LiveEngine } from '../live-engine.ts'

/** Closes strategy runners without instances, since a script would keep its process alive. */
export function closeIdleRunners({ runners, followers }: LiveEngine): void {
  for (const [key, runner] of runners) {
    if ((followers.get(key)?.size ?? 0) > 0) continue
    runners.delete(key)
    runner.close()
  }
}
