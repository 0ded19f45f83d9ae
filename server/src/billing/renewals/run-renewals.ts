import { transactTogether } from '../../platform/db/batch-statements.ts'
import type { Deps } from '../../platform/http/context.ts'
import { ProviderUnreachable } from '../../platform/providers/payment-provider.ts'
import { lockBilling } from '../subscriptions/index.ts'
import { type Answer, askForDebit, lookAtDebit, type Offered, placeOrder } from './ask-provider.ts'
import { decideStep, type Step } from './decide-step.ts'
import { openRenewals } from './open-renewals.ts'
import { type Claimed, claimDue, planNext } from './renewal-store.ts'
import { TRY_AGAIN_MS } from './renewal-times.ts'

/** Renewals that share a transaction before the provider is asked, and one after it has answered. */
const BATCH = 32
/** While one batch is in the database, the others wait for the provider. */
const BATCHES_SIDE_BY_SIDE = 4
// Most of the time is the provider's: one after the other, a midnight's renewals would take the day.
const CALLS_SIDE_BY_SIDE = 16

/** The job, in as many workers as there are: begins what has come due, and takes each renewal one step further. */
export async function runRenewals(deps: Deps): Promise<number> {
  if (!deps.payments?.recurring) return 0
  const provider = limitCalls({ ...deps.payments, recurring: deps.payments.recurring }, CALLS_SIDE_BY_SIDE)
  await openRenewals(deps)
  const failures: unknown[] = []
  let steps = 0
  const work = async () => {
    for (;;) {
      const claimed = await claimDue(deps.db, deps.clock.now(), BATCH)
      if (claimed.length === 0) return
      steps += claimed.length
      for (const batch of holdersApart(claimed)) failures.push(...(await advance(deps, provider, batch)))
    }
  }
  failures.push(...reasonsOf(await Promise.allSettled(Array.from({ length: BATCHES_SIDE_BY_SIDE }, work))))
  // The claims of those that failed run out, and they are tried again.
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} renewals could not be advanced`)
  return steps
}

/** Within one transaction the billing lock keeps nobody out: a holder's second renewal waits for the first. */
function holdersApart(claimed: readonly Claimed[]): Claimed[][] {
  const batches: Claimed[][] = []
  for (const one of claimed) {
    const free = batches.find((batch) => batch.every(({ user_id }) => user_id !== one.user_id))
    if (free) free.push(one)
    else batches.push([one])
  }
  return batches
}

type Stepping = NonNullable<Step>

/** What could not be done is returned. */
async function advance(deps: Deps, provider: Offered, claimed: readonly Claimed[]): Promise<unknown[]> {
  const decided = await transactTogether(deps.db, claimed, (tx, one) => decideStep(tx, deps, one))
  const steps = decided.flatMap((each) => (each.status === 'fulfilled' && each.value ? [each.value] : []))
  const asked = await Promise.allSettled(
    steps.map(async (step) => {
      const apply = await ask(deps, provider, step)
      return apply && { userId: step.payment.user_id, apply }
    }),
  )
  const answers = asked.flatMap((each) => (each.status === 'fulfilled' && each.value ? [each.value] : []))
  const applied = await transactTogether(deps.db, answers, async (tx, { userId, apply }) => {
    await lockBilling(tx, userId, deps.clock.now())
    await apply(tx)
  })
  return reasonsOf([...decided, ...asked, ...applied])
}

function reasonsOf(settled: readonly PromiseSettledResult<unknown>[]): unknown[] {
  return settled.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
}

async function ask(deps: Deps, provider: Offered, step: Stepping): Promise<Answer> {
  try {
    if (step.kind === 'order') return await placeOrder(deps, provider, step)
    if (step.kind === 'debit') return await askForDebit(deps, provider, step)
    return await lookAtDebit(deps, provider, step)
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error
    // No answer proves nothing: what became of it is asked later.
    const nextAt = new Date(deps.clock.now().getTime() + TRY_AGAIN_MS)
    return (tx) => planNext(tx, step.attempt.renewal_id, nextAt)
  }
}

/** At most so many calls at once, whoever makes them; the others wait for their turn. */
function limitCalls(provider: Offered, most: number): Offered {
  const waiting: (() => void)[] = []
  let running = 0
  const inTurn =
    <Input, Output>(call: (input: Input) => Promise<Output>) =>
    async (input: Input): Promise<Output> => {
      if (running === most) await new Promise<void>((resolve) => waiting.push(resolve))
      else running += 1
      try {
        return await call(input)
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running -= 1
      }
    }
  const { recurring } = provider
  const [createDebitOrder, debit] = [inTurn(recurring.createDebitOrder), inTurn(recurring.debit)]
  const listPayments = inTurn(provider.listPayments)
  return { ...provider, listPayments, recurring: { ...recurring, createDebitOrder, debit } }
}
