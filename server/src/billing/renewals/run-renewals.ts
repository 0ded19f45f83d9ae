import type { Deps } from '../../platform/http/context.ts'
import { ProviderUnreachable } from '../../platform/providers/payment-provider.ts'
import { askForDebit, lookAtDebit, type Offered, placeOrder } from './ask-provider.ts'
import { decideStep } from './decide-step.ts'
import { openRenewals } from './open-renewals.ts'
import { type Claimed, claimDue, planNext } from './renewal-store.ts'
import { TRY_AGAIN_MS } from './renewal-times.ts'

const BATCH = 256
// Most of the time is the provider's: one after the other, a midnight's renewals would take the day.
const SIDE_BY_SIDE = 16

/** The job, in as many workers as there are: begins what has come due, and takes each renewal one step further. */
export async function runRenewals(deps: Deps): Promise<number> {
  if (!deps.payments?.recurring) return 0
  const provider: Offered = { ...deps.payments, recurring: deps.payments.recurring }
  await openRenewals(deps)
  const failures: unknown[] = []
  let steps = 0
  for (;;) {
    const queue = await claimDue(deps.db, deps.clock.now(), BATCH)
    if (queue.length === 0) break
    const work = async () => {
      for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
        await advance(deps, provider, next).catch((error: unknown) => failures.push(error))
        steps += 1
      }
    }
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work))
  }
  // The claims of those that failed run out, and they are tried again.
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} renewals could not be advanced`)
  return steps
}

async function advance(deps: Deps, provider: Offered, claimed: Claimed): Promise<void> {
  const step = await deps.db.transaction().execute((tx) => decideStep(tx, deps, claimed))
  if (!step) return
  try {
    if (step.kind === 'order') await placeOrder(deps, provider, step)
    else if (step.kind === 'debit') await askForDebit(deps, provider, step)
    else await lookAtDebit(deps, provider, step)
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error
    // No answer proves nothing: what became of it is asked later.
    await planNext(deps.db, claimed.id, new Date(deps.clock.now().getTime() + TRY_AGAIN_MS))
  }
}
