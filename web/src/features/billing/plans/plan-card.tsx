import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { PerformanceClaims } from '@trading-bot/contract/rest/operations/compliance'
import { BOT_TYPES } from '@trading-bot/contract/rest/billing/plans'
import { formatRupees } from '@trading-bot/core/money'
import { memo, useDeferredValue } from 'react'
import { ButtonLink } from '../../../ui/controls/button-link.tsx'
import { DoneIcon } from '../../../ui/icons.ts'
import late from '../../../ui/layout/laid-out-late.module.css'
import { useEnvironment } from '../../../lib/queries/use-environment.ts'
import { TrialOffer } from '../trial/trial-offer.tsx'
import classes from './plan-card.module.css'
import { type Offers, planFeatures } from './plan-features.ts'
import { type AnyPlan, chargeOf, kindOf } from './selected-plan.ts'

type Props = { plan: AnyPlan; isHeld: boolean; action: string; isDisabled?: boolean; onChoose: () => void }

type Environment = Offers & { readonly performance: PerformanceClaims }

const NOT_KNOWN: Environment = { live_trading: false, telegram: false, performance: 'off' }

export function PlanCard(props: Props) {
  // Deferred: the cards of a page are drawn in slices, between which it answers to clicks.
  return <Card {...props} environment={useDeferredValue(useEnvironment()) ?? NOT_KNOWN} />
}

type CardProps = Props & { environment: Environment }

const Card = memo(function Card({ plan, isHeld, action, isDisabled = false, onChoose, environment }: CardProps) {
  return (
    <Paper component="article" aria-label={plan.name} className={late['late']} p="lg" radius="lg" h="100%">
      <Stack gap="sm" h="100%">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <div>
            <Title order={3}>{plan.name}</Title>
            <Text size="xs" c="dimmed">
              {kindOf(plan)}
            </Text>
          </div>
          {plan.is_popular && (
            <Badge variant="light" flex="none">
              Most Popular
            </Badge>
          )}
        </Group>
        <PlanPrice plan={plan} />
        <Text size="sm" c="dimmed">
          {plan.description}
        </Text>
        <ul className={classes['features']}>
          {planFeatures(plan, environment).map((feature) => (
            <li key={feature}>
              <DoneIcon size={16} aria-hidden />
              {feature}
            </li>
          ))}
        </ul>
        <Button variant={plan.is_popular && !isHeld ? 'filled' : 'default'} disabled={isDisabled} onClick={onChoose}>
          {action}
        </Button>
        {!isHeld && <TrialOffer plan={plan} />}
        <Group justify="center" gap={0}>
          <ButtonLink to="/how-it-decides/$kind/$id" params={sheetOf(plan)} variant="subtle" size="xs">
            How it decides
          </ButtonLink>
          {!isHeld && 'bot_type' in plan && plan.backtesting_enabled && plan.bot !== null && (
            <ButtonLink to="/try-on-history/$planId" params={{ planId: plan.id }} variant="subtle" size="xs">
              {hidesResults(environment.performance) ? 'Walk through a day' : 'Try it on history'}
            </ButtonLink>
          )}
        </Group>
      </Stack>
    </Paper>
  )
})

/** Results on past prices are not shown before a purchase. */
function hidesResults(performance: PerformanceClaims): boolean {
  return performance === 'off' || performance === 'own-account'
}

function PlanPrice({ plan }: { plan: AnyPlan }) {
  const isQuarterly = 'billing_cycle' in plan && plan.billing_cycle === 'quarterly'
  const days = 'duration_days' in plan ? plan.duration_days : plan.duration
  return (
    <div>
      <Group gap={4} align="baseline">
        <Text size="xl" fw={650} component="span" data-testid="plan-price">
          {formatRupees(plan.price)}
        </Text>
        <Text size="sm" c="dimmed" component="span">
          /month
        </Text>
      </Group>
      <Text size="xs" c="dimmed">
        {isQuarterly ? `${formatRupees(chargeOf(plan))} every ${days} days` : `${days} days`}, GST included
      </Text>
    </div>
  )
}

/** A regular plan runs a bot of one's choice: the page begins with the first type. */
function sheetOf(plan: AnyPlan): { kind: string; id: string } {
  return 'bot_type' in plan ? { kind: 'plan', id: plan.id } : { kind: 'type', id: BOT_TYPES[0] }
}
