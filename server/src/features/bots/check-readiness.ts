import type { Readiness } from '@trading-bot/contract/rest/bots'
import type { Queryable } from '../../db/client.ts'
import type { Context } from '../../http/context.ts'
import { readCredentialState } from '../credentials/index.ts'
import { findValid, type SubscriptionRow } from '../subscriptions/index.ts'
import { findOwnBot } from './bot-store.ts'
import { type Resolved, resolveSettings } from './resolve-settings.ts'
import { listSwitches } from './list-switches.ts'

export type ReadinessReport = {
  readonly subscription: SubscriptionRow | undefined
  readonly resolved: Resolved | undefined
  readonly list: readonly Readiness[]
  readonly isReady: boolean
}

/** Will the bot trade, and if not, why: every missing thing by name, with the place to see to it. */
export async function checkReadiness(
  { db, clock, config }: Context,
  userId: string,
  strategyId?: string,
): Promise<ReadinessReport> {
  const now = clock.now()
  const subscription = await findValid(db, userId, now)
  const own = subscription && (await findOwnBot(db, subscription.id))
  const found = subscription ? await resolveSettings(db, subscription, strategyId ?? own?.strategy_id) : undefined
  const resolved = typeof found === 'object' ? found : undefined
  const credentials = await readCredentialState(db, userId)
  const switches = await listSwitches(db, userId, now)
  const hasAddress = resolved?.mode === 'live' && (await hasOutboundAddress(db, userId))
  const capital = resolved?.settings.capital
  const hasCapital =
    capital !== undefined &&
    ('capitalPaise' in capital
      ? capital.capitalPaise > 0
      : capital.longCapitalPaise > 0 && capital.shortCapitalPaise > 0)
  const list: Readiness[] = [
    item('subscription', subscription !== undefined, 'A valid subscription', {
      label: 'Choose a plan',
      path: '/pricing',
    }),
    item('configuration', subscription !== undefined && found !== 'configuration', 'A saved bot configuration', SET_UP),
    item(
      'strategy',
      resolved !== undefined || found === undefined || found === 'configuration',
      'A deployed strategy with active symbols',
      null,
    ),
    item('capital', hasCapital, 'Capital above ₹0', SET_UP),
    item('credentials', credentials !== 'none', 'Saved broker credentials', {
      label: 'Add credentials',
      path: '/credentials',
    }),
    item('switches', switches.length === 0, switches[0]?.reason ?? 'No switch stops new positions', null),
    ...(resolved?.mode === 'live'
      ? liveItems({ isLiveOn: config.liveTrading, isVerified: credentials === 'verified', hasAddress })
      : []),
  ]
  return { subscription, resolved, list, isReady: list.every(({ is_ready }) => is_ready) }
}

const SET_UP = { label: 'Configure the bot', path: '/subscriptions' }

function item(code: Readiness['code'], isReady: boolean, text: string, fix: Readiness['fix']): Readiness {
  return { code, is_ready: isReady, text, fix: isReady ? null : fix }
}

type LiveState = { readonly isLiveOn: boolean; readonly isVerified: boolean; readonly hasAddress: boolean }

/** The typed consent is asked for at the start itself, each time anew. */
function liveItems({ isLiveOn, isVerified, hasAddress }: LiveState): Readiness[] {
  return [
    item('live_switch', isLiveOn, 'Live trading is switched on for the platform', null),
    item('live_verified', isVerified, 'Verified broker credentials', {
      label: 'Verify credentials',
      path: '/credentials',
    }),
    item('live_address', hasAddress, 'An outbound address, assigned to your account by the operator', null),
  ]
}

async function hasOutboundAddress(db: Queryable, userId: string): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('outbound_address', 'is not', null)
    .executeTakeFirst()
  return user !== undefined
}
