import type { Exposure, OperationsStrip } from '@trading-bot/contract/rest/operations/strip'
import { formatNumber } from '@trading-bot/core/format-number'
import { formatRupees } from '@trading-bot/core/money'
import { formatDateTime } from '../../lib/format.ts'

export type Finding = {
  /** bad: something is broken. open: somebody waits. unknown: it could not be read. */
  readonly tone: 'bad' | 'open' | 'unknown'
  readonly title: string
  readonly detail: string
  readonly to: Screen
  readonly search?: Readonly<Record<string, string>>
}
type Screen =
  | '/admin/bots'
  | '/admin/user-bots'
  | '/admin/refunds'
  | '/admin/trades'
  | '/admin/settings'
  | '/admin/ec2'
  | '/admin/calendar'

/** What the operator has to act on or cannot know. Unknown is said, never shown as zero. */
export function findingsOf(strip: OperationsStrip): readonly Finding[] {
  return [
    part(strip.switches, 'Kill switches', '/admin/bots', ofSwitches),
    part(strip.failed_bots, 'Failed bots', '/admin/user-bots', ofFailedBots),
    part(strip.refunds, 'Refund requests', '/admin/refunds', ofRefunds),
    part(strip.unknown_orders, 'Unknown orders', '/admin/trades', ofUnknownOrders),
    part(strip.feed, 'Price feed', '/admin/settings', ({ is_up }) =>
      is_up ? null : { tone: 'bad', title: 'The price feed is down', detail: 'No prices arrive' },
    ),
    part(strip.engine, 'Engine', '/admin/ec2', ({ is_running }) =>
      is_running ? null : { tone: 'bad', title: 'No engine is running', detail: 'Nobody watches open positions' },
    ),
    part(strip.exposure, 'Exposure', '/admin/user-bots', () => null),
    part(strip.calendar, 'Market calendar', '/admin/calendar', ({ alerts }) =>
      alerts.length === 0 ? null : { tone: 'open', title: 'Market calendar', detail: alerts.join(' ') },
    ),
  ].flatMap((finding) => finding ?? [])
}

type Said = Omit<Finding, 'to'>
type Known<Part extends keyof OperationsStrip> = NonNullable<OperationsStrip[Part]>

function part<Value>(
  known: Value | null,
  name: string,
  to: Screen,
  say: (known: Value) => Said | null,
): Finding | null {
  const said =
    known === null
      ? ({ tone: 'unknown', title: `${name}: unknown`, detail: 'This could not be read' } as const)
      : say(known)
  return said && { ...said, to }
}

function ofSwitches({ count, paused_by }: Known<'switches'>): Said | null {
  if (count === 0 && paused_by.length === 0) return null
  const reasons = paused_by.map(({ reason, until }) => (until ? `${reason}, until ${formatDateTime(until)}` : reason))
  return paused_by.length > 0
    ? { tone: 'open', title: 'New trades are paused', detail: `For the whole platform. ${reasons.join('; ')}` }
    : {
        tone: 'open',
        title: `${counted(count, 'kill switch', 'kill switches')} on`,
        detail: 'Some bots open no positions',
      }
}

const MOST_NAMED = 3

function ofFailedBots({ count, strategies }: Known<'failed_bots'>): Said | null {
  if (count === 0) return null
  const others = strategies.length > MOST_NAMED ? ' and others' : ''
  return {
    tone: 'bad',
    title: `${counted(count, 'bot', 'bots')} in error`,
    detail: `${strategies.slice(0, MOST_NAMED).join(', ')}${others}`,
    search: { status: 'error' },
  }
}

function ofRefunds({ count, amount }: Known<'refunds'>): Said | null {
  if (count === 0) return null
  return {
    tone: 'open',
    title: counted(count, 'refund request', 'refund requests'),
    detail: `${formatRupees(amount)} in all`,
  }
}

function ofUnknownOrders({ live, paper }: Known<'unknown_orders'>): Said | null {
  if (live + paper === 0) return null
  return {
    tone: live > 0 ? 'bad' : 'open',
    title: `${counted(live + paper, 'order', 'orders')} with unknown outcome`,
    detail: `${live} live, ${paper} paper`,
    search: { view: 'real-time', status: 'pending' },
  }
}

type Fact = { readonly text: string; readonly to: Screen }

/** What is worth knowing on a good day too. */
export function standingFacts({ exposure, calendar }: OperationsStrip): readonly Fact[] {
  return [
    ...(exposure
      ? [
          { text: exposureText('Live', exposure.live), to: '/admin/user-bots' } as const,
          { text: exposureText('Paper', exposure.paper), to: '/admin/user-bots' } as const,
        ]
      : []),
    ...(calendar
      ? [
          {
            text: `${calendar.is_simulated ? 'Demo market' : 'Market'} ${calendar.is_open ? 'open' : 'closed'}`,
            to: '/admin/calendar',
          } as const,
        ]
      : []),
  ]
}

function exposureText(mode: string, { positions, accounts, gross, net }: Exposure): string {
  if (positions === 0) return `${mode}: nothing open`
  const where = counted(accounts, 'account', 'accounts')
  return `${mode}: ${formatRupees(gross)} open in ${where}, net ${formatRupees(net)}`
}

function counted(count: number, one: string, many: string): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`
}
