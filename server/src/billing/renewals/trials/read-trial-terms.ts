import { MandateMethod, type readTrialTerms as spec } from '@trading-bot/contract/rest/billing/renewals'
import { Refusal, refuse } from '@trading-bot/contract/rest/refusals'
import { DAY_MS } from '@trading-bot/core/time'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { registrationPaise } from '../../../platform/providers/recurring/recurring-payments.ts'
import { readCredit } from '../../ledger/index.ts'
import { MOST_PAISE } from '../../mandates/index.ts'
import { amountDue, checkTrial, findOffer } from '../../subscriptions/index.ts'
import { debitBefore } from '../read-renewal.ts'

/** What somebody agrees to who begins a trial now: its end, and what comes after for whoever wants to stay. */
export const readTrialTerms: UseCase<typeof spec> = async (context, choice) => {
  const { db, actor, clock, payments } = context
  const now = clock.now()
  const offer = await findOffer(db, choice, undefined)
  if (!offer?.isOffered) return refuse('PLAN_NOT_OFFERED')
  const checked = await checkTrial(db, context, actor.userId, offer)
  const ends = new Date(now.getTime() + offer.trialDays * DAY_MS)
  const canRenew = payments?.recurring !== undefined && offer.chargePaise <= MOST_PAISE
  const credit = await readCredit(db, actor.userId)
  const debitBy = (method: MandateMethod) => {
    // What the registration charges is credit by then.
    const duePaise = amountDue(offer, credit + registrationPaise(method))
    return { ...debitBefore(ends, method, { pricePaise: offer.chargePaise, duePaise }, now), method }
  }
  return {
    refusal: checked instanceof Refusal ? checked.sentence : null,
    days: offer.trialDays,
    ends_at: ends.toISOString(),
    is_paper_only: !offer.trialAllowsLive,
    charge: Number(offer.chargePaise) / 100,
    period_days: offer.periodMs / DAY_MS,
    first_debits: canRenew && offer.trialDays > 0 ? MandateMethod.options.map(debitBy) : [],
  }
}
