// Every path of the product with its guard and its screen.
import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  Outlet,
  redirect,
  type RouteComponent,
} from '@tanstack/react-router'
import { FullPageLoader } from '../ui/feedback/full-page-loader.tsx'
import { InSlices } from '../ui/layout/in-slices.tsx'
import { guardedBy } from './guards.ts'
import * as screens from './screens.ts'

const root = createRootRoute({ component: Root })
const accountPages = createRoute({ getParentRoute: () => root, id: 'account', component: screens.AccountLayout })
const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: screens.Shell })

const publicOnly = createRoute({
  getParentRoute: () => accountPages,
  id: 'public-only',
  beforeLoad: guardedBy('public-only'),
})
const userOnly = createRoute({ getParentRoute: () => shell, id: 'user-only', beforeLoad: guardedBy('user-only') })
const signedIn = createRoute({ getParentRoute: () => shell, id: 'signed-in', beforeLoad: guardedBy('signed-in') })
const adminOnly = createRoute({
  getParentRoute: () => shell,
  id: 'admin-only',
  beforeLoad: guardedBy('admin-only'),
  component: screens.AdminArea,
})

export const routes = root.addChildren([
  accountPages.addChildren([
    publicOnly.addChildren([
      screen(publicOnly, '/login', screens.LoginPage),
      screen(publicOnly, '/register', screens.RegisterPage),
      screen(publicOnly, '/verify-otp', screens.VerifyOtpPage),
      screen(publicOnly, '/forgot-password', screens.ForgotPasswordPage),
      screen(publicOnly, '/reset-password', screens.ResetPasswordPage),
    ]),
  ]),
  shell.addChildren([
    userOnly.addChildren([
      screen(userOnly, '/dashboard', screens.DashboardScreen),
      screen(userOnly, '/subscriptions', screens.SubscriptionsScreen),
      screen(userOnly, '/pricing', screens.PricingPage),
      screen(userOnly, '/bot-subscriptions', screens.BotSubscriptionsPage),
      screen(userOnly, '/try-on-history', screens.TryOnHistoryPage),
      screen(userOnly, '/try-on-history/$planId', screens.TryPlanPage),
      screen(userOnly, '/how-it-decides/$kind/$id', screens.HowItDecidesPage),
      screen(userOnly, '/credentials', screens.CredentialsPage),
      screen(userOnly, '/subscription-flow/$step', screens.SubscriptionFlowScreen),
      screen(userOnly, '/upgrade-downgrade', screens.UpgradeDowngradePage),
    ]),
    signedIn.addChildren([
      screen(signedIn, '/trades', screens.TradeAnalyticsScreen),
      screen(signedIn, '/analytics', screens.TradeAnalyticsScreen),
      screen(signedIn, '/profile', screens.ProfilePage),
      screen(signedIn, '/complaints', screens.ComplaintsPage),
    ]),
    adminOnly.addChildren([
      screen(adminOnly, '/admin', screens.AdminDashboardScreen),
      screen(adminOnly, '/admin/bot-code', screens.BotCodeScreen),
      screen(adminOnly, '/admin/studio/$botId', screens.StudioScreen),
      screen(adminOnly, '/admin/subscriptions', screens.AdminSubscriptionsPage),
      screen(adminOnly, '/admin/refunds', screens.AdminRefundsPage),
      screen(adminOnly, '/admin/business', screens.BusinessPage),
      screen(adminOnly, '/admin/coupons', screens.CouponsPage),
      screen(adminOnly, '/admin/pricing', screens.AdminPlansPage),
      screen(adminOnly, '/admin/pricing/regular', screens.RegularPlansPage),
      screen(adminOnly, '/admin/bot-config', screens.BotConfigScreen),
      screen(adminOnly, '/admin/logs', screens.SystemLogsPage),
      screen(adminOnly, '/admin/users', screens.UsersPage),
      screen(adminOnly, '/admin/users/$userId', screens.UserPage),
      screen(adminOnly, '/admin/user-bots', screens.UserBotsPage),
      screen(adminOnly, '/admin/ec2', screens.InstancesPage),
      screen(adminOnly, '/admin/settings', screens.SettingsPage),
      screen(adminOnly, '/admin/bots', screens.AdminBotsScreen),
      screen(adminOnly, '/admin/trades', screens.TradeAnalyticsScreen),
      screen(adminOnly, '/admin/analytics', screens.TradeAnalyticsScreen),
      screen(adminOnly, '/admin/symbol-management', screens.SymbolsPage),
      screen(adminOnly, '/admin/calendar', screens.CalendarPage),
      screen(adminOnly, '/admin/market-data', screens.MarketDataPage),
      screen(adminOnly, '/admin/account-checks', screens.AccountChecksScreen),
      screen(adminOnly, '/admin/algos', screens.AlgoRegistryPage),
      screen(adminOnly, '/admin/compliance', screens.CompliancePage),
      screen(adminOnly, '/admin/guide', screens.GuidePage),
    ]),
  ]),
  screen(root, '/terms', screens.TermsPage),
  screen(root, '/privacy', screens.PrivacyPage),
  screen(root, '/refunds', screens.RefundsPage),
  screen(root, '/risk', screens.RiskPage),
  screen(root, '/help', screens.HelpPage),
  screen(root, '/dev/mail', screens.DemoMailPage),
  elsewhere('/'),
  elsewhere('$'),
])

function screen<Parent extends AnyRoute, const Path extends string>(
  parent: Parent,
  path: Path,
  component: RouteComponent,
) {
  return createRoute({ getParentRoute: () => parent, path, component })
}

function elsewhere<const Path extends string>(path: Path) {
  return createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: () => redirect({ to: '/pricing', replace: true, throw: true }),
  })
}

function Root() {
  return (
    <InSlices meanwhile={<FullPageLoader />}>
      <Outlet />
    </InSlices>
  )
}
