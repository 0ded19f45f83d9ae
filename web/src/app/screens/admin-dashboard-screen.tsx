import { AdminDashboardPage } from '../../features/admin-dashboard/admin-dashboard-page.tsx'
import { PauseTrades } from '../../features/admin-bots/kill-switches/pause-trades.tsx'

/** Combines two features on one screen: the platform's figures, and the switch that pauses trading. */
export function AdminDashboardScreen() {
  return <AdminDashboardPage pause={<PauseTrades />} />
}
