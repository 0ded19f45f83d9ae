import type { RunsAs } from '@trading-bot/contract/rest/trading/bot-code'
import type { Source } from '@trading-bot/contract/rest/trading/code-files'
import type { BotType } from '@trading-bot/contract/rest/billing/plans'
import { findStrategy } from '@trading-bot/core/strategies/find-strategy'
import { shippedBot } from '../../../platform/providers/shipped-bots.ts'

/** An unchanged template with a native implementation runs natively; anything else is Python. */
export async function runsAs(botType: BotType, { code, files }: Source): Promise<RunsAs> {
  if (!findStrategy(botType) || files !== null) return 'python'
  // Editors change line endings and the final one; the interpreter does not care.
  const plain = (text: string) => text.replaceAll('\r\n', '\n').trimEnd()
  return code === '' || plain(code) === plain(await shippedBot(botType)) ? 'native' : 'python'
}
