// What a renewal needs next. Decided under the holder's billing lock and committed before anybody is asked for anything.
import type { Tx } from '../../platform/db/client.ts'
import type { Deps } from '../../platform/http/context.ts'
import { findMandate, type MandateRow } from '../mandates/index.ts'
import { findPayment, type PaymentRow } from '../payments/index.ts'
import { lockBilling } from '../subscriptions/index.ts'
import { type AttemptRow, listAttempts, moveAttempt, moveAttemptAndPlan } from './attempt-store.ts'
import { checkWanted } from './check-wanted.ts'
import { failAttempt } from './fail-attempt.ts'
import { recordAttempt } from './record-attempt.ts'
import { type Claimed, findRenewal, planNext, type RenewalRow } from './renewal-store.ts'
import { UNANSWERED_MS } from './renewal-times.ts'

export type Asked = { readonly attempt: AttemptRow; readonly payment: PaymentRow; readonly mandate: MandateRow }
export type Step = ({ readonly kind: 'order' | 'debit' | 'look' } & Asked) | undefined

export async function decideStep(tx: Tx, deps: Deps, claimed: Claimed): Promise<Step> {
  const now = deps.clock.now()
  await lockBilling(tx, claimed.user_id, now)
  const renewal = await findRenewal(tx, claimed.id)
  if (renewal?.state !== 'open') return undefined
  const attempts = await listAttempts(tx, renewal.id)
  const attempt = attempts.at(-1)
  if (!attempt || isOver(attempt)) return begin(tx, deps, renewal, attempts.length + 1)
  const asked = await readAsked(tx, attempt)
  if (attempt.state === 'recorded') return { kind: 'order', ...asked }
  if (attempt.state === 'debiting') return lookOrAsk(tx, renewal, asked, now)
  if (attempt.state === 'ordered') {
    // Its time came and no notice was confirmed. Nothing was asked of the bank, so this is final.
    await failAttempt(tx, deps, renewal, attempt, 'notice_failed')
    return undefined
  }
  return startDebit(tx, renewal, asked, now)
}

function isOver({ state }: AttemptRow): boolean {
  return state === 'failed' || state === 'ended' || state === 'captured'
}

async function readAsked(tx: Tx, attempt: AttemptRow): Promise<Asked> {
  const [payment, mandate] = [await findPayment(tx, attempt.payment_id), await findMandate(tx, attempt.mandate_id)]
  if (!payment || !mandate) throw new Error(`the attempt ${attempt.id} has lost its payment or mandate`)
  return { attempt, payment, mandate }
}

async function begin(tx: Tx, deps: Deps, renewal: RenewalRow, number: number): Promise<Step> {
  const now = deps.clock.now()
  const ready = await checkWanted(tx, renewal, now)
  if (ready === undefined) return undefined
  const recorded = await recordAttempt(tx, deps, renewal, { ...ready, number })
  return recorded && { kind: 'order', ...recorded, mandate: ready.mandate }
}

/** The notice is old enough: its holder may have opted out meanwhile. Committed before the bank is asked. */
async function startDebit(tx: Tx, renewal: RenewalRow, asked: Asked, now: Date): Promise<Step> {
  const { attempt } = asked
  if (attempt.debit_at && attempt.debit_at > now) {
    await planNext(tx, renewal.id, attempt.debit_at)
    return undefined
  }
  const ready = await checkWanted(tx, renewal, now)
  if (ready === undefined) return undefined
  if (ready.mandate.id !== attempt.mandate_id) {
    // The notice was about another mandate.
    await moveAttempt(tx, attempt.id, ['notified'], 'ended', { closed_at: now })
    await planNext(tx, renewal.id, now)
    return undefined
  }
  const asking = { debit_asked_at: now, nextAt: new Date(now.getTime() + UNANSWERED_MS) }
  if (!(await moveAttemptAndPlan(tx, attempt, ['notified'], 'debiting', asking))) return undefined
  return { kind: 'debit', ...asked, attempt: { ...attempt, state: 'debiting', debit_asked_at: now } }
}

/** The provider is always asked what it has before anything is asked of the bank again. */
async function lookOrAsk(tx: Tx, renewal: RenewalRow, asked: Asked, now: Date): Promise<Step> {
  await planNext(tx, renewal.id, new Date(now.getTime() + UNANSWERED_MS))
  return { kind: 'look', ...asked }
}
