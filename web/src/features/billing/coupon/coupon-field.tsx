import { Button, Group, Text, TextInput } from '@mantine/core'
import { formatRupees } from '@trading-bot/core/money'
import type { Coupon } from './use-coupon.ts'

/** Where one pays: a code is checked first, and what it takes off stands in the summary. */
export function CouponField({ coupon, isDisabled }: { coupon: Coupon; isDisabled: boolean }) {
  const { applied } = coupon
  if (applied)
    return (
      <Group justify="space-between">
        <Text size="sm">{`Coupon ${applied.code}: ${formatRupees(applied.discount)} off`}</Text>
        <Button variant="subtle" size="xs" disabled={isDisabled} onClick={coupon.remove}>
          Remove coupon
        </Button>
      </Group>
    )
  return (
    <Group align="flex-start" gap="xs" wrap="nowrap">
      <TextInput
        flex={1}
        label="Coupon (optional)"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={24}
        disabled={isDisabled}
        value={coupon.typed}
        error={coupon.problem}
        onChange={(event) => coupon.type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // Enter would pay.
          event.preventDefault()
          if (coupon.typed.trim()) coupon.apply()
        }}
      />
      <Button
        variant="default"
        mt={25}
        loading={coupon.isBusy}
        disabled={isDisabled || coupon.typed.trim() === ''}
        onClick={coupon.apply}
      >
        Apply
      </Button>
    </Group>
  )
}
