export { addAccount } from './add-account.ts'
export { authRoutes } from './auth-routes.ts'
export { provesAgain } from './proves-again.ts'
export { tidyAccounts } from './tidy-accounts.ts'
