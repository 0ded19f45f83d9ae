import { Text } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { StopEverything } from '../../features/bots/stop-everything.tsx'
import { useToday } from '../../lib/queries/use-today.ts'
import { Profit } from '../../ui/figures/profit.tsx'
import classes from './bottom-bar.module.css'
import { MarketStatus } from './market-status.tsx'
import { USER_NAVIGATION } from './navigation.ts'

const POLL_MS = 15_000

/** Within reach of the thumb on every screen of a phone: today's result, the market, Stop, and the five pages. */
export function BottomBar() {
  return (
    <div className={classes['bar']}>
      <section aria-label="Now" className={classes['state']}>
        <div>
          <TodaysResult />
          <MarketStatus />
        </div>
        <StopEverything isShort />
      </section>
      <nav aria-label="Pages" className={classes['pages']}>
        {USER_NAVIGATION.map(({ label, shortLabel, to, Icon, also }) => (
          <PageLink key={to} label={label} shortLabel={shortLabel ?? label} to={to} also={also} Icon={Icon} />
        ))}
      </nav>
    </div>
  )
}

function TodaysResult() {
  const { data } = useToday(POLL_MS)
  return (
    <Text size="sm" fw={600} className={classes['result']}>
      Today {data ? <Profit amount={data.net_pnl} unknown="waiting for prices" /> : '–'}
    </Text>
  )
}

type Item = (typeof USER_NAVIGATION)[number]
type PageLinkProps = Pick<Item, 'label' | 'to' | 'Icon'> & { shortLabel: string; also: string | undefined }

function PageLink({ label, shortLabel, to, also, Icon }: PageLinkProps) {
  const path = useLocation({ select: (location) => location.pathname })
  const isCurrent = path === to || path === also
  return (
    <Link
      to={to}
      className={classes['page']}
      aria-label={label}
      activeOptions={{ exact: true }}
      {...(isCurrent ? { 'aria-current': 'page' } : {})}
    >
      <Icon size={20} stroke={1.6} aria-hidden />
      <span>{shortLabel}</span>
    </Link>
  )
}
