import { SimpleGrid, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { BotIcon, LogsIcon, PricingIcon, ServerIcon, SymbolIcon } from '../../ui/icons.ts'
import classes from './admin-links.module.css'

const LINKS = [
  { to: '/admin/bots', title: 'Bot Management', about: 'Create and manage all trading bots', Icon: BotIcon },
  { to: '/admin/pricing', title: 'Pricing Management', about: 'Manage bot subscription plans', Icon: PricingIcon },
  {
    to: '/admin/symbol-management',
    title: 'Symbol Management',
    about: 'Manage trading symbols and tokens',
    Icon: SymbolIcon,
  },
  { to: '/admin/logs', title: 'System Logs', about: 'View system logs and recent activity', Icon: LogsIcon },
  { to: '/admin/ec2', title: 'EC2 Management', about: 'Monitor and manage EC2 instances', Icon: ServerIcon },
] as const

export function AdminLinks() {
  return (
    <nav aria-label="Administration">
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3, lg: 5 }} spacing="md">
        {LINKS.map(({ to, title, about, Icon }) => (
          <Link key={to} to={to} className={classes['card']}>
            <Icon size={20} className={classes['icon']} aria-hidden />
            <span>
              <Text span fw={600} size="sm" display="block">
                {title}
              </Text>
              <Text span size="xs" c="dimmed">
                {about}
              </Text>
            </span>
          </Link>
        ))}
      </SimpleGrid>
    </nav>
  )
}
