import type {
  controlCloudInstance as byBody,
  controlInstance as byPath,
  Instance,
  InstanceAction,
} from '@trading-bot/contract/rest/operations/instances'
import { Refusal, refuse } from '@trading-bot/contract/rest/refusals'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import type { Context } from '../../platform/http/context.ts'
import type { ControlOutcome } from '../../platform/providers/cloud-machines.ts'
import { recordLog } from '../../platform/logs/record-log.ts'
import { refuseSilence } from './refuse-silence.ts'

export const controlInstance: UseCase<typeof byPath> = (context, { id, action }) => control(context, id, action)

export const controlCloudInstance: UseCase<typeof byBody> = (context, { instance_id, action }) =>
  control(context, instance_id, action)

const DONE: Readonly<Record<InstanceAction, string>> = {
  start: 'is starting',
  stop: 'is stopping',
  reboot: 'is rebooting',
}

/** The request is recorded before it is sent, so that it leaves a trace even if no answer comes. */
async function control(context: Context<'admin'>, id: string, action: InstanceAction) {
  const { db, machines } = context
  const before = await machines.find(id).catch(refuseSilence)
  if (before instanceof Refusal) return before
  if (!before) return refuse('INSTANCE_GONE')
  if (before.is_own) return refuse('OWN_MACHINE')
  await db.transaction().execute(async (tx) => {
    await recordAudit(tx, context, {
      action: `instance.${action}`,
      subject: { kind: 'instance', id },
      before: { name: before.name, state: before.state },
    })
  })
  const outcome = await machines.control(id, action).catch(refuseSilence)
  const refusal = outcome instanceof Refusal ? outcome : refusalOf(outcome)
  await note(context, before, action, refusal)
  if (refusal) return refusal
  const after = await machines.find(id).catch(() => undefined)
  return { success: true as const, message: `${before.name} ${DONE[action]}.`, instance: after ?? before }
}

function refusalOf(outcome: ControlOutcome): Refusal | undefined {
  if (outcome.kind === 'gone') return refuse('INSTANCE_GONE')
  if (outcome.kind === 'own') return refuse('OWN_MACHINE')
  return outcome.kind === 'refused' ? refuse('CLOUD_REFUSED', { values: { reason: outcome.reason } }) : undefined
}

async function note(context: Context<'admin'>, instance: Instance, action: InstanceAction, refusal?: Refusal) {
  const message = refusal
    ? `${instance.name}: ${action} failed. ${refusal.sentence}`
    : `${instance.name} ${DONE[action]}`
  await recordLog(context.db, context.clock.now(), {
    level: refusal ? 'ERROR' : 'SUCCESS',
    category: 'aws',
    message,
    userId: context.actor.userId,
    details: { instance_id: instance.id, action, state_before: instance.state },
  })
}
