import type { CheckLine } from '@trading-bot/contract/rest/trading/account-checks'
import { formatRupees } from '@trading-bot/core/money'
import type { Answer, Broker, BrokerFunds } from '@trading-bot/engine/ports'
import type { PlatformCheck } from './check-platform.ts'
import type { MasterRows } from './check-ports.ts'
import type { LiveAccount } from './live-accounts.ts'

const NOT_OPENED = 'Not known: the engine has not opened this account.'

/** The report of one account; a broker that does not answer leaves a line unknown. */
export async function checkAccount(
  account: LiveAccount,
  broker: Broker | undefined,
  platform: PlatformCheck,
): Promise<CheckLine[]> {
  // Asking for funds logs in when needed, and never tries rejected credentials again.
  const funds = await broker?.funds().catch((error: unknown) => unavailable(error))
  return [...brokerLines(account, funds), ...platform.lines, instrumentsLine(account, platform.master)]
}

function brokerLines({ capitalPaise }: LiveAccount, funds: Answer<BrokerFunds> | undefined): CheckLine[] {
  if (!funds) return [line('log_in', 'unknown', NOT_OPENED), line('funds', 'unknown', NOT_OPENED)]
  if (funds.kind === 'refused') {
    return [line('log_in', 'problem', funds.sentence), line('funds', 'unknown', 'Not known: the log-in did not work.')]
  }
  if (funds.kind === 'unavailable') {
    const text = `Not known: ${funds.why}`
    return [line('log_in', 'unknown', text), line('funds', 'unknown', text)]
  }
  const { availablePaise } = funds.value
  const shortPaise = capitalPaise - availablePaise
  const figures = `${rupees(availablePaise)} available for bots that may use ${rupees(capitalPaise)}`
  return [
    line('log_in', 'ok', 'The broker accepted the log-in.'),
    shortPaise > 0
      ? line('funds', 'problem', `${rupees(shortPaise)} short: ${figures}.`)
      : line('funds', 'ok', `${figures}.`),
  ]
}

/** Orders go out by token and are rounded to tick and lot: a symbol that changed must not trade by the old values. */
function instrumentsLine({ instruments }: LiveAccount, master: MasterRows | undefined): CheckLine {
  if (!master) return line('instruments', 'unknown', 'Not known: the instrument master could not be read.')
  const changes = instruments.flatMap(({ symbol, token, tickPaise, lotSize }) => {
    const listed = master.get(symbol)
    if (!listed) return [`${symbol} is no longer listed`]
    return [
      ...(listed.token === token ? [] : [`${symbol} has token ${listed.token} instead of ${token}`]),
      ...(listed.tickPaise === tickPaise
        ? []
        : [`${symbol} has a tick of ${rupees(listed.tickPaise)} instead of ${rupees(tickPaise)}`]),
      ...(listed.lotSize === lotSize ? [] : [`${symbol} has a lot of ${listed.lotSize} instead of ${lotSize}`]),
    ]
  })
  if (changes.length > 0) return line('instruments', 'problem', `${changes.join('; ')}.`)
  return line('instruments', 'ok', 'The symbols are listed as the bots know them.')
}

function line(code: CheckLine['code'], state: CheckLine['state'], text: string): CheckLine {
  return { code, state, text }
}

function rupees(paise: number): string {
  const text = formatRupees(paise / 100)
  return text.endsWith('.00') ? text.slice(0, -3) : text
}

function unavailable(error: unknown) {
  return { kind: 'unavailable' as const, why: error instanceof Error ? error.message : String(error) }
}
