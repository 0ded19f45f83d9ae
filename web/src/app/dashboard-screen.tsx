import { BotPanel } from '../features/bots/bot-panel.tsx'
import { OpenPositions } from '../features/bots/open-positions.tsx'
import { TodaysOrders } from '../features/bots/todays-orders.tsx'
import { DashboardPage } from '../features/dashboard/dashboard-page.tsx'

/** Two features on one screen: the figures, and what the bots do. */
export function DashboardScreen() {
  return (
    <DashboardPage
      panel={<BotPanel />}
      renderToday={(bots) => (
        <>
          <OpenPositions bots={bots} />
          <TodaysOrders bots={bots} />
        </>
      )}
    />
  )
}
