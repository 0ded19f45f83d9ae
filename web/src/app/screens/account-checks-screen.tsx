import { AccountChecksPage } from '../../features/account-checks/account-checks-page.tsx'
import { StrategiesReality } from '../../features/reality-checks/strategies-reality.tsx'

/** Combines two features on one screen: live accounts, and how far trading agrees with backtests. */
export function AccountChecksScreen() {
  return (
    <>
      <AccountChecksPage />
      <StrategiesReality />
    </>
  )
}
