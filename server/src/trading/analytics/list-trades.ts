import type {
  listAllTrades as all,
  listOwnTrades as own,
  listRecentTrades as recent,
} from '@trading-bot/contract/rest/trading/analytics'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { listTradesOf, listTradesOfAll } from './trade-feed-store.ts'

export const listRecentTrades: UseCase<typeof recent> = ({ db, actor }, { limit }) =>
  actor.isAdmin ? listTradesOfAll(db, { limit }) : listTradesOf(db, actor.userId, { limit })

export const listOwnTrades: UseCase<typeof own> = ({ db, actor }, page) => listTradesOf(db, actor.userId, page)

export const listAllTrades: UseCase<typeof all> = ({ db }, page) => listTradesOfAll(db, page)
