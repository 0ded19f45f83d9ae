// Every order is durable before it is sent: what is recorded comes back as an input, and only then is placed.

import type { LiveOrder } from '@trading-bot/core/trading/account/state/live-order'
import type { LivePosition } from '@trading-bot/core/trading/account/state/live-position'
import type { ManagedAccount } from '@trading-bot/core/trading/account/state/managed-account'
import type { DecisionCause } from './engine-telemetry.ts'
import type { Execution } from './execution.ts'
import { stepAccount } from './take-input.ts'

export type Submitted = {
  readonly account: ManagedAccount
  readonly order: LiveOrder
  readonly position: LivePosition
}

/** Records a decision for all its accounts in one statement. */
export async function recordNew(
  execution: Execution,
  submitted: readonly Submitted[],
  cause?: DecisionCause,
): Promise<void> {
  const { clock, telemetry } = execution.setup
  const sinceMs = clock.nowMs()
  const newOrders = submitted.map(({ order }) => order)
  const positions = submitted.map(({ position }) => position)
  const { refused } = await execution.writeBehindQueue.write({ newOrders, positions })
  telemetry?.onCommitted(cause ?? { kind: 'other', sinceMs }, submitted.length, clock.nowMs())
  for (const { account, order } of submitted)
    stepAccount(execution, account, { kind: 'RECORDED', order, isDenied: refused.has(order.id) })
  void execution.carryOut()
}

/** Records that orders of the queue are being sent. */
export function recordSending(execution: Execution, account: ManagedAccount, sendings: readonly LiveOrder[]): void {
  void execution.writeBehindQueue.write({ sendings }).then(({ refused }) => {
    for (const order of sendings)
      stepAccount(execution, account, { kind: 'RECORDED', order, isDenied: refused.has(order.id) })
    void execution.carryOut()
  })
}
