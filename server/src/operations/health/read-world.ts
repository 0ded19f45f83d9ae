import type { readWorld as spec } from '@trading-bot/contract/rest/operations/platform'
import { DEMO_SIGN_INS } from '../../platform/demo-sign-ins.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { priceSentence, priceSource } from '../../platform/prices/price-rules.ts'

export const readWorld: UseCase<typeof spec> = async ({ config, clock, calendar }) => ({
  demo: config.demo,
  payments: config.payments.kind,
  live_trading: config.liveTrading,
  hosting: config.compliance.hosting,
  performance: config.compliance.performance,
  paper_prices: config.compliance.paperPrices,
  prices: priceSentence(priceSource(config, false, 'paper'), { config, clock, calendar }),
  own_prices: priceSentence(priceSource(config, false, 'own-live'), { config, clock, calendar }),
  telegram: config.telegram !== undefined,
  seller_state: config.seller.state,
  sign_ins: config.demo ? DEMO_SIGN_INS.map(({ role, username, password }) => ({ role, username, password })) : [],
})
