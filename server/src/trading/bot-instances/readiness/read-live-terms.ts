import type { readLiveTerms as spec } from '@trading-bot/contract/rest/trading/hosting'
import { findStrategy } from '@trading-bot/core/strategies/find-strategy'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import type { Context } from '../../../platform/http/context.ts'
import { readProbes } from '../../egress/index.ts'
import { hashOwnParameters, listEmpanelments } from '../../hosting/index.ts'
import { findCurrentInstance } from '../find-current-instance.ts'
import { BotSettings } from '../settings/bot-settings.ts'
import { resolveSettings } from '../settings/resolve-settings.ts'
import { asksForOwnParameters } from './prepare-live-start.ts'

export const readLiveTerms: UseCase<typeof spec> = async (context) => {
  const { db, actor, config } = context
  const { hosting } = config.compliance
  const { outbound_address, secondary_address } = await db
    .selectFrom('users')
    .select(['outbound_address', 'secondary_address'])
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  const probes = await readProbes(db, outbound_address ? [outbound_address] : [])
  return {
    hosting,
    outbound_address,
    secondary_address,
    probe: probes.get(outbound_address ?? '') ?? null,
    provider: hosting === 'provider' ? await findProvider(context) : null,
    own_parameters: asksForOwnParameters(context) ? await describeOwnParameters(context) : null,
  }
}

async function findProvider({ db }: Context) {
  const [current] = await listEmpanelments(db, { currentOnly: true })
  if (!current) return null
  const { provider_name: name, number, valid_until } = current
  return { name, number, valid_until: valid_until.toISOString() }
}

/** Of what the next start or resume trades with. */
async function describeOwnParameters({ db, actor, clock }: Context<'signed-in'>) {
  const { subscription, instance } = await findCurrentInstance(db, actor.userId, clock.now())
  if (!subscription) return null
  const resolved = await resolveSettings(db, subscription, instance?.strategy_id)
  const settings = instance?.status === 'paused' ? instance.settings : typeof resolved === 'object' && resolved.settings
  return settings ? { hash: await hashOwnParameters(db, settings), lines: linesOf(BotSettings.parse(settings)) } : null
}

function linesOf({ botType, parameters, interval, instruments, limits }: BotSettings) {
  const specs = findStrategy(botType)?.parameters ?? {}
  return [
    {
      label: instruments.length === 1 ? 'Symbol' : 'Symbols',
      value: instruments.map(({ symbol }) => symbol).join(', '),
    },
    { label: 'Bars', value: interval },
    ...Object.entries(parameters).map(([name, value]) => ({ label: specs[name]?.label ?? name, value: shown(value) })),
    { label: 'Stop loss', value: percent(limits.stopLossBps) },
    { label: 'Target', value: percent(limits.targetBps) },
    ...(limits.trailingStopBps === null ? [] : [{ label: 'Trailing stop', value: percent(limits.trailingStopBps) }]),
  ]
}

function percent(bps: number | null): string {
  return bps === null ? 'None' : `${bps / 100} %`
}

function shown(value: unknown): string {
  return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value)
}
