import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { formatRupees } from '@trading-bot/core/money'
import classes from './plan-picker.module.css'
import { type AnyPlan, kindOf, type SelectedPlan } from './selected-plan.ts'

const TEXTS = {
  upgrade: {
    title: 'Upgrade Plan',
    none: 'No plans available for upgrade. Your current plan is already the highest tier.',
    note: 'The unused value of your plan is deducted. The new plan starts immediately.',
  },
  downgrade: {
    title: 'Downgrade Plan',
    none: 'No plans available for downgrade. Your current plan is already the lowest tier.',
    note: 'The unused value of your plan becomes time on the cheaper one, which starts immediately.',
  },
} as const

export type PlanPickerProps = {
  direction: keyof typeof TEXTS | null
  current: Pick<SelectedPlan, 'id' | 'price'>
  plans: readonly AnyPlan[]
  onPick: (plan: AnyPlan) => void
  onClose: () => void
}

/** Upgrades cost strictly more than the holder pays, downgrades strictly less; the held plan is neither. */
export function PlanPicker({ direction, current, plans, onPick, onClose }: PlanPickerProps) {
  if (direction === null) return null
  const { title, none, note } = TEXTS[direction]
  const offered = plans.filter(
    ({ id, price }) => id !== current.id && (direction === 'upgrade' ? price > current.price : price < current.price),
  )
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      {offered.length === 0 ? (
        <Text size="sm">{none}</Text>
      ) : (
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {note}
          </Text>
          <ul className={classes['list']} aria-label={title}>
            {offered.map((plan) => (
              <li key={plan.id} className={classes['row']}>
                <div className={classes['what']}>
                  <Text fw={600}>{plan.name}</Text>
                  <Text size="xs" c="dimmed">
                    {kindOf(plan)}
                  </Text>
                </div>
                <Group gap="md" wrap="nowrap">
                  <Text size="sm" fw={550} className={classes['price']}>
                    {formatRupees(plan.price)}/month
                  </Text>
                  <Button size="xs" variant="default" aria-label={`Select ${plan.name}`} onClick={() => onPick(plan)}>
                    Select
                  </Button>
                </Group>
              </li>
            ))}
          </ul>
        </Stack>
      )}
    </Modal>
  )
}
