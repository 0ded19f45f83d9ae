import type { LinkProps } from '@tanstack/react-router'
import {
  BankIcon,
  BotIcon,
  CalendarIcon,
  CardIcon,
  CheckListIcon,
  CodeIcon,
  CredentialsIcon,
  DashboardIcon,
  DataIcon,
  GuideIcon,
  LogsIcon,
  PricingIcon,
  SecurityIcon,
  ServerIcon,
  SettingsIcon,
  SubscriptionIcon,
  SymbolIcon,
  TradesIcon,
  TuneIcon,
  UsersIcon,
  WalletIcon,
} from '../../ui/icons.ts'

export type NavigationItem = {
  readonly label: string
  readonly to: NonNullable<LinkProps['to']>
  readonly Icon: typeof DashboardIcon
  /** Where a phone's bottom bar has no room for the label. */
  readonly shortLabel?: string
  /** Another path on which the item is highlighted. */
  readonly also?: string
}

export const USER_NAVIGATION: readonly NavigationItem[] = [
  { label: 'Dashboard', to: '/dashboard', Icon: DashboardIcon },
  { label: 'Pricing', to: '/pricing', Icon: PricingIcon },
  { label: 'Subscriptions', to: '/subscriptions', Icon: SubscriptionIcon },
  { label: 'Credentials', to: '/credentials', Icon: CredentialsIcon },
  { label: 'Trades & Analytics', shortLabel: 'Trades', to: '/trades', Icon: TradesIcon, also: '/analytics' },
]

export type NavigationGroup = { readonly title: string; readonly items: readonly NavigationItem[] }

/** The first group is the specified one; the others hold every further screen. */
export const ADMIN_NAVIGATION: readonly NavigationGroup[] = [
  {
    title: 'Admin Panel',
    items: [
      { label: 'Admin Dashboard', to: '/dashboard', Icon: DashboardIcon, also: '/admin' },
      { label: 'Bot Management', to: '/admin/bots', Icon: BotIcon },
      { label: 'Subscriptions', to: '/admin/subscriptions', Icon: SubscriptionIcon },
      { label: 'Pricing', to: '/admin/pricing', Icon: PricingIcon },
      { label: 'EC2 Logs', to: '/admin/ec2', Icon: ServerIcon },
      { label: 'System Logs', to: '/admin/logs', Icon: LogsIcon },
      { label: 'Trades & Analytics', to: '/admin/trades', Icon: TradesIcon, also: '/admin/analytics' },
      { label: 'Symbol Management', to: '/admin/symbol-management', Icon: SymbolIcon },
    ],
  },
  {
    title: 'Strategies',
    items: [
      { label: 'Bot Code', to: '/admin/bot-code', Icon: CodeIcon },
      { label: 'Author’s Guide', to: '/admin/guide', Icon: GuideIcon },
      { label: 'Bot Configuration', to: '/admin/bot-config', Icon: TuneIcon },
      { label: 'Market Data', to: '/admin/market-data', Icon: DataIcon },
      { label: 'Algo Registry', to: '/admin/algos', Icon: SecurityIcon },
    ],
  },
  {
    title: 'People',
    items: [
      { label: 'Users', to: '/admin/users', Icon: UsersIcon },
      { label: 'User Bots', to: '/admin/user-bots', Icon: BotIcon },
      { label: 'Refunds', to: '/admin/refunds', Icon: WalletIcon },
      { label: 'Business', to: '/admin/business', Icon: BankIcon },
      { label: 'Coupons', to: '/admin/coupons', Icon: PricingIcon },
      { label: 'Account Checks', to: '/admin/account-checks', Icon: CheckListIcon },
    ],
  },
  {
    title: 'Platform',
    items: [
      { label: 'Regular Plans', to: '/admin/pricing/regular', Icon: CardIcon },
      { label: 'Market Calendar', to: '/admin/calendar', Icon: CalendarIcon },
      { label: 'Compliance', to: '/admin/compliance', Icon: CheckListIcon },
      { label: 'Settings', to: '/admin/settings', Icon: SettingsIcon },
    ],
  },
]
