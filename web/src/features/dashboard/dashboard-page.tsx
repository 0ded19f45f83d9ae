import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Bot, listBots, readBotStats } from '@trading-bot/contract/rest/trading/bots'
import type { CallAnswer } from '@trading-bot/contract/rest/call'
import { formatNumber } from '@trading-bot/core/format-number'
import { memo, type ReactNode, useDeferredValue, useEffect, useMemo } from 'react'
import { queryOf } from '../../lib/queries/query-of.ts'
import { useIsStreamConnected } from '../../lib/event-stream/use-event-stream.ts'
import { useIsPhone } from '../../lib/use-is-phone.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Profit } from '../../ui/figures/profit.tsx'
import { StatCards } from '../../ui/figures/stat-cards.tsx'
import { FiguresState } from './figures-state.tsx'
import { changeText, profitChangeText } from './change-text.ts'
import { OwnBots } from './own-bots.tsx'
import { TodayCard } from './today/today-card.tsx'

const SHOWN_BOTS = 5

type Props = {
  /** Stops every bot; above all figures on a desktop, because it is looked for in a hurry. */
  stop: ReactNode
  /** The subscribed bot with its controls. */
  panel: ReactNode
  /** Positions and today's orders of these bots. */
  renderToday: (bots: readonly Bot[]) => ReactNode
  /** Starts, pauses and stops one bot of the list. */
  renderControls: (bot: Bot) => ReactNode
}

export function DashboardPage({ stop, panel, renderToday, renderControls }: Props) {
  const isPhone = useIsPhone()
  const refetchInterval = useIsStreamConnected() ? 30_000 : 10_000
  const list = useQuery({ ...queryOf(listBots, {}), refetchInterval })
  const { isError } = list
  useEffect(() => {
    // No message on the screen, because the rest of the page does not depend on this list.
    // oxlint-disable-next-line no-console -- the specification asks for this line and for nothing else
    if (isError) console.error('Failed to load dashboard data')
  }, [isError])
  // Drawn in slices, between which the page answers to clicks.
  const all = useDeferredValue(list.data?.data)
  const isPending = all === undefined && !isError
  // The same list until it changes, so that what hangs on it is not drawn again.
  const bots = useMemo(() => all?.slice(0, SHOWN_BOTS) ?? [], [all])
  const today = useMemo(() => (bots.length > 0 ? renderToday(bots) : null), [bots, renderToday])
  // While nothing trades, the first thing to see is what is missing and the start button. Most bots trade, so until the
  // list is there the page has their shape.
  const isTrading =
    isPending || bots.some(({ is_participating, open_positions }) => is_participating || open_positions > 0)
  return (
    <>
      <PageHeader
        title="Dashboard"
        {...(!isPhone && { subtitle: 'Your bots, what they hold and what they did today.' })}
        actions={stop}
      />
      <StatFigures refetchInterval={refetchInterval} />
      <Stack gap={isPhone ? 'lg' : 'xl'}>
        {!isTrading && panel}
        {isPending && <Skeleton h={640} radius="lg" aria-busy="true" />}
        {today}
        {isTrading && panel}
        <OwnBots bots={all && bots} isPending={isPending} renderControls={renderControls} />
      </Stack>
    </>
  )
}

// Made once: it is not drawn again with the figures around it.
const TODAY = <TodayCard />

/** Its own component, because the rest of the page need not be drawn again when these figures arrive. */
const StatFigures = memo(function StatFigures({ refetchInterval }: { refetchInterval: number }) {
  const stats = useQuery({ ...queryOf(readBotStats, {}), refetchInterval })
  return (
    <>
      <FiguresState query={stats} />
      {TODAY}
      <Cards stats={useDeferredValue(stats.data)} isUnknown={stats.isError} />
    </>
  )
})

type Stats = CallAnswer<typeof readBotStats>

/** A figure that cannot be loaded is a dash, never a zero. */
const Cards = memo(function Cards({ stats, isUnknown }: { stats: Stats | undefined; isUnknown: boolean }) {
  const figure = (value: number | undefined) =>
    isUnknown ? '–' : value === undefined ? undefined : formatNumber(value)
  const changes = stats?.changes
  const pnl = stats && <Profit amount={stats.total_pnl} />
  return (
    <StatCards
      items={[
        { label: 'Total Bots', value: figure(stats?.total_bots), hint: changeText(changes?.total_bots) },
        { label: 'Active Bots', value: figure(stats?.active_bots), hint: changeText(changes?.active_bots) },
        { label: 'Total Trades', value: figure(stats?.total_trades), hint: changeText(changes?.total_trades) },
        {
          label: 'Total P&L',
          value: isUnknown ? '–' : pnl,
          hint: profitChangeText(changes?.total_pnl, stats?.total_pnl),
        },
      ]}
    />
  )
})
