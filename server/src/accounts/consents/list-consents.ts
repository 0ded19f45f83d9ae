import { NOTICE_KEYS } from '@trading-bot/contract/legal/notice-keys'
import { NOTICES } from '@trading-bot/contract/legal/notices'
import type { Consent, listConsents as spec } from '@trading-bot/contract/rest/accounts/consents'
import type { CallResult } from '@trading-bot/contract/rest/call'
import type { Queryable } from '../../platform/db/client.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import type { Actor } from '../../platform/http/context.ts'
import { readGiven } from './consent-store.ts'

export const listConsents: UseCase<typeof spec> = async ({ db, actor }) => readConsents(db, actor)

/** Administrators work for the operator, so nothing is due from them. */
export async function readConsents(db: Queryable, { userId, isAdmin }: Actor): Promise<CallResult<typeof spec>> {
  const given = await readGiven(db, userId)
  return { given, due: isAdmin ? [] : dueAfter(given) }
}

function dueAfter(given: readonly Consent[]) {
  return NOTICE_KEYS.flatMap((notice) => {
    const { version } = NOTICES[notice]
    const earlier = given.filter((consent) => consent.notice === notice)
    if (earlier.some((consent) => consent.version === version)) return []
    return [{ notice, version, is_first: earlier.length === 0 }]
  })
}
