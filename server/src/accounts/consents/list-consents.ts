import { NOTICE_KEYS } from '@trading-bot/contract/legal/notice-keys'
import type { Notices } from '@trading-bot/contract/legal/notices'
import type { Consent, listConsents as spec } from '@trading-bot/contract/rest/accounts/consents'
import type { CallResult } from '@trading-bot/contract/rest/call'
import type { Queryable } from '../../platform/db/client.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import type { Actor } from '../../platform/http/context.ts'
import { currentNotices } from './current-notices.ts'
import { readGiven } from './consent-store.ts'

export const listConsents: UseCase<typeof spec> = async ({ db, actor, config }) =>
  readConsents(db, actor, await currentNotices(db, config))

/** Administrators work for the operator, so nothing is due from them. */
export async function readConsents(
  db: Queryable,
  { userId, isAdmin }: Actor,
  current: Notices,
): Promise<CallResult<typeof spec>> {
  const given = await readGiven(db, userId)
  return { given, due: isAdmin ? [] : dueAfter(given, current) }
}

function dueAfter(given: readonly Consent[], current: Notices) {
  return NOTICE_KEYS.flatMap((notice) => {
    const { version } = current[notice]
    const earlier = given.filter((consent) => consent.notice === notice)
    if (earlier.some((consent) => consent.version === version)) return []
    return [{ notice, version, is_first: earlier.length === 0 }]
  })
}
