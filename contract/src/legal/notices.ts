// The notices a user agrees to, as data: the screens show them, the server records which version was accepted.
import type { NoticeKey } from './notice-keys.ts'
import type { Notice } from './notice.ts'
import { PRIVACY } from './privacy.ts'
import { REFUNDS } from './refunds.ts'
import { RISK } from './risk.ts'
import { TERMS } from './terms.ts'

export const NOTICES: Readonly<Record<NoticeKey, Notice>> = {
  terms: TERMS,
  privacy: PRIVACY,
  refunds: REFUNDS,
  risk: RISK,
}
