/** For the age of the oldest of something; where there is none, nothing waits and no time has passed. */
export function secondsSince(at: Date | null, now: Date): number {
  return at === null ? 0 : Math.max(0, (now.getTime() - at.getTime()) / 1_000)
}
