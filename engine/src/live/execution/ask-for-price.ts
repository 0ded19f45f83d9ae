import type { Token } from '@trading-bot/core/units'
import { connectionOf, type Execution, inBackground } from './execution.ts'
import type { Market } from './market.ts'
import { seePrice } from './see-price.ts'

/** A held instrument without ticks, or with one that nobody confirms: a broker is asked for its last price. */
export function askForPrice(execution: Execution, market: Market, token: Token): void {
  const { setup } = execution
  const { context, holders, witness } = market
  const [holder] = [...(holders.get(token) ?? [])].filter(({ instance }) => instance.mode === 'LIVE')
  const instrument = context.instruments.get(token)
  if (!holder || !instrument) return
  const { broker } = connectionOf(execution, holder)
  const asked = broker.lastPrices([instrument]).then((answer) => {
    const pricePaise = answer.kind === 'answered' ? answer.value.get(token) : undefined
    if (pricePaise === undefined || execution.isStopped) return
    witness.accept(token, pricePaise, setup.clock.nowMs())
    seePrice(execution, market, token, pricePaise)
  })
  inBackground(execution, `price of ${token} could not be asked for`, asked)
}
