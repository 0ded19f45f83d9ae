import type { Token } from '@trading-bot/core/units'
import { inBackground, type LiveEngine } from '../live-engine.ts'
import { seePrice } from './protect-position.ts'

/** A held instrument without ticks, or with one that nobody confirms: a broker is asked for its last price. */
export function askForPrice(engine: LiveEngine, token: Token): void {
  const [holder] = [...(engine.holders.get(token) ?? [])].filter(({ instance }) => instance.mode === 'LIVE')
  const instrument = engine.instruments.get(token)
  if (!holder || !instrument) return
  const asked = holder.broker.lastPrices([instrument]).then((answer) => {
    const pricePaise = answer.kind === 'answered' ? answer.value.get(token) : undefined
    if (pricePaise === undefined || engine.isStopped) return
    engine.witness.accept(token, pricePaise, engine.setup.clock.nowMs())
    seePrice(engine, token, pricePaise)
  })
  inBackground(engine, `price of ${token} could not be asked for`, asked)
}
