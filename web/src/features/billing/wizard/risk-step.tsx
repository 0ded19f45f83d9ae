import { Checkbox, NumberInput, SimpleGrid, Stack, Text } from '@mantine/core'
import { ModeChoice } from '../configuration/mode-choice.tsx'
import { lockedIf, type PaneProps } from './pane-props.ts'
import { TelegramHint } from './telegram-hint.tsx'

const FLAGS = [
  ['enable_stop_loss', 'Enable stop loss'],
  ['enable_target_profit', 'Enable target profit'],
  ['enable_daily_limits', 'Enable daily limits'],
  ['email_notifications', 'Email notifications'],
  ['sms_notifications', 'SMS notifications'],
  ['telegram_notifications', 'Telegram notifications'],
] as const
type Flag = (typeof FLAGS)[number][0]

export function RiskStep({ form, plan, isAdminSet }: PaneProps) {
  const isInPlan = (field: Flag) => field !== 'telegram_notifications' || plan.allows_telegram !== false
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
        <NumberInput
          label="Max orders per day"
          allowDecimal={false}
          hideControls
          {...lockedIf(isAdminSet)}
          {...form.getInputProps('max_orders_per_day')}
        />
        <NumberInput
          label="Max loss per day (optional)"
          prefix="₹"
          thousandSeparator=","
          thousandsGroupStyle="lakh"
          hideControls
          {...form.getInputProps('max_loss_per_day')}
        />
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        After paying you can also limit the weekly loss, the drawdown and the open value, and set a trailing stop: open
        Subscriptions, then Configure Bot.
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" verticalSpacing="xs">
        {FLAGS.map(([field, label]) => (
          <Checkbox
            key={field}
            label={label}
            description={isInPlan(field) ? hintOf(field) : 'This plan sends alerts by e-mail only.'}
            disabled={!isInPlan(field)}
            {...form.getInputProps(field, { type: 'checkbox' })}
          />
        ))}
      </SimpleGrid>
      <ModeChoice
        value={form.values.mode}
        isInPlan={plan.allows_live !== false}
        onChange={(mode) => form.setFieldValue('mode', mode)}
      />
    </Stack>
  )
}

function hintOf(field: Flag) {
  if (field === 'telegram_notifications') return <TelegramHint />
  return field === 'sms_notifications' ? 'SMS is not available yet. Use email or Telegram.' : undefined
}
