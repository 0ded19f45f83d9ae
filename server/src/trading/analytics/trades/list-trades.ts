import type {
  listAllTrades as all,
  listOwnTrades as own,
  listRecentTrades as recent,
} from '@trading-bot/contract/rest/trading/analytics'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { searchTrades } from './search-trades.ts'
import { listTradesOf, listTradesOfAll } from './trade-feed-store.ts'

export const listRecentTrades: UseCase<typeof recent> = ({ db, actor }, { limit }) =>
  actor.isAdmin ? listTradesOfAll(db, limit) : listTradesOf(db, actor.userId, limit)

export const listOwnTrades: UseCase<typeof own> = ({ db, actor }, wanted) =>
  searchTrades(db, { userId: actor.userId }, wanted)

export const listAllTrades: UseCase<typeof all> = ({ db }, wanted) => searchTrades(db, 'platform', wanted)
