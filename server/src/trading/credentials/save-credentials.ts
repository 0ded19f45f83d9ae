import type {
  Credentials,
  saveCredentials as save,
  updateCredentials as update,
} from '@trading-bot/contract/rest/trading/credentials'
import { type Refusal, refuse } from '@trading-bot/contract/rest/refusals'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import type { Context } from '../../platform/http/context.ts'
import { requireRecentAuth } from '../../accounts/auth/index.ts'
import { findValid } from '../../billing/subscriptions/index.ts'
import { credentialView } from './credential-view.ts'
import { announceCredentials, findCredentials, recordUse, saveSealed } from './credential-store.ts'
import { refuseWhileExposed } from './refuse-while-exposed.ts'
import { sealCredentials } from './sealed-credentials.ts'

export const saveCredentials: UseCase<typeof save> = (context, input) => keep(context, input, 'saved')

export const updateCredentials: UseCase<typeof update> = async (context, input) => {
  const old = await findCredentials(context.db, context.actor.userId)
  return old ? keep(context, input, 'updated') : refuse('CREDENTIALS_NOT_SET')
}

async function keep(context: Context<'signed-in'>, input: Credentials, action: 'saved' | 'updated') {
  const { db, actor, clock, config } = context
  const now = clock.now()
  const refusal = await refuseChange(context, input.password)
  if (refusal) return refusal
  const credentials = {
    apiKey: input.api_key,
    clientCode: input.client_code,
    mpin: input.mpin,
    // Users copy authenticator secrets with blanks and in any case.
    totpSecret: input.totp_secret.replace(/[\s-]/g, '').toUpperCase(),
  }
  return db.transaction().execute(async (tx) => {
    const row = await saveSealed(tx, sealCredentials(config.sealKey, actor.userId, credentials), now)
    await recordUse(tx, actor.userId, action, 'ok', now)
    await announceCredentials(tx, actor.userId)
    await recordAudit(tx, context, { action: `credentials.${action}`, subject: { kind: 'user', id: actor.userId } })
    return { message: 'Trading credentials saved successfully!', credentials: credentialView(row) }
  })
}

async function refuseChange(context: Context<'signed-in'>, password: string | undefined): Promise<Refusal | undefined> {
  const valid = await findValid(context.db, context.actor.userId, context.clock.now())
  if (!valid) return refuse('SUBSCRIPTION_REQUIRED')
  if (!(await requireRecentAuth(context, password))) return refuse('PASSWORD_AGAIN')
  return refuseWhileExposed(context.db, context.actor.userId, context.clock.now())
}
