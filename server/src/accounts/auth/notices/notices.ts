import type {
  dismissAccountNotice as dismiss,
  listAccountNotices as list,
} from '@trading-bot/contract/rest/accounts/security'
import { refuse } from '@trading-bot/contract/rest/refusals'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { reuseNews } from '../account-news.ts'
import { dismissNotice, listOpenNotices } from './notice-store.ts'

export const listAccountNotices: UseCase<typeof list> = async ({ db, actor }) => {
  const rows = await listOpenNotices(db, actor.userId)
  return rows.map((row) => {
    const { subject, text } = reuseNews(row)
    return { id: row.id, title: subject, text, at: row.at.toISOString() }
  })
}

export const dismissAccountNotice: UseCase<typeof dismiss> = async ({ db, actor, clock }, { id }) => {
  const isDone = await dismissNotice(db, actor.userId, id, clock.now())
  return isDone ? null : refuse('NOT_FOUND')
}
