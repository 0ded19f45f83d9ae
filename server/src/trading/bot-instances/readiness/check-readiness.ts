import type { TradingMode } from '@trading-bot/contract/rest/trading/bots'
import type { Readiness } from '@trading-bot/contract/rest/trading/readiness'
import type { Queryable } from '../../../platform/db/client.ts'
import type { Context } from '../../../platform/http/context.ts'
import { hasCapital, type Resolved, resolveSettings } from '../settings/resolve-settings.ts'
import { type CredentialState, readCredentialState, UNREADABLE } from '../../credentials/index.ts'
import { findPaperRefusals } from '../../market-data/index.ts'
import { refusedParameter } from '../../strategies/index.ts'
import { checkCalendar } from './check-calendar.ts'
import { checkLive } from './check-live.ts'
import { type CurrentInstance, findCurrentInstance } from '../find-current-instance.ts'
import { listSwitches } from '../switches/list-switches.ts'
import { readinessItem } from './readiness-item.ts'

export type ReadinessReport = {
  readonly current: CurrentInstance
  readonly resolved: Resolved | undefined
  /** The mode that was checked: the one asked about, or the configured one. */
  readonly mode: TradingMode
  readonly list: readonly Readiness[]
  readonly isReady: boolean
}

/** Whether the bot can trade, and if not, why: every missing item with the page that fixes it. */
export async function checkReadiness(
  context: Context,
  userId: string,
  askedMode?: TradingMode,
  resuming?: { readonly strategy_id: string; readonly version: number; readonly settings: unknown },
  known?: CurrentInstance,
): Promise<ReadinessReport> {
  const { db, clock } = context
  const now = clock.now()
  const current = known ?? (await findCurrentInstance(db, userId, now))
  const { subscription } = current
  const found = subscription ? await resolveSettings(db, subscription, current.instance?.strategy_id) : undefined
  const resolved = typeof found === 'object' ? found : undefined
  const mode = askedMode ?? resolved?.mode ?? 'paper'
  const credentials = await readCredentialState(context, userId)
  const version = resuming ? { id: resuming.strategy_id, version: resuming.version } : resolved?.strategy
  const list: Readiness[] = [
    readinessItem('subscription', subscription !== undefined, 'A valid subscription', {
      label: 'Choose a plan',
      path: '/pricing',
    }),
    configurationItem(subscription !== undefined && found !== 'configuration', resolved),
    readinessItem(
      'strategy',
      resolved !== undefined || found === undefined || found === 'configuration',
      'A deployed strategy with active symbols',
      null,
    ),
    readinessItem('capital', resolved !== undefined && hasCapital(resolved.settings), 'Capital above ₹0', SET_UP),
    ...parametersItem(resolved),
    // Paper sends no orders to a broker.
    ...(mode === 'live' ? [credentialsItem(credentials)] : await pricesItem(context, resolved)),
    await switchItem(db, userId, now),
    ...checkCalendar(context.calendar, now),
    ...(mode === 'live' && resolved && version
      ? await checkLive(context, {
          userId,
          subscriptionId: subscription?.id ?? '',
          settings: resuming?.settings ?? resolved.settings,
          resolved,
          credentials,
          version,
        })
      : []),
  ]
  return { current, resolved, mode, list, isReady: list.every(({ is_ready }) => is_ready) }
}

const SET_UP = { label: 'Configure the bot', path: '/subscriptions' }

function configurationItem(isSaved: boolean, resolved: Resolved | undefined): Readiness {
  const isOff = resolved?.isActive === false
  const text = isOff ? 'A bot configuration that is switched on' : 'A saved bot configuration'
  return readinessItem('configuration', isSaved && !isOff, text, SET_UP)
}

/** Listed only when a value is refused: the bot must not trade by a default that nobody chose. */
function parametersItem(resolved: Resolved | undefined): Readiness[] {
  const refusal = resolved && refusedParameter(resolved.settings.botType, resolved.settings.parameters)
  return refusal
    ? [readinessItem('parameters', false, `Strategy parameters that are accepted. ${refusal}`, SET_UP)]
    : []
}

/** What could not be read is not missing: the owner has nothing to add. */
function credentialsItem({ kind }: CredentialState): Readiness {
  if (kind === 'unreadable') return readinessItem('credentials', false, UNREADABLE, null)
  const fix = { label: 'Add credentials', path: '/credentials' }
  return readinessItem('credentials', kind !== 'none', 'Saved broker credentials', fix)
}

/** Listed only where a paper account gets no prices. */
async function pricesItem(context: Context, resolved: Resolved | undefined): Promise<Readiness[]> {
  const tokens = resolved?.settings.instruments.map(({ token }) => token) ?? []
  const refusal = tokens.length === 0 ? null : (await findPaperRefusals(context, tokens))(tokens)
  return refusal ? [readinessItem('paper_prices', false, refusal.sentence, null)] : []
}

async function switchItem(db: Queryable, userId: string, now: Date): Promise<Readiness> {
  const switches = await listSwitches(db, userId, now)
  return readinessItem('switches', switches.length === 0, switches[0]?.reason ?? 'No switch stops new positions', null)
}
