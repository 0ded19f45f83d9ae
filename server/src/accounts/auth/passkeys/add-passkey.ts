import type {
  addPasskey as add,
  NewCredential,
  startPasskey as start,
} from '@trading-bot/contract/rest/accounts/passkeys'
import { refuse, refuseUntil } from '@trading-bot/contract/rest/refusals'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import type { Context } from '../../../platform/http/context.ts'
import { newId } from '../../../platform/ids.ts'
import { hitThrottle } from '../../../platform/security/throttle.ts'
import { notifyByAccount } from '../../notifications/index.ts'
import { passkeyNews } from '../account-news.ts'
import { getUser } from '../profile/user-store.ts'
import { challengeThrottle } from '../sessions/throttles.ts'
import { countLocked, insertPasskey, listPasskeyRows, spendChallenge, storeChallenge } from './passkey-store.ts'
import { passkeyView } from './passkeys.ts'
import { isFramed, relyingParty } from './relying-party.ts'

const MOST_PASSKEYS = 20

export const startPasskey: UseCase<typeof start> = async ({ db, actor, clock, config }) => {
  const wait = await hitThrottle(db, challengeThrottle(actor.userId), clock.now())
  if (wait !== undefined) return refuseUntil('TOO_MANY_REQUESTS', wait)
  const user = await getUser(db, actor.userId)
  const existing = await listPasskeyRows(db, user.id)
  if (existing.length >= MOST_PASSKEYS) return refuse('TOO_MANY_PASSKEYS')
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const options = await generateRegistrationOptions({
    rpName: 'Trading Bot',
    rpID: relyingParty(config).id,
    userID: new TextEncoder().encode(user.id),
    userName: user.username,
    userDisplayName: `${user.first_name} ${user.last_name}`,
    excludeCredentials: existing.map((row) => ({ id: row.credential_id })),
    // Found without a typed name, and only after a PIN or a fingerprint: two factors in one.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await storeChallenge(db, { challenge: options.challenge, purpose: 'add', userId: user.id }, clock.now())
  return { ...options }
}

export const addPasskey: UseCase<typeof add> = async (context, { name, credential }) => {
  const { db, actor, clock, config, origin } = context
  const verified = await verifyCredential(context, credential)
  if (!verified) return refuse('PASSKEY_REFUSED')
  return db.transaction().execute(async (tx) => {
    const now = clock.now()
    // Counted when stored: two challenges that were issued at nineteen must not lead to twenty-one.
    if ((await countLocked(tx, actor.userId)) >= MOST_PASSKEYS) return refuse('TOO_MANY_PASSKEYS')
    const row = await insertPasskey(tx, {
      id: newId(now),
      user_id: actor.userId,
      credential_id: verified.credential.id,
      public_key: Buffer.from(verified.credential.publicKey),
      sign_count: String(verified.credential.counter),
      transports: credential.response.transports ?? [],
      name,
      is_backed_up: verified.credentialBackedUp,
      created_at: now,
    })
    if (!row) return refuse('PASSKEY_REFUSED')
    const news = passkeyNews('added', name, { ...origin, at: now }, `${config.publicUrl}/profile`)
    await notifyByAccount(tx, config, now, { userId: actor.userId, ...news })
    const subject = { kind: 'user', id: actor.userId }
    await recordAudit(tx, context, { action: 'account.passkey-added', subject, after: { name } })
    return passkeyView(row)
  })
}

async function verifyCredential({ db, actor, clock, config }: Context<'signed-in'>, response: NewCredential) {
  if (isFramed(response)) return undefined
  const { id, origin } = relyingParty(config)
  try {
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: response as Parameters<typeof verifyRegistrationResponse>[0]['response'],
      expectedChallenge: (challenge) =>
        spendChallenge(db, { challenge, purpose: 'add', userId: actor.userId }, clock.now()),
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
    })
    return verified ? registrationInfo : undefined
  } catch {
    // The library throws for everything that a browser of ours would not have sent.
    return undefined
  }
}
