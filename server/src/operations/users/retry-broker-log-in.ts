import { refuse } from '@trading-bot/contract/rest/refusals'
import type { retryBrokerLogIn as spec } from '@trading-bot/contract/rest/accounts/users'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { retryLogIn } from '../../trading/credentials/index.ts'
import { findManaged } from './user-store.ts'

export const retryBrokerLogIn: UseCase<typeof spec> = async (context, { id }) => {
  const { db, clock } = context
  return db.transaction().execute(async (tx) => {
    const user = await findManaged(tx, id, clock.now())
    if (!user) return refuse('NOT_FOUND')
    if (!(await retryLogIn(tx, context, id))) return refuse('LOG_IN_NOT_FAILING')
    const changed = await findManaged(tx, id, clock.now())
    return { message: `We try the broker log-in of ${user.username} again.`, user: changed ?? user }
  })
}
