import { type Refusal, refuse } from '@trading-bot/contract/rest/refusals'
import type { Context } from '../../../platform/http/context.ts'
import { probeAddress } from '../../egress/index.ts'
import { hashOwnParameters } from '../../hosting/index.ts'

/** Tries the broker from the account's address; false where this process does not know more afterwards. */
export async function probeBeforeStart(context: Context<'owner'>, userId: string): Promise<boolean> {
  const { hosting } = context.config.compliance
  if (hosting === 'simulated' || hosting === 'paper') return false
  const { outbound_address: address } = await context.db
    .selectFrom('users')
    .select('outbound_address')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return address !== null && probeAddress(context, address)
}

/** Whether a live start confirms its parameters as the holder's own. */
export function asksForOwnParameters({ config }: Pick<Context, 'config'>): boolean {
  return config.compliance.hosting === 'own-logic'
}

/** What is confirmed is what would trade: parameters that have changed since they were shown are shown again. */
export async function checkOwnParameters(
  context: Pick<Context, 'config' | 'db'>,
  settings: unknown,
  confirmed: string | undefined,
): Promise<Refusal | undefined> {
  if (!asksForOwnParameters(context)) return undefined
  const isConfirmed = confirmed === (await hashOwnParameters(context.db, settings))
  return isConfirmed ? undefined : refuse('OWN_PARAMETERS_NOT_CONFIRMED')
}
