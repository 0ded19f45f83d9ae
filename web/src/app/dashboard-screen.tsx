import { Box } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { BotPanel } from '../features/bots/bot-panel.tsx'
import { OpenPositions } from '../features/bots/open-positions.tsx'
import { StopEverything } from '../features/bots/stop-everything.tsx'
import { TodaysOrders } from '../features/bots/todays-orders.tsx'
import { DashboardPage } from '../features/dashboard/dashboard-page.tsx'

const TradeDrawer = lazy(async () => ({
  default: (await import('../features/analytics/trades/trade-drawer.tsx')).TradeDrawer,
}))

/** Combines three features on one screen: the figures, the bots, and the details of an order. */
export function DashboardScreen() {
  return (
    <DashboardPage
      stop={
        // A phone has it at the bottom of every screen.
        <Box visibleFrom="sm">
          <StopEverything />
        </Box>
      }
      panel={<BotPanel />}
      renderToday={(bots) => (
        <>
          <OpenPositions bots={bots} />
          <TodaysOrders
            bots={bots}
            renderOrder={(id, onClose) => (
              <Suspense>
                <TradeDrawer id={id} onClose={onClose} />
              </Suspense>
            )}
          />
        </>
      )}
    />
  )
}
