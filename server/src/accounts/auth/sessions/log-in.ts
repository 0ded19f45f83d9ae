import type { logIn as spec } from '@trading-bot/contract/rest/accounts/auth'
import { refuse, refuseUntil, type Refusal } from '@trading-bot/contract/rest/refusals'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import type { Context } from '../../../platform/http/context.ts'
import { hitThrottle, type Throttle } from '../../../platform/security/throttle.ts'
import { recordLog } from '../../../platform/logs/record-log.ts'
import { checkFactor } from '../second-factor/check-factor.ts'
import { knowsDevice } from '../devices/device-store.ts'
import { signIn } from './sign-in.ts'
import { accountThrottle, addressThrottle, logInThrottle } from './throttles.ts'
import { findUserByLogin } from '../profile/user-store.ts'
import { type UserRow, userView } from '../profile/user-view.ts'

export const logIn: UseCase<typeof spec> = async (context, input) => {
  const { db, config, origin } = context
  const login = input.username.toLowerCase()
  const own = logInThrottle(login, origin.address)
  const [wait, user] = await Promise.all([countAttempt(context, own, login), findUserByLogin(db, login)])
  if (wait !== undefined) return refuseUntil('LOGIN_THROTTLED', wait)
  const refusal = await proveUser(context, user, input)
  if (refusal || !user) {
    if (refusal?.code !== 'SECOND_FACTOR') await countFailure(context, user, login)
    return refusal ?? refuse('WRONG_LOGIN')
  }
  const isKnownDevice = await knowsDevice(db, user.id, origin)
  const signedIn = await signIn(context, user, {
    rememberMe: input.remember_me,
    isKnownDevice,
    throttleKey: own.key,
  })
  return { ...signedIn, user: userView(signedIn.user, config), remember_me: input.remember_me }
}

/** Counted before the password is checked, so that parallel guesses count too; a success clears the count. */
async function countAttempt(
  { db, clock, config, origin }: Context,
  own: Throttle,
  login: string,
): Promise<number | undefined> {
  const guards = [addressThrottle(config, 'login', origin.address), accountThrottle(login)]
  return hitThrottle(db, own, clock.now(), guards)
}

async function proveUser(
  context: Context,
  user: UserRow | undefined,
  input: { password: string; otp?: string | undefined },
): Promise<Refusal | undefined> {
  // An unknown name costs the same work as a known one, so that timing does not reveal which names exist.
  const isRight = await context.passwords.verify(user?.password_hash ?? NOBODY_HASH, input.password)
  if (!user || !isRight) return refuse('WRONG_LOGIN')
  if (user.status === 'suspended') return refuse('ACCOUNT_SUSPENDED')
  if (user.second_factor_on_at === null) return undefined
  if (!input.otp) return refuse('SECOND_FACTOR')
  return (await checkFactor(context, user, input.otp)) ? undefined : refuse('WRONG_SECOND_FACTOR')
}

// Argon2id hash of a random text that nobody knows.
const NOBODY_HASH = '$argon2id$v=19$m=19456,t=2,p=1$c29tZS1ub2JvZHktc2FsdA$Rb3uKH0Fxq1hfBTpBrI5BzN4f7b3AfgBoY9p1WYcQ9Y'

async function countFailure(context: Context, user: UserRow | undefined, login: string): Promise<void> {
  const { db, clock, config, origin } = context
  const now = clock.now()
  await hitThrottle(db, addressThrottle(config, 'login', origin.address), now)
  await hitThrottle(db, accountThrottle(login), now)
  await recordLog(db, now, {
    level: 'WARNING',
    category: 'security',
    message: 'Failed log-in',
    details: { login, address: origin.address },
    ...(user && { userId: user.id }),
  })
}
