import { type ManagedAccount, openOrders } from '../accounts/managed-account.ts'
import { type LiveEngine, notifyOwner } from '../live-engine.ts'
import { heldQuantity } from './live-position.ts'

/**
 * Compares the broker's positions with ours and reports differences, such as manual trades in the same account.
 * Foreign shares are never traded, and a failed look-up proves nothing.
 */
export async function reconcilePositions(engine: LiveEngine, account: ManagedAccount): Promise<void> {
  if (openOrders(account).length > 0) return
  const answer = await account.broker.positions()
  if (engine.isStopped || answer.kind !== 'answered' || openOrders(account).length > 0) return
  for (const { instrument } of account.core.slots) {
    const theirs = answer.value
      .filter(({ token, product }) => token === instrument.token && product === 'INTRADAY')
      .reduce((sum, { buyQuantity, sellQuantity }) => sum + buyQuantity - sellQuantity, 0)
    let ours = 0
    for (const position of account.positions.values())
      if (position.token === instrument.token) ours += heldQuantity(position)
    if (theirs === ours) continue
    const sentence = `The broker shows ${theirs} shares of ${instrument.symbol}, the bot holds ${ours}. The rest is not the bot’s; it leaves it alone.`
    notifyOwner(engine, account, 'MISMATCH', sentence)
  }
}
