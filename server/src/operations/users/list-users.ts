import type { listUsers as spec } from '@trading-bot/contract/rest/accounts/users'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { countUsers, listManaged } from './user-store.ts'

export const listUsers: UseCase<typeof spec> = async ({ db, clock }, { page, page_size, ...filter }) => {
  const now = clock.now()
  const slice = { limit: page_size, offset: (page - 1) * page_size }
  const [list, totals] = await Promise.all([listManaged(db, filter, slice, now), countUsers(db, filter, now)])
  return { list, totals }
}
