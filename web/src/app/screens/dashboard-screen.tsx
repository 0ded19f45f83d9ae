import { Skeleton } from '@mantine/core'
import type { Bot, OpenPosition } from '@trading-bot/contract/rest/trading/bots'
import { lazy, Suspense } from 'react'
import { BotPanel } from '../../features/bots/bot-panel.tsx'
import { BotRowControls } from '../../features/bots/bot-row-controls.tsx'
import { OpenPositions } from '../../features/bots/open-positions.tsx'
import { StopEverything } from '../../features/bots/stop-everything.tsx'
import { TodaysOrders } from '../../features/bots/todays-orders.tsx'
import { FirstSteps } from '../../features/checklist/first-steps.tsx'
import { DashboardPage } from '../../features/dashboard/dashboard-page.tsx'
import { useIsPhone } from '../../lib/use-is-phone.ts'
import { botTools } from './bot-tools.tsx'

const SymbolChart = lazy(async () => ({ default: (await import('../../features/charts/index.ts')).SymbolChart }))
const TradeChart = lazy(async () => ({ default: (await import('./trade-chart.tsx')).TradeChart }))
const TradeDrawer = lazy(async () => ({
  default: (await import('../../features/analytics/trades/trade-drawer.tsx')).TradeDrawer,
}))

// As high as the chart, so that the drawer does not jump.
const CHART_HEIGHT = 320

// Made once: what does not change is not drawn again when the page is.
const STOP = <StopAboveFigures />
// While the first steps are listed, the panel does not list what is missing once more.
const PANEL = <FirstSteps>{(isShown) => <BotPanel renderTools={botTools} isPlain={isShown} />}</FirstSteps>

/** Combines four features on one screen: the figures, the first steps, the bots, and the details of an order. */
export function DashboardScreen() {
  return <DashboardPage stop={STOP} panel={PANEL} renderToday={renderToday} renderControls={renderControls} />
}

/** A phone has it at the bottom of every screen. */
function StopAboveFigures() {
  return !useIsPhone() && <StopEverything />
}

function renderControls(bot: Bot) {
  return <BotRowControls bot={bot} />
}

function renderToday(bots: readonly Bot[]) {
  return (
    <>
      <OpenPositions bots={bots} renderChart={renderChart} />
      <TodaysOrders bots={bots} renderOrder={renderOrder} />
    </>
  )
}

function renderChart({ symbol, opened_at, average_price, stop_price, target_price }: OpenPosition) {
  return (
    <Suspense fallback={<Skeleton h={CHART_HEIGHT} />}>
      <SymbolChart
        symbol={symbol}
        openedAt={opened_at}
        closedAt={null}
        trades={[]}
        levels={{ average: average_price, stop: stop_price, target: target_price }}
      />
    </Suspense>
  )
}

function renderOrder(id: string, onClose: () => void) {
  return (
    <Suspense>
      <TradeDrawer
        id={id}
        renderChart={(detail) => (
          <Suspense fallback={<Skeleton h={CHART_HEIGHT} />}>
            <TradeChart {...detail} />
          </Suspense>
        )}
        onClose={onClose}
      />
    </Suspense>
  )
}
