import { Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import type { Today } from '@trading-bot/contract/rest/trading/dashboards'
import { formatRupees } from '@trading-bot/core/money'
import type { ReactNode } from 'react'
import { formatClock } from '../../../lib/format.ts'
import { nextPricePollMs } from '../../../lib/queries/next-price-poll.ts'
import { useToday } from '../../../lib/queries/use-today.ts'
import { useIsPhone } from '../../../lib/use-is-phone.ts'
import { ModeBadge } from '../../../ui/badges/mode-badge.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { KeptHeight } from '../../../ui/layout/kept-height.tsx'
import { Profit } from '../../../ui/figures/profit.tsx'
import { DailyLossLeft } from './daily-loss-left.tsx'
import { percentText } from './percent-text.ts'
import { TodayCurve } from './today-curve.tsx'
import classes from './today-card.module.css'

const CURVE_HEIGHT_PX = { desktop: 250, phone: 120 }

/** The first question of a trader: what did today bring, and how much may still be lost. */
export function TodayCard() {
  const today = useToday(nextPricePollMs)
  return (
    <KeptHeight name="today" isLoading={today.isPending}>
      <Paper component="section" aria-label="Today" p={{ base: 'md', sm: 'lg' }} radius="lg" mb="md">
        <Loaded query={today} skeleton={<Skeleton className={classes['waiting']} />}>
          {(loaded) => <Result today={loaded} />}
        </Loaded>
        {/* There from the start: the largest text of the page does not wait for the figures. */}
        <Text size="xs" c="dimmed" className={classes['basis']}>
          {`${CHARGES_NOTE} ${today.data ? sessionOf(today.data) : ''}`}
        </Text>
      </Paper>
    </KeptHeight>
  )
}

function Result({ today }: { today: Today }) {
  const heightPx = useIsPhone() ? CURVE_HEIGHT_PX.phone : CURVE_HEIGHT_PX.desktop
  const { net_pnl, percent_of_capital, realised, unrealised, charges } = today
  return (
    <div className={classes['card']}>
      <div className={classes['figures']}>
        <div>
          <Group gap="xs">
            <Title order={2} size="h4" c="dimmed" fw={500}>
              Today’s net P&L
            </Title>
            {today.mode === 'live' && <ModeBadge mode="live" />}
          </Group>
          <div className={classes['net']} data-today="net">
            <Profit amount={net_pnl} unknown="Waiting for prices" />
            {percent_of_capital !== null && (
              <Text span size="sm" c="dimmed" fw={500}>
                {percentText(percent_of_capital)} of {formatRupees(today.capital)}
              </Text>
            )}
          </div>
        </div>
        <dl className={classes['parts']}>
          <Part name="Realised">
            <Profit amount={realised} />
          </Part>
          <Part name="Unrealised">
            <Profit amount={unrealised} />
          </Part>
          <Part name="Charges">{charges === null ? '–' : formatRupees(-charges)}</Part>
        </dl>
        <DailyLossLeft limits={today.daily_losses} />
      </div>
      <div className={classes['curve']}>
        {today.curve.length < 2 ? (
          <Text size="sm" c="dimmed" className={classes['none']}>
            {today.bots === 0
              ? 'No bot has traded in this session.'
              : 'Nothing traded in this session yet. The curve starts with the first position.'}
          </Text>
        ) : (
          <TodayCurve curve={today.curve} capital={today.capital} heightPx={heightPx} />
        )}
      </div>
    </div>
  )
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd data-today={name.toLowerCase()}>{children}</dd>
    </div>
  )
}

const CHARGES_NOTE = 'Charges include what closing the open positions now would cost.'

function sessionOf({ session_opened_at }: Today): string {
  return session_opened_at
    ? `This session, since ${formatClock(session_opened_at).slice(0, 5)} India time.`
    : 'The session has not opened yet.'
}
