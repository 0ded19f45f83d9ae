import type {
  listAllSubscriptions as all,
  listAdminSubscriptions as other,
} from '@trading-bot/contract/rest/billing/subscription-reports'
import type { CallInput, CallResult } from '@trading-bot/contract/rest/call'
import type { UseCase } from '../../platform/http/bind-route.ts'
import type { Context } from '../../platform/http/context.ts'
import { countOf } from './report-counts.ts'
import { listReported } from './report-store.ts'

export const listAllSubscriptions: UseCase<typeof all> = (context, input) => readPage(context, input)
export const listAdminSubscriptions: UseCase<typeof other> = (context, input) => readPage(context, input)

async function readPage(context: Context<'admin'>, input: CallInput<typeof all>): Promise<CallResult<typeof all>> {
  const { page, page_size, sort_by, ...filter } = input
  const { total } = await countOf(context, filter)
  const offset = (page - 1) * page_size
  return {
    subscriptions: await listReported(context.db, filter, { sort: sort_by, offset, limit: page_size, total }),
    pagination: { page, page_size, total_count: total, total_pages: Math.max(1, Math.ceil(total / page_size)) },
  }
}
