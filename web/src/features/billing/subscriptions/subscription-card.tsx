import { Button, Group, Paper, Stack, Switch, Title } from '@mantine/core'
import { BOT_TYPE_LABELS, isTwoSided } from '@trading-bot/contract/rest/billing/plans'
import {
  type BotConfiguration,
  modeOf,
  readMySubscription,
  type Subscription,
  toggleAutoRenew,
} from '@trading-bot/contract/rest/billing/subscriptions'
import { readRenewal } from '@trading-bot/contract/rest/billing/renewals'
import { formatRupees } from '@trading-bot/core/money'
import { formatDate } from '../../../lib/format.ts'
import { isValidSubscription } from '../../../lib/is-valid-subscription.ts'
import { notify } from '../../../lib/notifications/notify.ts'
import { useCall } from '../../../lib/queries/use-call.ts'
import { Facts } from '../../../ui/figures/facts.tsx'
import { StatusBadge } from '../../../ui/badges/status-badge.tsx'
import { planOf, statusOf } from '../plans/subscription-rules.ts'
import { priceText } from '../trial/trial-note.ts'
import { PlanUsage } from './plan-usage.tsx'

type Props = { subscription: Subscription; onOpen: (what: 'upgrade' | 'downgrade' | 'configure' | 'renew') => void }

export function SubscriptionCard({ subscription, onOpen }: Props) {
  const plan = planOf(subscription)
  const configuration = subscription.bot_configuration
  const toggle = useCall(toggleAutoRenew, {
    refresh: [readMySubscription, readRenewal],
    onDone: ({ message }) => notify('success', message),
  })
  return (
    <Paper component="section" aria-label="Current Subscription" p="lg" radius="lg">
      <Stack gap="lg">
        <Group justify="space-between" wrap="nowrap">
          <Title order={2}>{plan?.name ?? 'No plan selected'}</Title>
          <StatusBadge status={statusOf(subscription)} />
        </Group>
        <Facts
          isStacked
          items={[
            ['Price', plan ? priceText(pricesOf(plan.price, subscription), subscription) : 'N/A'],
            ['Started', formatDate(subscription.start_date)],
            [
              isValidSubscription(subscription) ? 'Valid until' : 'Ended',
              `${formatDate(subscription.end_date)}${periodNote(subscription)}`,
            ],
            ...(subscription.credit > 0 ? ([['Credit', formatRupees(subscription.credit)]] as const) : []),
            ['Bot', configuration?.bot_type ? BOT_TYPE_LABELS[configuration.bot_type] : 'Not chosen yet'],
            ['Symbol', symbolsOf(configuration)],
            ['Capital', capitalOf(configuration)],
            ['Mode', configuration && modeOf(configuration) === 'live' ? 'Live, real money' : 'Paper'],
          ]}
        />
        <PlanUsage />
        <Group justify="space-between">
          <Switch
            label="Renew automatically"
            checked={subscription.auto_renew}
            disabled={toggle.isPending}
            onChange={(event) => toggle.mutate({ auto_renew: event.currentTarget.checked })}
          />
          <Group gap="xs">
            <Button onClick={() => onOpen('configure')}>Configure Bot</Button>
            {!subscription.is_renewed && subscription.is_renewable && (
              <Button variant="default" onClick={() => onOpen('renew')}>
                Renew now
              </Button>
            )}
            <Button variant="default" onClick={() => onOpen('upgrade')}>
              Upgrade Plan
            </Button>
            <Button variant="default" onClick={() => onOpen('downgrade')}>
              Downgrade Plan
            </Button>
          </Group>
        </Group>
      </Stack>
    </Paper>
  )
}

function pricesOf(price: number, { next_price }: Subscription): string {
  const now = `${formatRupees(price)}/month`
  return next_price
    ? `${now}; ${formatRupees(next_price.price)}/month for renewals from ${formatDate(next_price.from)}`
    : now
}

function periodNote(subscription: Subscription): string {
  if (subscription.is_renewed) return ', next period paid'
  return isValidSubscription(subscription) && !subscription.is_renewable
    ? '; no longer offered, so it does not renew'
    : ''
}

function symbolsOf(configuration: BotConfiguration | null): string {
  const many = configuration?.allowed_symbols ?? []
  if (many.length > 1) return `${many.length} symbols`
  return many[0] ?? (configuration?.symbol || 'No symbol configured')
}

function capitalOf(configuration: BotConfiguration | null): string {
  if (!configuration?.is_complete) return 'Not set'
  if (!isTwoSided(configuration.bot_type)) return formatRupees(configuration.capital_amount)
  return `${formatRupees(configuration.long_capital_amount)} long, ${formatRupees(configuration.short_capital_amount)} short`
}
