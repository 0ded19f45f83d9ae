import type { LinkProps } from '@tanstack/react-router'
import {
  BotIcon,
  CredentialsIcon,
  DashboardIcon,
  GuideIcon,
  LogsIcon,
  PricingIcon,
  ServerIcon,
  SubscriptionIcon,
  SymbolIcon,
  TradesIcon,
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

export const ADMIN_NAVIGATION: readonly NavigationItem[] = [
  { label: 'Admin Dashboard', to: '/dashboard', Icon: DashboardIcon, also: '/admin' },
  { label: 'Bot Management', to: '/admin/bots', Icon: BotIcon },
  { label: 'Subscriptions', to: '/admin/subscriptions', Icon: SubscriptionIcon },
  { label: 'Pricing', to: '/admin/pricing', Icon: PricingIcon },
  { label: 'EC2 Logs', to: '/admin/ec2', Icon: ServerIcon },
  { label: 'System Logs', to: '/admin/logs', Icon: LogsIcon },
  { label: 'Trades & Analytics', to: '/admin/trades', Icon: TradesIcon, also: '/admin/analytics' },
  { label: 'Symbol Management', to: '/admin/symbol-management', Icon: SymbolIcon },
  { label: 'Author’s Guide', to: '/admin/guide', Icon: GuideIcon },
]
