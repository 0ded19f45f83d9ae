import type {
  proveWithPasskey as prove,
  signInWithPasskey as spec,
  startPasskeyProof as startProof,
  startPasskeySignIn as start,
} from '@trading-bot/contract/rest/accounts/passkeys'
import { refuse, refuseUntil } from '@trading-bot/contract/rest/refusals'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { recordLog } from '../../../platform/logs/record-log.ts'
import { hitThrottle } from '../../../platform/security/throttle.ts'
import { knowsDevice } from '../devices/device-store.ts'
import { getUser } from '../profile/user-store.ts'
import { userView } from '../profile/user-view.ts'
import { confirmIdentity } from '../sessions/confirm-identity.ts'
import { signIn } from '../sessions/sign-in.ts'
import { addressThrottle, challengeThrottle, logInBackoff, placeOf } from '../sessions/throttles.ts'
import { passkeyOptions, verifyPasskey } from './use-passkey.ts'

const SIGN_IN = { purpose: 'sign-in', userId: null } as const

export const startPasskeySignIn: UseCase<typeof start> = async (context) => {
  const { db, clock, config, origin } = context
  const wait = await hitThrottle(db, addressThrottle(config, 'passkey', origin.address), clock.now())
  return wait === undefined ? passkeyOptions(context, SIGN_IN) : refuseUntil('TOO_MANY_REQUESTS', wait)
}

/** A passkey cannot be guessed, so wrong ones are not counted; the challenges they answer are. */
export const signInWithPasskey: UseCase<typeof spec> = async (context, { credential, remember_me }) => {
  const { db, clock, config, origin } = context
  const passkey = await verifyPasskey(context, SIGN_IN, credential)
  if (!passkey) {
    const details = { address: origin.address }
    const line = { level: 'WARNING', category: 'security', message: 'Failed log-in with a passkey', details } as const
    await recordLog(db, clock.now(), line)
    return refuse('PASSKEY_REFUSED')
  }
  const user = await getUser(db, passkey.user_id)
  if (user.status !== 'active') return refuse('ACCOUNT_SUSPENDED')
  const isKnownDevice = await knowsDevice(db, user.id, origin)
  const throttleKey = logInBackoff(user.id, placeOf(origin, isKnownDevice)).key
  const signedIn = await signIn(context, user, { rememberMe: remember_me, isKnownDevice, throttleKey })
  return { ...signedIn, user: userView(signedIn.user, config), remember_me }
}

export const startPasskeyProof: UseCase<typeof startProof> = async (context) => {
  const { db, clock, actor } = context
  const wait = await hitThrottle(db, challengeThrottle(actor.userId), clock.now())
  if (wait !== undefined) return refuseUntil('TOO_MANY_REQUESTS', wait)
  return passkeyOptions(context, { purpose: 'recent-auth', userId: actor.userId })
}

export const proveWithPasskey: UseCase<typeof prove> = async (context, { credential }) => {
  const use = { purpose: 'recent-auth', userId: context.actor.userId } as const
  const passkey = await verifyPasskey(context, use, credential)
  if (!passkey) return refuse('PASSKEY_REFUSED')
  return confirmIdentity(context)
}
