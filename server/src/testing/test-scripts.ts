import { createBotCode } from '@trading-bot/contract/rest/trading/bot-code'
import { openScripts, type Scripts } from '../platform/providers/open-scripts.ts'
import { seedCatalogue } from '../demo/seed-catalogue.ts'
import type { Deps } from '../platform/http/context.ts'
import { startedForFile, startTestServer, TEST_SANDBOX, type TestServer } from './test-server.ts'

export function openTestScripts(): Promise<Scripts> {
  return openScripts({ dataDir: '/nowhere', sandbox: TEST_SANDBOX })
}

/** A file's server with a Python sandbox and a seeded catalogue. */
export function scriptServerForFile(clock?: Deps['clock']): TestServer {
  return startedForFile(async () => {
    const scripts = await openTestScripts()
    const server = await startTestServer({}, { scripts, ...(clock && { clock }) })
    await seedCatalogue(server.deps)
    const stop = async () => {
      await server.stop()
      await scripts.close()
    }
    return { ...server, stop }
  })
}

/** No longer the template, so it runs as Python. */
export const EDITED = `
from bot_runtime.indicators import Ema
ema = Ema(20)
above = None
def on_bar(bot, bar):
    global above
    average = ema.step(bar.close_paise)
    if average is None: return
    now = bar.close_paise > average
    if above is not None and now != above:
        bot.buy() if now else bot.exit('long')
    above = now
`

export function botForm(name: string, more: object = {}) {
  return { name, bot_type: 'ema_strategy' as const, symbol: 'SBIN-EQ', token: '3045', ...more }
}

export async function newBotCode(server: TestServer, token: string, code: string, config: ReturnType<typeof botForm>) {
  const { status, body } = await server.call(createBotCode, { code, config }, token)
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}
