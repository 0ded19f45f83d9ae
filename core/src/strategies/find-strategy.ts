import { bollingerStrategy } from './bollinger-strategy.ts'
import { emaStrategy } from './ema-strategy.ts'
import { macdStrategy } from './macd-strategy.ts'
import { momentumStrategy } from './momentum-strategy.ts'
import { multipleStokesStrategy } from './multiple-stokes-strategy.ts'
import { rsiStrategy } from './rsi-strategy.ts'
import type { NativeBotType, Strategy } from './strategy.ts'

export const STRATEGIES = {
  ema_strategy: emaStrategy,
  rsi_strategy: rsiStrategy,
  macd_strategy: macdStrategy,
  bollinger_strategy: bollingerStrategy,
  momentum_strategy: momentumStrategy,
  multiple_stokes_strategy: multipleStokesStrategy,
} as const satisfies Record<NativeBotType, Strategy>

/** The native strategy of a bot type; `custom_strategy` exists in Python only and has none. */
export function findStrategy(botType: string): Strategy | null {
  return Object.hasOwn(STRATEGIES, botType) ? STRATEGIES[botType as NativeBotType] : null
}
