import type { Actor } from '../../platform/http/context.ts'

/** An administrator may see every bot; for others another user's bot does not exist. */
export function maySee({ userId, isAdmin }: Actor, ownerId: string): boolean {
  return isAdmin || userId === ownerId
}
