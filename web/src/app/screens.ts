// The screens by name. The code of each is fetched on its first visit.
import { lazyRouteComponent } from '@tanstack/react-router'

export const AccountLayout = lazyRouteComponent(() => import('./account-layout.tsx'), 'AccountLayout')
export const Shell = lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell')
export const AdminArea = lazyRouteComponent(() => import('./admin-area.tsx'), 'AdminArea')

export const LoginPage = lazyRouteComponent(() => import('../features/auth/login-page.tsx'), 'LoginPage')
export const RegisterPage = lazyRouteComponent(() => import('../features/auth/register-page.tsx'), 'RegisterPage')
export const VerifyOtpPage = lazyRouteComponent(() => import('../features/auth/verify-otp-page.tsx'), 'VerifyOtpPage')
export const ForgotPasswordPage = lazyRouteComponent(
  () => import('../features/auth/forgot-password-page.tsx'),
  'ForgotPasswordPage',
)
export const ResetPasswordPage = lazyRouteComponent(
  () => import('../features/auth/reset-password-page.tsx'),
  'ResetPasswordPage',
)
export const ProfilePage = lazyRouteComponent(() => import('../features/profile/profile-page.tsx'), 'ProfilePage')
export const DemoMailPage = lazyRouteComponent(() => import('../features/demo-mail/demo-mail-page.tsx'), 'DemoMailPage')
export const TermsPage = lazyRouteComponent(() => import('../features/legal/terms-page.tsx'), 'TermsPage')
export const PrivacyPage = lazyRouteComponent(() => import('../features/legal/privacy-page.tsx'), 'PrivacyPage')
export const RefundsPage = lazyRouteComponent(() => import('../features/legal/refunds-page.tsx'), 'RefundsPage')
export const RiskPage = lazyRouteComponent(() => import('../features/legal/risk-page.tsx'), 'RiskPage')
export const HelpPage = lazyRouteComponent(() => import('../features/help/help-page.tsx'), 'HelpPage')
export const PricingPage = lazyRouteComponent(
  () => import('../features/billing/pricing/pricing-page.tsx'),
  'PricingPage',
)
export const SubscriptionFlowScreen = lazyRouteComponent(
  () => import('./screens/subscription-flow-screen.tsx'),
  'SubscriptionFlowScreen',
)
export const UpgradeDowngradePage = lazyRouteComponent(
  () => import('../features/billing/change/upgrade-downgrade-page.tsx'),
  'UpgradeDowngradePage',
)
export const CredentialsPage = lazyRouteComponent(
  () => import('../features/credentials/credentials-page.tsx'),
  'CredentialsPage',
)
export const DashboardScreen = lazyRouteComponent(() => import('./screens/dashboard-screen.tsx'), 'DashboardScreen')
export const SubscriptionsScreen = lazyRouteComponent(
  () => import('./screens/subscriptions-screen.tsx'),
  'SubscriptionsScreen',
)
export const BotSubscriptionsPage = lazyRouteComponent(
  () => import('../features/billing/bots/bot-subscriptions-page.tsx'),
  'BotSubscriptionsPage',
)
export const TryOnHistoryPage = lazyRouteComponent(
  () => import('../features/try-on-history/try-on-history-page.tsx'),
  'TryOnHistoryPage',
)
export const TryPlanPage = lazyRouteComponent(
  () => import('../features/try-on-history/try-plan-page.tsx'),
  'TryPlanPage',
)
export const HowItDecidesPage = lazyRouteComponent(
  () => import('../features/how-it-decides/how-it-decides-page.tsx'),
  'HowItDecidesPage',
)
export const RegularPlansPage = lazyRouteComponent(
  () => import('../features/admin-plans/regular/regular-plans-page.tsx'),
  'RegularPlansPage',
)
export const AdminPlansPage = lazyRouteComponent(
  () => import('../features/admin-plans/admin-plans-page.tsx'),
  'AdminPlansPage',
)
export const SymbolsPage = lazyRouteComponent(() => import('../features/symbols/symbols-page.tsx'), 'SymbolsPage')
export const AdminSubscriptionsPage = lazyRouteComponent(
  () => import('../features/subscription-reports/admin-subscriptions-page.tsx'),
  'AdminSubscriptionsPage',
)
export const BusinessPage = lazyRouteComponent(
  () => import('../features/business-desk/business-page.tsx'),
  'BusinessPage',
)
export const CouponsPage = lazyRouteComponent(() => import('../features/coupons/coupons-page.tsx'), 'CouponsPage')
export const CompliancePage = lazyRouteComponent(
  () => import('../features/compliance/compliance-page.tsx'),
  'CompliancePage',
)
export const ComplaintsPage = lazyRouteComponent(
  () => import('../features/complaints/complaints-page.tsx'),
  'ComplaintsPage',
)
export const AdminRefundsPage = lazyRouteComponent(
  () => import('../features/subscription-reports/refunds/refunds-page.tsx'),
  'AdminRefundsPage',
)
export const SystemLogsPage = lazyRouteComponent(
  () => import('../features/system-logs/system-logs-page.tsx'),
  'SystemLogsPage',
)
export const InstancesPage = lazyRouteComponent(
  () => import('../features/instances/instances-page.tsx'),
  'InstancesPage',
)
export const SettingsPage = lazyRouteComponent(() => import('../features/settings/settings-page.tsx'), 'SettingsPage')
export const UserBotsPage = lazyRouteComponent(() => import('../features/user-bots/user-bots-page.tsx'), 'UserBotsPage')
export const UserPage = lazyRouteComponent(() => import('../features/users/page/user-page.tsx'), 'UserPage')
export const UsersPage = lazyRouteComponent(() => import('../features/users/users-page.tsx'), 'UsersPage')
export const GuidePage = lazyRouteComponent(() => import('../features/guide/guide-page.tsx'), 'GuidePage')
export const BotCodeScreen = lazyRouteComponent(() => import('./screens/admin-bots-screens.tsx'), 'BotCodeScreen')
export const BotConfigScreen = lazyRouteComponent(() => import('./screens/admin-bots-screens.tsx'), 'BotConfigScreen')
export const AdminBotsScreen = lazyRouteComponent(() => import('./screens/admin-bots-screens.tsx'), 'AdminBotsScreen')
export const StudioScreen = lazyRouteComponent(() => import('./screens/studio-screen.tsx'), 'StudioScreen')
export const TradeAnalyticsScreen = lazyRouteComponent(
  () => import('./screens/trade-analytics-screen.tsx'),
  'TradeAnalyticsScreen',
)
export const AdminDashboardScreen = lazyRouteComponent(
  () => import('./screens/admin-dashboard-screen.tsx'),
  'AdminDashboardScreen',
)
export const AccountChecksScreen = lazyRouteComponent(
  () => import('./screens/account-checks-screen.tsx'),
  'AccountChecksScreen',
)
export const AlgoRegistryPage = lazyRouteComponent(
  () => import('../features/algo-registry/algo-registry-page.tsx'),
  'AlgoRegistryPage',
)
export const MarketDataPage = lazyRouteComponent(
  () => import('../features/market-data/market-data-page.tsx'),
  'MarketDataPage',
)
export const CalendarPage = lazyRouteComponent(
  () => import('../features/market-calendar/calendar-page.tsx'),
  'CalendarPage',
)
