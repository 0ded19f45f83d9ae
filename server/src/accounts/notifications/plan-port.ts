// What alerts ask of the billing domain; connected in `connect-domains.ts`.
import type { Queryable } from '../../platform/db/client.ts'
import { domainPort } from '../../platform/domain-port.ts'

/** Whether the plan that a user holds includes alerts by Telegram; true without a plan. */
export const includesTelegram = domainPort<(db: Queryable, userId: string) => Promise<boolean>>('includesTelegram')
