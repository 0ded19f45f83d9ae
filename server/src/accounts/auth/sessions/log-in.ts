import type { logIn as spec } from '@trading-bot/contract/rest/accounts/auth'
import { refuse, refuseUntil, type Refusal } from '@trading-bot/contract/rest/refusals'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import type { Context } from '../../../platform/http/context.ts'
import { countAttempt } from '../../../platform/security/backoff.ts'
import { hitThrottle, type Throttle } from '../../../platform/security/throttle.ts'
import { recordLog } from '../../../platform/logs/record-log.ts'
import { knowsDevice } from '../devices/device-store.ts'
import { checkFactor } from '../second-factor/check-factor.ts'
import { needsPasskey } from '../second-factor/prove-identity.ts'
import { addressThrottle, logInBackoff, placeOf, strangersThrottle } from './throttles.ts'
import { findUserByLogin } from '../profile/user-store.ts'
import { type UserRow, userView } from '../profile/user-view.ts'
import { signIn } from './sign-in.ts'

/** An unknown name passes the same counts, statements and work as a known one, so that nobody learns which exist. */
export const logIn: UseCase<typeof spec> = async (context, input) => {
  const { db, clock, config, origin } = context
  const login = input.username.toLowerCase()
  const user = await findUserByLogin(db, login)
  const isKnownDevice = await knowsDevice(db, user?.id ?? NOBODY_ID, origin)
  const place = placeOf(origin, isKnownDevice)
  const own = logInBackoff(user?.id ?? login, place)
  const guards = isKnownDevice ? [] : strangerGuards(context, user?.id ?? login)
  const wait = await countAttempt(db, own, clock.now(), guards)
  if (wait !== undefined) return refuseUntil('LOGIN_THROTTLED', wait)
  const refusal = await proveUser(context, user, place, input)
  if (refusal || !user) {
    if (refusal?.code !== 'SECOND_FACTOR' && refusal?.code !== 'PASSKEY_REQUIRED')
      await recordFailure(context, user, { login, guards })
    return refusal ?? refuse('WRONG_LOGIN')
  }
  const signedIn = await signIn(context, user, {
    rememberMe: input.remember_me,
    isKnownDevice,
    throttleKey: own.key,
  })
  return { ...signedIn, user: userView(signedIn.user, config), remember_me: input.remember_me }
}

const NOBODY_ID = '00000000-0000-0000-0000-000000000000'

/** Known devices are spared these, or a stranger could lock the owner out. */
function strangerGuards({ config, origin }: Context, account: string): Throttle[] {
  return [addressThrottle(config, 'login', origin.address), strangersThrottle(account)]
}

async function proveUser(
  context: Context,
  user: UserRow | undefined,
  place: string,
  input: { password: string; otp?: string | undefined },
): Promise<Refusal | undefined> {
  const isRight = await context.passwords.verify(user?.password_hash ?? NOBODY_HASH, input.password)
  if (!user || !isRight) return refuse('WRONG_LOGIN')
  if (user.status === 'suspended') return refuse('ACCOUNT_SUSPENDED')
  if (needsPasskey(context.config, user)) return refuse('PASSKEY_REQUIRED')
  if (user.second_factor_on_at === null) return undefined
  if (!input.otp) return refuse('SECOND_FACTOR')
  return (await checkFactor(context, user, input.otp, place)) ? undefined : refuse('WRONG_SECOND_FACTOR')
}

// Argon2id hash of a random text that nobody knows.
const NOBODY_HASH = '$argon2id$v=19$m=19456,t=2,p=1$c29tZS1ub2JvZHktc2FsdA$Rb3uKH0Fxq1hfBTpBrI5BzN4f7b3AfgBoY9p1WYcQ9Y'

async function recordFailure(
  { db, clock, origin }: Context,
  user: UserRow | undefined,
  { login, guards }: { login: string; guards: readonly Throttle[] },
): Promise<void> {
  const now = clock.now()
  for (const guard of guards) await hitThrottle(db, guard, now)
  await recordLog(db, now, {
    level: 'WARNING',
    category: 'security',
    message: 'Failed log-in',
    details: { login, address: origin.address },
    ...(user && { userId: user.id }),
  })
}
