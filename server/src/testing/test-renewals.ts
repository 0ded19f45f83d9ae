import {
  approveSimulated,
  type MandateMethod,
  registerMandate,
  type SimulatedOutcome,
} from '@trading-bot/contract/rest/billing/renewals'
import { cancelAtProvider, pollMandates } from '../billing/mandates/index.ts'
import { applyEvents, openEventIntake } from '../billing/payments/index.ts'
import { runRenewals } from '../billing/renewals/index.ts'
import { expireSubscriptions } from '../billing/subscriptions/index.ts'
import { runSimulatedBank } from '../platform/providers/recurring/run-simulated-bank.ts'
import { signUpHolder } from './test-plans.ts'
import type { TestServer } from './test-server.ts'

const HOUR_MS = 3_600_000

type PayerOptions = { readonly method?: MandateMethod; readonly outcome?: SimulatedOutcome; readonly plan?: string }

/** A holder who has set up automatic payments at the simulated bank. */
export async function signUpPayer(server: TestServer, { method = 'upi', outcome = 'none', plan }: PayerOptions = {}) {
  const holder = await signUpHolder(server, plan)
  const registered = await server.call(registerMandate, { method }, holder.token)
  const approved = await server.call(approveSimulated, { id: registered.body.mandate.id, outcome }, holder.token)
  return { ...holder, mandateId: registered.body.mandate.id, registered, approved }
}

/** What the jobs do every minute. */
export async function runMinute(server: TestServer): Promise<void> {
  const { deps } = server
  await runSimulatedBank(deps.db, deps.clock, openEventIntake(deps).store)
  await applyEvents(deps)
  await pollMandates(deps)
  await runRenewals(deps)
  await expireSubscriptions(deps)
}

/** Lets days pass, with the jobs every few hours. */
export async function passTime(server: TestServer, ms: number, stepMs = 6 * HOUR_MS): Promise<void> {
  for (let left = ms; left > 0; left -= stepMs) {
    server.moveTime(Math.min(left, stepMs))
    await runMinute(server)
  }
}

/** The mandates that were cancelled here and not yet at the provider. */
export async function tellOfCancelled(server: TestServer): Promise<void> {
  const rows = await server.db.selectFrom('mandates').select('id').where('state', '=', 'cancelled').execute()
  for (const { id } of rows) await cancelAtProvider(server.deps, id)
}
