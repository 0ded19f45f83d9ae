import type { readProfile as spec } from '@trading-bot/contract/rest/accounts/auth'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { getUser } from './user-store.ts'
import { userView } from './user-view.ts'

export const readProfile: UseCase<typeof spec> = async ({ db, actor, config }) =>
  userView(await getUser(db, actor.userId), config)
