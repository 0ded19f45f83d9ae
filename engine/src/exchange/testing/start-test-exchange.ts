import { totpCode } from '../../totp/totp-code.ts'
import type { ExchangeAccount } from '../state/exchange-account.ts'
import { openAccount } from '../accounts/open-account.ts'
import { startExchangeServer } from '../wire/start-exchange-server.ts'
import { openTestExchange } from './open-test-exchange.ts'
import { restClient } from './rest-client.ts'

export const LOGIN = '/rest/auth/angelbroking/user/v1/loginByPassword'

export type StartedExchange = Awaited<ReturnType<typeof startTestExchange>>

/** A test's exchange behind its own server, with a client and an account; closing it throws what went wrong inside. */
export async function startTestExchange({ hasSwitches = false } = {}) {
  const { exchange, time } = openTestExchange()
  const bugs: unknown[] = []
  const server = await startExchangeServer(exchange, { hasSwitches, onBug: (error) => bugs.push(error) })
  const client = restClient(server.restUrl)
  const account = openAccount(exchange, { clientCode: 'T100001' })
  const loginBody = ({ clientCode, mpin, totpSecret } = account) => ({
    clientcode: clientCode,
    password: mpin,
    totp: totpCode(totpSecret, exchange.clock.nowMs()),
  })
  const logIn = async (of: ExchangeAccount = account) => {
    const { json } = await client.post(LOGIN, loginBody(of), { 'X-PrivateKey': of.apiKey })
    const tokens = json.data as unknown as { jwtToken: string; refreshToken: string; feedToken: string }
    return { tokens, headers: { 'X-PrivateKey': of.apiKey, Authorization: `Bearer ${tokens.jwtToken}` } }
  }
  const close = async () => {
    client.close()
    await server.close()
    exchange.close()
    if (bugs.length > 0) throw new Error('the server reported an internal error', { cause: bugs[0] })
  }
  return { exchange, time, server, client, account, loginBody, logIn, close }
}
