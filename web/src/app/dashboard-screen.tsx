import { BotPanel } from '../features/bots/bot-panel.tsx'
import { OpenPositions } from '../features/bots/open-positions.tsx'
import { StopEverything } from '../features/bots/stop-everything.tsx'
import { TodaysOrders } from '../features/bots/todays-orders.tsx'
import { DashboardPage } from '../features/dashboard/dashboard-page.tsx'
import { botTools } from './bot-tools.tsx'

/** Combines two features on one screen: the figures and the bots. */
export function DashboardScreen() {
  return (
    <DashboardPage
      stop={<StopEverything />}
      panel={<BotPanel renderTools={botTools} />}
      renderToday={(bots) => (
        <>
          <OpenPositions bots={bots} />
          <TodaysOrders bots={bots} />
        </>
      )}
    />
  )
}
