import type { Context } from '../../platform/http/context.ts'
import { claimOf, type Held, viewerOf } from '../claims/index.ts'

/** Whether the caller may see what a backtest of a bot's session would have made. */
export async function maySeeReplays({ db, actor, clock, config }: Context<'owner'>) {
  const viewer = await viewerOf(db, actor, clock.now())
  return (held: Held) => claimOf(config.compliance, viewer(held)).kind !== 'hidden'
}
