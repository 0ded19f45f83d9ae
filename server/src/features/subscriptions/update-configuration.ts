import { type Refusal, refuse, refuseFields } from '@trading-bot/contract/rest/refusals'
import type { updateConfiguration as spec } from '@trading-bot/contract/rest/subscriptions'
import { recordAudit } from '../../audit/record-audit.ts'
import type { Verb } from '../../http/bind-route.ts'
import { checkCapital, type ConfigInput, ownPart } from './choose-configuration.ts'
import { type ConfigurationRow, findConfiguration, saveConfiguration } from './configuration-store.ts'
import { configurationView } from './configuration-view.ts'
import { findSubscription } from './subscription-store.ts'

export const updateConfiguration: Verb<typeof spec> = async (context, { id, ...input }) => {
  const { db, actor, clock } = context
  return db.transaction().execute(async (tx) => {
    const subscription = await findSubscription(tx, id)
    if (subscription?.user_id !== actor.userId) return refuse('NOT_FOUND')
    if (subscription.status !== 'active' && subscription.status !== 'pending') return refuse('NO_SUBSCRIPTION')
    const old = await findConfiguration(tx, id)
    const refusal = checkCapital(old?.bot_type ?? null, input) ?? checkForeign(old, input)
    if (refusal) return refusal
    const saved = configurationView(await saveConfiguration(tx, id, ownPart(input), clock.now()))
    await recordAudit(tx, context, {
      action: 'subscription.configured',
      subject: { kind: 'subscription', id },
      ...(old && { before: configurationView(old) }),
      after: saved,
    })
    return { message: 'Bot configuration saved successfully!', bot_configuration: saved }
  })
}

const ADMIN_FIELDS = [
  'symbol',
  'token',
  'quantity',
  'ema_period',
  'stop_loss_percentage',
  'target_profit_percentage',
  'max_orders_per_day',
] as const

/** The administrator's fields may be sent back as they are; a changed one is refused by name. */
function checkForeign(old: ConfigurationRow | undefined, input: ConfigInput): Refusal | undefined {
  if (!old) return undefined
  const known = configurationView(old)
  const foreign = ADMIN_FIELDS.filter((field) => input[field] !== undefined && input[field] !== known[field])
  if (foreign.length === 0) return undefined
  const sentence = refuse('ADMIN_SETTING').sentence
  return refuseFields(Object.fromEntries(foreign.map((field) => [field, [sentence]])))
}
