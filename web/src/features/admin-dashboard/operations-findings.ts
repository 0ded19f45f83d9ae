import type { Exposure, OperationsStrip } from '@trading-bot/contract/rest/operations/strip'
import { formatRupees } from '@trading-bot/core/money'

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
    ...part(strip.switches, 'Kill switches', '/admin/bots', ({ count, is_platform_paused }) =>
      count === 0
        ? []
        : [
            {
              tone: 'open',
              title: is_platform_paused
                ? 'New trades are paused'
                : `${counted(count, 'kill switch', 'kill switches')} on`,
              detail: is_platform_paused ? 'For the whole platform' : 'Some bots open no positions',
              to: '/admin/bots',
            },
          ],
    ),
    ...part(strip.failed_bots, 'Failed bots', '/admin/user-bots', ({ count, strategies }) =>
      count === 0
        ? []
        : [
            {
              tone: 'bad',
              title: `${counted(count, 'bot', 'bots')} in error`,
              detail: strategies.slice(0, 3).join(', ') + (strategies.length > 3 ? ' and others' : ''),
              to: '/admin/user-bots',
              search: { status: 'error' },
            },
          ],
    ),
    ...part(strip.refunds, 'Refund requests', '/admin/refunds', ({ count, amount }) =>
      count === 0
        ? []
        : [
            {
              tone: 'open',
              title: counted(count, 'refund request', 'refund requests'),
              detail: `${formatRupees(amount)} in all`,
              to: '/admin/refunds',
            },
          ],
    ),
    ...part(strip.unknown_orders, 'Unknown orders', '/admin/trades', ({ live, paper }) =>
      live + paper === 0
        ? []
        : [
            {
              tone: live > 0 ? 'bad' : 'open',
              title: `${counted(live + paper, 'order', 'orders')} with unknown outcome`,
              detail: `${live} live, ${paper} paper`,
              to: '/admin/trades',
              search: { view: 'real-time', status: 'pending' },
            },
          ],
    ),
    ...part(strip.feed, 'Price feed', '/admin/settings', ({ is_up }) =>
      is_up
        ? []
        : [{ tone: 'bad', title: 'The price feed is down', detail: 'No prices arrive', to: '/admin/settings' }],
    ),
    ...part(strip.engine, 'Engine', '/admin/ec2', ({ is_running }) =>
      is_running
        ? []
        : [{ tone: 'bad', title: 'No engine is running', detail: 'Nobody watches open positions', to: '/admin/ec2' }],
    ),
    ...part(strip.exposure, 'Exposure', '/admin/user-bots', () => []),
    ...part(strip.calendar, 'Market calendar', '/admin/calendar', ({ alerts }) =>
      alerts.map((detail) => ({ tone: 'open', title: 'Market calendar', detail, to: '/admin/calendar' })),
    ),
  ]
}

function part<Known>(
  known: Known | null,
  name: string,
  to: Screen,
  findings: (known: Known) => readonly Finding[],
): readonly Finding[] {
  if (known !== null) return findings(known)
  return [{ tone: 'unknown', title: `${name}: unknown`, detail: 'This could not be read', to }]
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
  return `${count.toLocaleString('en-IN')} ${count === 1 ? one : many}`
}
