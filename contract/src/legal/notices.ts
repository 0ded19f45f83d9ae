// The notices a user agrees to, as data: the screens show them, the server records which version was accepted. They follow
// the installation's mode; counsel must read them before the first paying customer.
import type { NoticeKey } from './notice-keys.ts'
import type { Notice } from './notice.ts'
import { PRIVACY } from './privacy.ts'
import { REFUNDS } from './refunds.ts'
import { riskOf } from './risk.ts'
import { termsOf } from './terms.ts'
import type { LegalVariant } from './variant.ts'

export type Notices = Readonly<Record<NoticeKey, Notice>>

export function noticesOf(variant: LegalVariant): Notices {
  return { terms: termsOf(variant), privacy: PRIVACY, refunds: REFUNDS, risk: riskOf(variant) }
}
